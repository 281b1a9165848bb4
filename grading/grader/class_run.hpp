// Grades a class: one process for each student, a few at once, each result written the moment it is there.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "grading/grader/grade.hpp"

namespace grading {

struct ClassRequest {
    std::string submissions;  // folder, or one hand-in with `single`
    bool single = false;
    std::string out;                // folder for the results
    std::string images;             // <build>/grading
    std::string exercise;           // empty: all
    std::vector<std::string> only;  // students; empty: all
    std::string secret;             // empty: that of `out`, or a new one
    unsigned jobs = 0;              // 0: one for each CPU
    unsigned student_seconds = 0;   // the most that one student may take; 0: by the number of exercises
    bool resume = false;
    bool trust = false;
    bool worksheets = false;  // worksheets carry points
    bool fixtures = false;    // the exercises of the grader's own tests
    std::string tier;         // empty, bubblewrap or separate-user
    std::optional<std::time_t> due;
};

// Prints what it does; returns the exit code of ./lab grade: 0, 1 (the grader failed somewhere) or 2 (bad request).
int grade_class(const ClassRequest& request);

// The exercises asked for. Throws std::runtime_error naming the ones there are.
std::vector<Exercise> exercises_for(const ClassRequest& request);

// The secret of a class: from the request, from `out`/secret.txt, or drawn; kept in `out`/secret.txt from then on. Throws
// std::runtime_error when the request's differs from the kept one: two halves of a class would get different cases.
std::string secret_for(const ClassRequest& request);

// The secret of a class graded earlier. Throws std::runtime_error where there is none.
std::string known_secret(const ClassRequest& request);

}  // namespace grading

// What a grading found: tests, exercises, a student.
#pragma once

#include <string>
#include <vector>

namespace grading {

struct TestResult {
    std::string name;  // public: the test's own name; hidden, cost: the idea; worksheet: the slot
    std::string kind;  // "public", "hidden", "cost", "worksheet"
    std::string id;    // Suite.Test, for the instructor; "Cost"; worksheet: the slot
    double points = 0;
    double max = 0;
    bool passed = false;
    std::string outcome;  // one sentence that a student may read
    std::string hint;
    std::string details;  // public: asked, expected, got. Hidden: for the instructor only
    std::string printed;  // first bytes the student's program printed, for the instructor only
    int case_number = -1;
    std::string wall;  // cost: time on the clock, for information
};

struct ExerciseResult {
    std::string exercise;
    // "passed", "failed", "not compiled", "missing", "refused", "checked" (a worksheet), "grader error"
    std::string status;
    std::string reason;
    double score = 0;
    double max = 0;
    std::string diagnostics;  // of the compiler
    std::vector<std::string> notes;
    std::vector<TestResult> tests;
};

struct StudentResult {
    std::string student;
    std::string submission;  // its file name
    bool late = false;
    std::string tier;
    std::vector<std::string> notes;
    std::vector<ExerciseResult> exercises;

    [[nodiscard]] double score() const {
        double sum = 0;
        for (const auto& e : exercises) sum += e.score;
        return sum;
    }
    [[nodiscard]] double max() const {
        double sum = 0;
        for (const auto& e : exercises) sum += e.max;
        return sum;
    }
};

// To 0.01: 0.125 is 0.13.
double to_cents(double points);

// 3, 2.5, 0.13: no zeros after the last digit that says something.
std::string show_points(double points);

}  // namespace grading

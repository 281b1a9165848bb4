// Grades one student: every exercise asked for, one after the other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/grader/cost.hpp"
#include "grading/grader/exercise.hpp"
#include "grading/grader/judge_run.hpp"
#include "grading/grader/result.hpp"
#include "grading/grader/workshop.hpp"
#include "grading/intake/submission.hpp"

namespace grading {

// What all students of a class share.
struct ClassSetup {
    std::vector<Exercise> exercises;
    std::string secret;
    std::string fingerprint;                  // of everything of ours that decides a result
    std::string cachegrind;                   // empty: not installed
    std::map<std::string, CostScale> scales;  // exercise → counts of starter and reference
    std::string tier_note;
    std::vector<std::string> worksheets;  // folders of the chapters whose worksheets are looked at
    bool worksheet_points = false;
};

// Jail and folders of the job that grades.
struct Bench {
    Workshop shop;
    Jail jail;
    unsigned slot = 0;
};

StudentResult grade_student(const Submission& submission, const ClassSetup& setup, const Bench& bench);

// Compiles references, counts starters and references. Throws std::runtime_error with a sentence when an exercise can't
// be graded on this machine.
void prepare_class(ClassSetup& setup, const std::vector<Bench>& benches);

// Where prepare_class puts the reference's program for one job.
std::string reference_program(const Bench& bench, const Exercise& exercise);

// As whom the reference runs: beside the student under bubblewrap, else as ourselves.
Jail reference_jail(const Jail& jail);

// Settings of a judge for a program that was built.
JudgeSettings judge_for(const Exercise& exercise, const ClassSetup& setup, const Bench& bench,
                        const std::string& program, Mode mode);

// The edited files of one exercise. Empty, with status and reason in `result`, when they are not all there.
std::map<std::string, std::string> collect_files(const Submission& submission, const Exercise& exercise,
                                                 ExerciseResult& result);

// The edited files as handed out.
std::map<std::string, std::string> starter_files(const Exercise& exercise);

std::string find_cachegrind();

}  // namespace grading

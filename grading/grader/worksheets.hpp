// Checks the worksheets of a hand-in: numbers and words against the key, predictions against the time of the run.
#pragma once

#include <string>
#include <vector>

#include "grading/grader/result.hpp"
#include "grading/intake/submission.hpp"

namespace grading {

// The chapters below `root` that have a worksheet and its key, in reading order.
std::vector<std::string> worksheet_folders(const std::string& root);

// "worksheet ch10" of the folder of chapter 10.
std::string worksheet_name(const std::string& folder);

// One result "worksheet chNN". With `points` each number or word that the key can judge is worth one; without, the result is
// for information. A chapter whose worksheet is not in the hand-in gives status "missing".
ExerciseResult grade_worksheet(const Submission& submission, const std::string& folder, bool points);

// For the instructor: every free text of the class beside its rubric.
std::string free_texts_page(const std::vector<StudentResult>& students);

}  // namespace grading

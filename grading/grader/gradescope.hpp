// Gradescope's results.json for one student: only what the student may read.
#pragma once

#include <string>

#include "grading/grader/result.hpp"

namespace grading {

// Format: https://gradescope-autograders.readthedocs.io/en/latest/specs/ ("Output Format"). No times in it, so that two
// gradings of one hand-in give the same bytes.
std::string gradescope_json(const StudentResult& result);

}  // namespace grading

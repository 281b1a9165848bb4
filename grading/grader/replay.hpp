// Runs one hidden test of one student again and shows the case: for the instructor.
#pragma once

#include <string>

#include "grading/grader/class_run.hpp"

namespace grading {

// `request.submissions` is the hand-in, `test` is Suite.Test, `case_number` -1 for all cases. Returns the exit code.
int replay(const ClassRequest& request, const std::string& test, int case_number);

}  // namespace grading

// The gradebook: one row for each student and exercise, as comma-separated values.
#pragma once

#include <string>
#include <vector>

#include "grading/grader/result.hpp"

namespace grading {

// Columns student,exercise,score,max,status,reason,late; late is yes or no. RFC 4180 quoting.
std::string gradebook_csv(const std::vector<StudentResult>& students);

}  // namespace grading

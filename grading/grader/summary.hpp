// The class on one page: distribution, exercises, slowest, and the grader's own errors apart.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/grader/result.hpp"

namespace grading {

// `seconds` by student, where known.
std::string summary_page(const std::vector<StudentResult>& students,
                         const std::map<std::string, double>& seconds, const std::vector<std::string>& notes);

}  // namespace grading

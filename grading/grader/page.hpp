// One student's results as a readable page that needs nothing else.
#pragma once

#include <string>
#include <string_view>

#include "grading/grader/result.hpp"

namespace grading {

std::string student_page(const StudentResult& result);

// Shared by the pages: text made safe for HTML, and the head with its style.
std::string html(std::string_view text);
std::string page_head(const std::string& title);

}  // namespace grading

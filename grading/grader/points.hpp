// Checks that exercise.json and hidden.cpp name the same tests.
#pragma once

#include <string>

namespace grading {

// Prints what differs. Returns 0 when nothing does, else 1.
int check_points(const std::string& image_file);

}  // namespace grading

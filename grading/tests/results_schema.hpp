// Checks a results.json against Gradescope's documented output format.
#pragma once

#include <string>

// Empty when it fits; else what does not.
std::string wrong_with_results(const std::string& json_text);

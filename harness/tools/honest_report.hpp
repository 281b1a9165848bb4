// The part project of Part 1: is a benchmark report complete enough that somebody else could repeat it?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tools/record_file.hpp"
#include "harness/tools/worksheet.hpp"

namespace lab::tools {

// What a finished run tells: the machine from any run, the known cost from a full run of the lab known_cost.
std::vector<Filling> report_fillings(const std::optional<Record>& any_run,
                                     const std::optional<Record>& known_cost);

// What is missing or can't be read, one sentence each with the number of its item; empty when the report is
// complete. Presence is checked, and that the repeats are three times; whether the words are true is for people.
std::vector<std::string> report_faults(std::string_view page);

}  // namespace lab::tools

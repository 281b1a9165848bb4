// The text a reader sees: the head before the measurement, the tables and findings after it.
#pragma once

#include "harness/run.hpp"

#include <string>
#include <vector>

namespace lab {

// Cells in columns: the first is aligned to the left, the others to the right. Width is counted in characters, not
// bytes. Every line ends without trailing blanks.
std::string columns_text(const std::vector<std::vector<std::string>>& rows);

// "stride: What does one memory access cost …?", the machine, the CPU, the clock, how long it will take.
std::string head_text(const Run& run, double budget_s);

// The table of the rows, the lab's own tables and notes.
std::string table_text(const Run& run);
// Refusals and warnings in full, then one line that counts what passed.
std::string checks_text(const Run& run);
std::string claims_text(const Run& run);
std::string predictions_text(const Run& run);

}  // namespace lab

// Reads the time of --due.
#pragma once

#include <ctime>
#include <string>

namespace grading {

// "2026-12-01 23:59", "2026-12-01T23:59:30" (this machine's zone), the same with Z (UTC) or an offset such as
// +02:00 at the end, or "2026-12-01" (the end of that day). Throws std::runtime_error with an example otherwise.
std::time_t parse_due(const std::string& text);

}  // namespace grading

// The interface of the exercise folded_stacks: the whole program as one function, and the percentage it prints.
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>

namespace folded_stacks {

// `part` samples of `total` as a percentage with one decimal and the sign: percent(1, 8) is "12.5%".
// Rounded half up, and exact: percent(1, 16) is 6.25 %, so "6.3%"; percent(49, 800) is 6.125 %, so "6.1%".
// Needs 0 <= part <= total and 1 <= total. The total may be as large as 2^63 - 1, so part * 1000 does not
// fit in 64 bits, and a double does not hold every such number.
std::string percent(std::int64_t part, std::int64_t total);

// Reads commands from `in`, one a line, until it ends, and writes the answers to `out`.
// README.md says what every command does. A wrong command is answered with a line `error: …`, and the next
// line is read as if it had not been there. Nothing is thrown. Memory is bounded by the number of distinct
// stacks (at most 256), however long the input is.
void run(std::istream& in, std::ostream& out);

}  // namespace folded_stacks

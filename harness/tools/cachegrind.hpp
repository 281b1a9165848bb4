// Simulated counts: what cachegrind says a program does, the same on every machine and in every run.
//
// Pure functions; contract.cpp runs valgrind. The simulated machine is fixed here, so that a contract means
// the same everywhere: level 1 with 32 KiB of 8 ways, last level with 8 MiB of 16 ways, lines of 64 bytes.
// There is no prefetcher and no second core, so counts say how many lines a walk touches, not how long it
// waits.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

struct SimulatedCounts {
    double instructions = 0;
    double loads = 0;
    double stores = 0;
    double d1_misses = 0;    // loads and stores that miss the first-level data cache
    double ll_misses = 0;    // data accesses that miss the last level
    double branches = 0;     // conditional branches
    double mispredicts = 0;  // of these, the wrongly predicted ones

    SimulatedCounts operator-(const SimulatedCounts& other) const;
};

// The counts that contracts may name.
struct NamedCount {
    std::string_view name;
    double SimulatedCounts::*count;
};
inline constexpr std::array<NamedCount, 7> named_counts{{
    {"instructions", &SimulatedCounts::instructions},
    {"loads", &SimulatedCounts::loads},
    {"stores", &SimulatedCounts::stores},
    {"d1_misses", &SimulatedCounts::d1_misses},
    {"ll_misses", &SimulatedCounts::ll_misses},
    {"branches", &SimulatedCounts::branches},
    {"mispredicts", &SimulatedCounts::mispredicts},
}};

// The arguments that put `program` under cachegrind, with its result in the file `out`.
std::vector<std::string> cachegrind_command(const std::string& out, const std::vector<std::string>& program);

// The totals in the text of a cachegrind.out file: the lines "events:" and "summary:". Nothing when one of
// them is missing (the program was killed), or an event is.
std::optional<SimulatedCounts> parse_cachegrind(std::string_view text);

}  // namespace lab

// Is this machine fit to measure on: each fact judged, with what mends it and what stays wrong otherwise.
#pragma once

#include <string>
#include <vector>

#include "harness/machine.hpp"

namespace lab::tools {

enum class Fit { yes, no, unknown };

struct Finding {
    std::string what;  // "governor"
    std::string seen;  // "powersave", "unknown (why)"
    Fit fit;
    std::string mend;    // the command that mends it, or why nothing does; empty when fit
    std::string effect;  // what stays wrong while it stays
};

// Whether hardware counters can be had, and if not why and what to type.
struct CounterState {
    bool available;
    std::string why;
};

// Pure: the facts of a machine in, one finding a line out, in the order in which they are worth mending.
std::vector<Finding> judge_machine(const Machine& machine, const CounterState& counters);

// A tool of the course. `output` is what `name --version` printed, empty when it could not be started.
struct Tool {
    std::string name, package, needed;  // needed: the least version, "12" or "3.25"
    std::string purpose;                // what can't be done without it
    std::string output;
};
Finding judge_tool(const Tool& tool);

// The first version number in a text ("g++ (Debian 12.2.0-14) 12.2.0" is "12.2.0"), empty when there is none.
std::string version_in(const std::string& text);

// True when version a is b or later: "3.9" is before "3.25".
bool at_least(const std::string& a, const std::string& b);

}  // namespace lab::tools

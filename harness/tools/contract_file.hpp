// Effect contracts: what must hold of a lab's counts and machine code, one statement a line.
//
// A contract stands beside its lab, in <lab>.contract:
//
//   # The branchy sum guesses wrong for every second random byte.
//   count branchy_random mispredicts_per_item between 0.4 0.6 with --bytes 200000
//   ratio columns rows d1_misses_per_call at_least 4          # of the first over the second
//   code sum_branchy has conditional_jump in_loop
//   code sum_branchless lacks vector
//   [clang++] [-O3] code sum_plain has vector                 # g++ uses conditional moves here
//   code sum_once instructions at_most 40
//   code sum_many load_depth at_least 2                       # the sum inside the loop that repeats it
//   code sum_unused is absent                                 # deleted, or inlined everywhere
//
// Variants are the lab's own rows, as --call names them ("1" for the point at 1; quotes around a name with
// blanks). Counts: instructions loads stores d1_misses ll_misses branches mispredicts, each _per_item or
// _per_call. Bounds: below X, above X, at_least X, at_most X, between X Y (both included). Facts: loop load
// store stack call conditional_jump vector atomic, with in_loop where it makes sense (code_facts.hpp). A
// limit in brackets names a compiler (g++, clang++), a level (-O2, -O3) or a machine (x86_64, aarch64); two
// of one kind mean either. A limited statement needs a comment that says why, behind it or on the line above.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/code_facts.hpp"
#include "harness/tools/cachegrind.hpp"

namespace lab::contract {

// A range of numbers, each end included or not.
struct Bound {
    std::optional<double> least, most;
    bool least_included = true, most_included = true;

    [[nodiscard]] bool holds(double value) const;
};

enum class Kind { count, ratio, has_fact, lacks_fact, code_size, absent };

struct Statement {
    int line = 0;
    std::string text;                                      // as written, without its comment
    std::vector<std::string> compilers, levels, machines;  // empty: all
    Kind kind = Kind::count;

    std::string variant, other;        // rows; `other` for a ratio
    NamedCount count{};                // what is counted
    bool per_item = true;              // else per call
    std::vector<std::string> options;  // for the lab, behind "with"

    std::string function;
    NamedFact fact{};
    bool in_loop = false;
    std::size_t CodeFacts::*size = nullptr;  // instructions, loop_depth or load_depth

    Bound bound;

    [[nodiscard]] bool needs_counts() const { return kind == Kind::count || kind == Kind::ratio; }
    [[nodiscard]] bool applies(std::string_view compiler, std::string_view level,
                               std::string_view machine) const;
};

struct Contract {
    std::vector<Statement> statements;
    std::vector<std::string> errors;  // "line 3: …"; a contract with errors is not judged
};

Contract parse_contract(std::string_view text);

struct Judgement {
    bool holds = false;
    std::string seen;  // "0.4963", "no loop, 2 instructions"
};

// The counts of one call of a row, and the items that call works on.
struct CallCounts {
    SimulatedCounts counts;
    double items = 0;
};

// One call's counts, from what was counted `before` and `after` so many `calls`: start-up and the building of data
// are in both and cancel. The two programs part at one branch, so a count may come out 4 too small: below 0 it is 0.
// Nothing when the numbers can't be so: no items, or less counted afterwards.
std::optional<CallCounts> per_call(const SimulatedCounts& before, const SimulatedCounts& after, int calls,
                                   double items);

Judgement judge_code(const Statement& statement, const CodeFacts& facts);
Judgement judge_count(const Statement& statement, const CallCounts& row);
Judgement judge_ratio(const Statement& statement, const CallCounts& row, const CallCounts& other);

}  // namespace lab::contract

// A fair comparison of two pieces of code. The interface; you don't edit it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace compare_ab {

// A clock: nanoseconds since some start, never going back. Only differences mean something.
using Clock = std::function<std::uint64_t()>;

// One of the two: batch(calls) does the work `calls` times and returns its answer, a checksum of what it
// computed.
struct Variant {
    std::string name;
    std::function<std::uint64_t(std::uint64_t calls)> batch;
};

// Times are ns for one call: the time of a batch divided by its calls. Each p50 is a median over the rounds,
// half-way between the two middle times.
struct Comparison {
    std::size_t rounds;   // batches of each variant
    double a_p50, b_p50;  // of A and of B
    std::optional<double>
        ratio;  // a_p50 / b_p50: 2 means that A takes twice as long. No value when b_p50 is 0.

    bool operator==(const Comparison&) const = default;
};

// Runs both variants once in each round, in batches of `calls` calls. The first round runs A then B, the
// second B then A, the third A then B again, and so on: A B B A A B B A … Each batch is timed alone, with one
// clock read just before it and one just after.
//
// Equal work: every answer of both variants must be the same as the first answer of A. The first answer that
// differs ends the comparison: throws std::runtime_error. Its text holds the name of A and its first answer, and the name
// of the variant that differs (that may be A again) and its answer.
//
// Refused with std::invalid_argument, before anything runs: no calls; no rounds; an odd number of rounds,
// because then one of the two would go first more often.
Comparison compare(const Clock& clock, const Variant& a, const Variant& b, std::uint64_t calls,
                   std::size_t rounds);

}  // namespace compare_ab

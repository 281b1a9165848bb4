// A benchmark harness in three small functions, on a clock that a test can fake. You don't edit this file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace mini_harness {

// A clock: nanoseconds since some start, never going back. The start is unknown and may be very long ago, so
// only differences mean something. Reading it takes time too.
using Clock = std::function<std::uint64_t()>;

// The work to be timed: batch(calls) does it `calls` times. The loop is inside, so that going through
// std::function is paid once for a batch, not once for a call.
using Batch = std::function<void(std::uint64_t calls)>;

// No batch is ever larger than this, however fast the work is.
inline constexpr std::uint64_t most_calls = std::uint64_t{1} << 40;

// How long batch(calls) takes, in ns. Reads the clock exactly twice: just before and just after.
std::uint64_t time_batch(const Clock& clock, const Batch& batch, std::uint64_t calls);

struct Calibration {
    std::uint64_t calls;  // in one batch
    bool long_enough;     // whether a batch of that many calls took at least the target

    bool operator==(const Calibration&) const = default;
};

// Finds how many calls make one batch: times batches of 1, 2, 4, 8, … calls, and stops at the first that
// takes `target_ns` or more. Stops at most_calls as well, even if that is still too short (long_enough is
// false then). Each size is timed once.
// Refused with std::invalid_argument: a target of 0.
Calibration calibrate(const Clock& clock, const Batch& batch, std::uint64_t target_ns);

// What was measured. Times are ns for one call: the time of a batch divided by its calls.
struct Report {
    std::uint64_t calls;   // in each batch
    bool long_enough;      // as calibrate said
    std::size_t samples;   // batches timed after the calibration
    double min, p50, max;  // p50 is the median: half-way between the two middle ones if even
    double mad;            // median of the distances from the median, not scaled
    std::optional<double> calls_per_second;  // from the p50; no value (std::nullopt) when the p50 is 0

    bool operator==(const Report&) const = default;
};

// Calibrates, then times `samples` batches of the size that calibrate found, and nothing else. The batches of
// the calibration warm the caches; their times are not samples.
// Refused with std::invalid_argument, before anything runs: a target of 0; no samples.
Report measure(const Clock& clock, const Batch& batch, std::uint64_t target_ns = 2'000'000,
               std::size_t samples = 100);

}  // namespace mini_harness

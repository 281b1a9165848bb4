// How fast the core runs right now, by two probes that need no counters.
#pragma once

#include "harness/clock.hpp"

namespace lab {

// One look at the core's speed.
struct SpeedProbe {
    double ghz = 0;        // cycles per ns by a chain of dependent adds; 0 when the clock did not move
    double branch_ns = 0;  // time of one taken branch in a tight loop, ns
};

// The effective clock: an add whose input is the add before it takes one cycle on every processor this course
// knows, so adds per ns are cycles per ns. (The time-stamp counter ticks at a fixed rate of its own and says
// nothing about it.) Best of nine chains: a disturbance can only make a chain slower.
//
// The second probe is a loop of one decrement and one taken branch. It is bound by the front end, which a
// sibling hyper-thread shares, so it slows down when a sibling wakes, while the add chain does not.
SpeedProbe probe_speed(Clock& clock);

// `count` dependent adds of `step` to `start`, one after the other, whatever the compiler thinks of it.
// `count` is rounded up to a multiple of 100. The building block of the probe and of labs that need work of a
// known number of cycles.
std::uint64_t dependent_adds(std::uint64_t start, std::uint64_t step, std::uint64_t count);

}  // namespace lab

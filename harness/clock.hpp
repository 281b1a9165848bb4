// The clock behind every measurement, as an interface that a test can fake.
#pragma once

#include <cstdint>

namespace lab {

// A clock in nanoseconds. Only differences mean anything; it never goes backwards.
class Clock {
public:
    virtual ~Clock() = default;
    virtual std::int64_t now() = 0;
};

// CLOCK_MONOTONIC: runs on while the thread sleeps, is never set back, and costs about 30 ns a read on a
// virtual machine. The thread's CPU clock would leave out the time a neighbour took, but it enters the kernel
// (700 ns a read on the same machine), so the harness counts that time apart, by `usage.hpp`.
Clock& monotonic_clock();

// The same clock, asked of the kernel by a bare system call: slower, but no library can answer in its place.
Clock& kernel_clock();

// False when one runs faster than the other by more than 2 % in each of three tries of two milliseconds. One try may be
// off: something else can get the CPU between two reads.
bool run_alike(Clock& clock, Clock& other);

// Cost of one read of `clock` in ns: the cheapest of several batches of reads, since a disturbance can only
// add to it. 0 when the clock did not move at all in a batch.
double clock_read_cost(Clock& clock);

}  // namespace lab

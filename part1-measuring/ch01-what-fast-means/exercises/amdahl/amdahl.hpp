// Amdahl's law: how much the whole gains when one part of it gets faster. The interface; you don't edit it.
#pragma once

#include <optional>

namespace amdahl {

// Throughout: `part` is the share of the old time that gets faster, from 0 (nothing) to 1 (everything).
// `factor` is how many times faster that part gets: 2 is half the time; 0.5 is twice the time, which is legal
// too; infinity means that the part takes no time at all any more.
// A speed-up is old time divided by new time: 2 is twice as fast, 1 is no change, 0.5 is twice as slow.
//
// Refused with std::invalid_argument: a part outside [0, 1]; a factor or a target that is 0 or negative; and
// NaN ("not a number") for any of them.

// The speed-up of the whole when `part` of it gets `factor` times faster.
double speedup(double part, double factor);

// What speedup() comes to when the factor grows without end. Infinity when the part is everything.
double limit(double part);

// The part that must get `factor` times faster so that the whole gets `target` times faster.
// No value (std::nullopt) when no part from 0 to 1 gives that target: not even everything is enough.
// With factor 1 nothing changes: then a target of exactly 1 needs the part 0, and no other target can be had.
std::optional<double> part_needed(double target, double factor);

}  // namespace amdahl

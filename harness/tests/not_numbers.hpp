// The two values that no measurement is, for tests that hand them in.
#pragma once

#include <limits>

namespace lab::testing {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace lab::testing

// Compares and prints the answers of measured functions.
#include "harness/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

bool same_answer(const Answer& a, const Answer& b, double tolerance) {
    if (!a.real && !b.real) return a.whole == b.whole;
    const double x = a.real ? a.number : static_cast<double>(a.whole);
    const double y = b.real ? b.number : static_cast<double>(b.whole);
    if (x == y) return true;
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    return std::abs(x - y) <= tolerance * std::max(std::abs(x), std::abs(y));
}

std::string show_answer(const Answer& answer) {
    // Enough digits to tell any two doubles apart.
    if (answer.real) return fmt::format("{}", answer.number);
    const auto with_sign = static_cast<std::int64_t>(answer.whole);
    if (with_sign < 0) return fmt::format("{} (or {})", answer.whole, with_sign);
    return fmt::format("{}", answer.whole);
}

}  // namespace lab

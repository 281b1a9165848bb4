// Points, rounded and shown in one way everywhere.
#include "grading/grader/result.hpp"

#include <cmath>
#include <cstdint>

namespace grading {

double to_cents(double points) { return std::floor(points * 100 + 0.5 + 1e-9) / 100; }

std::string show_points(double points) {
    const auto cents = static_cast<std::int64_t>(std::floor(points * 100 + 0.5 + 1e-9));
    std::string text = std::to_string(cents / 100);
    if (cents % 100 == 0) return text;
    text += '.';
    text += static_cast<char>('0' + cents % 100 / 10);
    if (cents % 10 != 0) text += static_cast<char>('0' + cents % 10);
    return text;
}

}  // namespace grading

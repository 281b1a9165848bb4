// The answer of a measured function: a whole number or a real one.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace lab {

// What a measured function answers: a whole number (wrapping at 2^64) or a real one.
struct Answer {
    bool real = false;
    std::uint64_t whole = 0;
    double number = 0;

    constexpr Answer() = default;
    template <std::integral T>
    constexpr Answer(T value) : whole(static_cast<std::uint64_t>(value)) {}
    template <std::floating_point T>
    constexpr Answer(T value) : real(true), number(static_cast<double>(value)) {}

    friend constexpr bool operator==(const Answer&, const Answer&) = default;
};

// Two whole numbers are compared exactly. As soon as one of the two is real, they may differ by `tolerance`
// times the larger magnitude (0: not at all). NaN equals nothing.
bool same_answer(const Answer& a, const Answer& b, double tolerance = 0);

// An answer for a message: "42", "3.25". A whole number that may also be a negative one is printed both ways.
std::string show_answer(const Answer& answer);

}  // namespace lab

// Hidden tests of amdahl: parts, factors and targets drawn from the secret.
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "grading/exercises/amdahl/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// From a hundredth to a thousand, as many below 1 as above in each decade.
double any_factor(grading::Draw& draw) { return std::pow(10.0, draw.real(-2, 3)); }

void expect_close(double came, double expected, double part, double factor) {
    EXPECT_NEAR(came, expected, 1e-9 * std::abs(expected)) << "part " << part << ", factor " << factor;
}

TEST(Speedup, AnyPartAndFactor) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        const double part = draw.real(0, 1);
        const double factor = any_factor(draw);
        expect_close(student::speedup(part, factor), reference::speedup(part, factor), part, factor);
    });
}

TEST(Limit, AnyPart) {
    grading::for_each_case(50, [](grading::Draw& draw) {
        const double part = draw.real(0, 0.999);
        expect_close(student::limit(part), reference::limit(part), part, 0);
    });
}

TEST(PartNeeded, TheWayBack) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        const double factor = draw.chance(0.8) ? any_factor(draw) : 1.0;
        const double gain = std::abs(factor - 1) < 0.01 ? 1.0 : factor;
        // A target that a part of 0.01 to 0.99 gives; beyond the factor; or in the wrong direction.
        const double part = draw.real(0.01, 0.99);
        const auto kind = draw.below(3);
        double target = reference::speedup(part, gain);
        if (kind == 1) {
            target = gain > 1 ? gain * draw.real(1.01, 3) : gain / draw.real(1.01, 3);
        } else if (kind == 2) {
            target = gain > 1 ? draw.real(0.1, 0.99) : draw.real(1.01, 10);
        }
        const auto came = student::part_needed(target, gain);
        const auto expected = reference::part_needed(target, gain);
        ASSERT_EQ(came.has_value(), expected.has_value()) << "target " << target << ", factor " << gain;
        if (expected) {
            EXPECT_NEAR(*came, *expected, 1e-9) << "target " << target << ", factor " << gain;
        }
    });
}

TEST(Refused, WhatMakesNoSense) {
    grading::for_each_case(20, [](grading::Draw& draw) {
        const double factor = any_factor(draw);
        const double part = draw.real(0, 1);
        const double no_part = draw.chance(0.5) ? draw.real(1.0001, 100) : draw.real(-100, -0.0001);
        const double not_positive = draw.chance(0.3) ? 0.0 : draw.real(-100, -0.0001);
        // A function that throws whatever it is asked gets nothing here.
        EXPECT_NEAR(student::speedup(0, factor), 1, 1e-9);
        EXPECT_NEAR(student::limit(0), 1, 1e-9);
        EXPECT_NEAR(student::part_needed(1, factor).value_or(-1), 0, 1e-9);
        EXPECT_THROW(student::speedup(no_part, factor), std::invalid_argument) << no_part;
        EXPECT_THROW(student::limit(no_part), std::invalid_argument) << no_part;
        EXPECT_THROW(student::speedup(part, not_positive), std::invalid_argument) << not_positive;
        EXPECT_THROW(student::part_needed(not_positive, factor), std::invalid_argument) << not_positive;
        EXPECT_THROW(student::part_needed(factor, not_positive), std::invalid_argument) << not_positive;
    });
    EXPECT_THROW(student::speedup(nan, 2), std::invalid_argument);
    EXPECT_THROW(student::speedup(0.5, nan), std::invalid_argument);
    EXPECT_THROW(student::limit(nan), std::invalid_argument);
    EXPECT_THROW(student::part_needed(nan, 2), std::invalid_argument);
    EXPECT_THROW(student::part_needed(2, nan), std::invalid_argument);
}

}  // namespace

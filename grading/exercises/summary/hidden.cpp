// Hidden tests of summary: piles of timings drawn from the secret, some with wild values.
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "grading/exercises/summary/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using Values = std::vector<double>;

// Around one value, with a tail to the right, some equal, one in ten wild; or spread around 0.
Values any_values(grading::Draw& draw, std::int64_t most) {
    Values values(static_cast<std::size_t>(draw.between(1, most)));
    const double centre = std::pow(10.0, draw.real(-2, 6));
    const bool around_zero = draw.chance(0.2);
    for (auto& value : values) {
        value = around_zero ? draw.real(-10, 10) : centre * (1 + 0.1 * std::abs(draw.real(-1, 1)));
        if (draw.chance(0.1)) {
            value *= draw.real(2, 100);
        }
        if (draw.chance(0.2)) {
            value = values.front();
        }
    }
    draw.shuffle(values);
    return values;
}

void expect_close(const std::optional<double>& came, const std::optional<double>& expected,
                  const Values& values) {
    std::ostringstream text;
    for (const double value : values) {
        text << value << ' ';
    }
    ASSERT_EQ(came.has_value(), expected.has_value()) << text.str();
    if (expected) {
        EXPECT_NEAR(*came, *expected, 1e-9 * std::abs(*expected) + 1e-12) << text.str();
    }
}

TEST(Summary, MinimumAndMedian) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        const auto values = any_values(draw, 40);
        expect_close(student::minimum(values), reference::minimum(values), values);
        expect_close(student::median(values), reference::median(values), values);
    });
}

TEST(Summary, AnyQuantile) {
    grading::for_each_case(150, [](grading::Draw& draw) {
        const auto values = any_values(draw, draw.chance(0.3) ? 5 : 300);
        const double q = draw.chance(0.3) ? static_cast<double>(draw.below(101)) / 100 : draw.real(0, 1);
        expect_close(student::quantile(values, q), reference::quantile(values, q), values);
    });
}

TEST(Summary, Mad) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        const auto values = any_values(draw, 40);
        expect_close(student::mad(values), reference::mad(values), values);
    });
}

TEST(Summary, RelativeSpread) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        auto values = any_values(draw, 12);
        if (draw.chance(0.2)) {
            values.assign(values.size(), 0.0);
        }
        expect_close(student::relative_spread(values), reference::relative_spread(values), values);
    });
}

TEST(Summary, NoData) {
    grading::for_each_case(30, [](grading::Draw& draw) {
        auto values = any_values(draw, 20);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const std::vector<double> bad{std::numeric_limits<double>::quiet_NaN(), infinity, -infinity};
        expect_close(student::median(values), reference::median(values), values);  // what has an answer gets it
        const double no_quantile = draw.chance(0.5) ? draw.real(1.0001, 100) : draw.real(-2, -0.0001);
        EXPECT_THROW(student::quantile(values, no_quantile), std::invalid_argument) << no_quantile;
        const auto place = static_cast<std::size_t>(draw.below(values.size()));
        values[place] = draw.pick(bad);
        EXPECT_THROW(student::minimum(values), std::invalid_argument);
        EXPECT_THROW(student::median(values), std::invalid_argument);
        EXPECT_THROW(student::quantile(values, 0.25), std::invalid_argument);
        EXPECT_THROW(student::mad(values), std::invalid_argument);
        EXPECT_THROW(student::relative_spread(values), std::invalid_argument);
    });
    EXPECT_FALSE(student::minimum({}).has_value());
    EXPECT_FALSE(student::median({}).has_value());
    EXPECT_FALSE(student::quantile({}, 0.9).has_value());
    EXPECT_FALSE(student::mad({}).has_value());
    EXPECT_FALSE(student::relative_spread({}).has_value());
}

}  // namespace

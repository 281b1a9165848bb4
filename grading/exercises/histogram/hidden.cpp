// Hidden tests of histogram: piles of timings drawn from the secret, with values on and beside the edges.
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

#include "grading/exercises/histogram/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using Values = std::vector<double>;

// Whole numbers: sums, halves and bins of a power of two are exact, so the edges are where they are.
Values whole_values(grading::Draw& draw) {
    Values values(static_cast<std::size_t>(draw.between(1, 60)));
    const auto low = draw.between(1, 1000);
    for (auto& value : values) {
        value = static_cast<double>(draw.between(low, low + 64));
        if (draw.chance(0.15)) {
            value = static_cast<double>(draw.between(low, 6 * low));
        }
    }
    return values;
}

// The low edge moved so that each of the bins is exactly one wide: every value lies on an edge.
Values values_on_edges(grading::Draw& draw, std::size_t bins) {
    const double median = static_cast<double>(draw.between(1, 40) + static_cast<std::int64_t>(bins));
    const double low = 2 * median - static_cast<double>(bins);
    if (low > median) {
        return {1, 1, 1};
    }
    Values values{low, median, 2 * median};
    const auto pairs = draw.below(20);
    for (std::uint64_t i = 0; i < pairs; ++i) {
        values.push_back(low + std::floor(draw.real(0, median - low)));
        values.push_back(median + std::floor(draw.real(0, 2 * median)));
    }
    draw.shuffle(values);
    return values;
}

std::size_t total(const histogram::Histogram& made) {
    return std::accumulate(made.counts.begin(), made.counts.end(), made.overflow);
}

TEST(Histogram, Frame) {
    grading::for_each_case(80, [](grading::Draw& draw) {
        const auto values = whole_values(draw);
        const auto bins = static_cast<std::size_t>(draw.between(1, 50));
        const auto came = student::make_histogram(values, bins);
        const auto expected = reference::make_histogram(values, bins);
        ASSERT_TRUE(came.has_value());
        EXPECT_DOUBLE_EQ(came->low, expected->low);
        EXPECT_DOUBLE_EQ(came->high, expected->high);
        EXPECT_DOUBLE_EQ(came->width, expected->width);
        EXPECT_EQ(came->counts.size(), bins);
    });
}

TEST(Histogram, Counts) {
    grading::for_each_case(120, [](grading::Draw& draw) {
        const auto bins = std::size_t{1} << draw.between(0, 6);
        const auto values = draw.chance(0.5) ? whole_values(draw) : values_on_edges(draw, bins);
        const auto came = student::make_histogram(values, bins);
        const auto expected = reference::make_histogram(values, bins);
        ASSERT_TRUE(came.has_value());
        EXPECT_EQ(came->counts, expected->counts) << bins << " bins";
        EXPECT_EQ(came->overflow, expected->overflow) << bins << " bins";
    });
}

// Bins of any width, and values a hair below the end: rounding decides where they come out.
TEST(Histogram, NoneIsLost) {
    grading::for_each_case(150, [](grading::Draw& draw) {
        const double median = draw.real(0.1, 50);
        const double beside = std::nextafter(2 * median, 0.0);
        Values values{draw.chance(0.5) ? 0.0 : draw.real(0, 0.2 * median), median, median, median, beside};
        if (draw.chance(0.5)) {
            values.push_back(1e300);
            values.push_back(draw.real(0, median));
        }
        const auto bins = static_cast<std::size_t>(draw.between(1, 100));
        const auto came = student::make_histogram(values, bins);
        ASSERT_TRUE(came.has_value());
        ASSERT_EQ(came->counts.size(), bins);
        EXPECT_EQ(total(*came), values.size()) << "median " << median << ", bins " << bins;
        EXPECT_EQ(came->overflow, reference::make_histogram(values, bins)->overflow);
        EXPECT_GE(came->counts.back(), 1u)
            << "the value just below the end; median " << median << ", bins " << bins;
    });
}

TEST(Histogram, ManyZeros) {
    grading::for_each_case(20, [](grading::Draw& draw) {
        Values values(static_cast<std::size_t>(draw.between(3, 30)));
        const auto larger = draw.below(values.size() / 2);
        for (std::uint64_t i = 0; i < larger; ++i) {
            values[static_cast<std::size_t>(i)] = draw.real(0.1, 1000);
        }
        draw.shuffle(values);
        const auto bins = static_cast<std::size_t>(draw.between(1, 20));
        const auto came = student::make_histogram(values, bins);
        ASSERT_TRUE(came.has_value());
        EXPECT_EQ(*came, *reference::make_histogram(values, bins));
    });
}

TEST(Histogram, Refusals) {
    grading::for_each_case(20, [](grading::Draw& draw) {
        auto values = whole_values(draw);
        const auto bins = static_cast<std::size_t>(draw.between(1, 20));
        const auto came = student::make_histogram(values, bins);  // what has an answer gets it
        ASSERT_TRUE(came.has_value());
        EXPECT_EQ(*came, *reference::make_histogram(values, bins));
        EXPECT_THROW(student::make_histogram(values, 0), std::invalid_argument);
        EXPECT_FALSE(student::make_histogram({}, bins).has_value());
        const Values bad{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                         -1.0, -std::numeric_limits<double>::infinity()};
        const auto place = static_cast<std::size_t>(draw.below(values.size()));
        values[place] = draw.pick(bad);
        EXPECT_THROW(student::make_histogram(values, bins), std::invalid_argument);
    });
}

}  // namespace

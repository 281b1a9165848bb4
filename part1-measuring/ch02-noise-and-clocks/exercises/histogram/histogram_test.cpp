// Public tests of histogram: where each value is counted, and that none is lost.
#include "histogram.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "harness/exercise/expect.hpp"

namespace {

using histogram::make_histogram;

using Values = std::vector<double>;
using Counts = std::vector<std::size_t>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Calls make_histogram; when nothing comes back the case fails and goes on with an empty histogram.
histogram::Histogram made(const Values& values, std::size_t bins) {
    auto answer = make_histogram(values, bins);
    if (!answer) {
        throw std::runtime_error("make_histogram said no value (std::nullopt) for " + expect::show(values));
    }
    return *answer;
}

std::size_t total(const histogram::Histogram& histogram) {
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.overflow);
}

// A small generator of its own, so that the values are the same on every machine.
std::uint64_t next(std::uint64_t& state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

// ---- the frame ----

TEST(Frame, WorkedExample) {
    const Values values{64, 70, 80, 96, 100, 128, 500};
    EXPECT_CLOSE(made(values, 4).low, 64.0);
    EXPECT_CLOSE(made(values, 4).high, 192.0);
    EXPECT_CLOSE(made(values, 4).width, 32.0);
}

TEST(Frame, EvenNumberOfValuesTakesTheMedianHalfWay) {
    EXPECT_CLOSE(made(Values{10, 20, 40, 100}, 5).high, 60.0);
    EXPECT_CLOSE(made(Values{10, 20, 40, 100}, 5).width, 10.0);
}

TEST(Frame, OneWildValueDoesNotStretchIt) {
    EXPECT_CLOSE(made(Values{10, 10, 10, 1000000}, 10).high, 20.0);
    EXPECT_CLOSE(made(Values{10, 10, 10, 1000000}, 10).width, 1.0);
}

TEST(Frame, AsManyBinsAsAskedFor) {
    for (const std::size_t bins : {1u, 2u, 7u, 100u}) {
        const expect::Given given("bins ", bins);
        EXPECT_ANSWER(made(Values{3, 1, 2}, bins).counts.size(), bins);
    }
}

// ---- the counts ----

TEST(Counting, WorkedExample) {
    const Values values{64, 70, 80, 96, 100, 128, 500};
    EXPECT_ANSWER(made(values, 4).counts, (Counts{3, 2, 1, 0}));
    EXPECT_ANSWER(made(values, 4).overflow, 1u);
}

TEST(Counting, OrderDoesNotMatter) {
    const Values values{500, 100, 64, 128, 96, 80, 70};
    EXPECT_CLOSE(made(values, 4).low, 64.0);
    EXPECT_CLOSE(made(values, 4).high, 192.0);
    EXPECT_ANSWER(made(values, 4).counts, (Counts{3, 2, 1, 0}));
    EXPECT_ANSWER(made(values, 4).overflow, 1u);
}

// Edges at 8, 10, 12, 14, 16, and the median is 8: half the values below it, as there are five of them.
TEST(Counting, AValueOnAnEdgeBelongsToTheRight) {
    const Values values{8, 8, 8, 10, 14};
    EXPECT_ANSWER(made(values, 4).counts, (Counts{3, 1, 0, 1}));
    EXPECT_ANSWER(made(values, 4).overflow, 0u);
}

TEST(Counting, TwiceTheMedianIsOverflow) {
    EXPECT_ANSWER(made(Values{8, 8, 16}, 4).counts, (Counts{2, 0, 0, 0}));
    EXPECT_ANSWER(made(Values{8, 8, 16}, 4).overflow, 1u);
}

TEST(Counting, JustBelowTwiceTheMedianIsTheLastBin) {
    const double just_below = std::nextafter(16.0, 0.0);
    EXPECT_ANSWER(made(Values{8, 8, just_below}, 4).counts, (Counts{2, 0, 0, 1}));
    EXPECT_ANSWER(made(Values{8, 8, just_below}, 4).overflow, 0u);
}

TEST(Counting, OneBin) {
    EXPECT_ANSWER(made(Values{4, 5, 6, 7, 100}, 1).counts, (Counts{4}));
    EXPECT_ANSWER(made(Values{4, 5, 6, 7, 100}, 1).overflow, 1u);
}

TEST(Counting, BinsNeedNotBeWholeNumbersWide) {
    EXPECT_CLOSE(made(Values{1, 1.5, 1.75}, 8).width, 0.25);
    EXPECT_ANSWER(made(Values{1, 1.5, 1.75}, 8).counts, (Counts{1, 0, 1, 1, 0, 0, 0, 0}));
}

TEST(Counting, ALargeTimeOverflowsNoInteger) {
    EXPECT_ANSWER(made(Values{1, 1, 1, 1e300}, 4).counts, (Counts{3, 0, 0, 0}));
    EXPECT_ANSWER(made(Values{1, 1, 1, 1e300}, 4).overflow, 1u);
    EXPECT_ANSWER(made(Values{1e200, 1e200, 3e200}, 2).counts, (Counts{2, 0}));
}

// ---- none is lost ----

// Divided by the width, a value just below `high` comes out as `bins` for some numbers: rounding.
TEST(NoneIsLost, ValuesThatRoundToTheEdge) {
    for (int i = 1; i <= 200; ++i) {
        const double median = 0.1 * i;
        const Values values{0, median, median, std::nextafter(2 * median, 0.0)};
        for (const std::size_t bins : {3u, 10u, 49u}) {
            const expect::Given given("values ", values, ", bins ", bins);
            const auto answer = made(values, bins);
            EXPECT_ANSWER(total(answer), 4u);
            ASSERT_EQ(answer.counts.size(), bins);
            EXPECT_ANSWER(answer.counts.back(), 1u);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(NoneIsLost, ManyRandomPiles) {
    std::uint64_t state = 88172645463325252;
    for (std::size_t n = 1; n < 60; ++n) {
        Values values;
        for (std::size_t i = 0; i < n; ++i) {
            const auto base = static_cast<double>(1000 + next(state) % 900);
            values.push_back(next(state) % 20 == 0 ? base * 3 : base);
        }
        for (const std::size_t bins : {1u, 2u, 9u, 50u}) {
            const expect::Given given("values ", values, ", bins ", bins);
            EXPECT_ANSWER(total(made(values, bins)), n);
            if (HasFailure()) {
                return;
            }
        }
    }
}

// ---- the edges ----

TEST(Edges, NoValuesIsNoData) { EXPECT_ANSWER(make_histogram(Values{}, 10), std::nullopt); }

TEST(Edges, OneValue) {
    EXPECT_CLOSE(made(Values{5}, 5).width, 1.0);
    EXPECT_ANSWER(made(Values{5}, 5).counts, (Counts{1, 0, 0, 0, 0}));
    EXPECT_ANSWER(made(Values{5}, 5).overflow, 0u);
}

TEST(Edges, EqualValues) {
    EXPECT_CLOSE(made(Values{6, 6, 6}, 3).width, 2.0);
    EXPECT_ANSWER(made(Values{6, 6, 6}, 3).counts, (Counts{3, 0, 0}));
}

TEST(Edges, AMedianOfZeroHasNoWidth) {
    EXPECT_CLOSE(made(Values{0, 0, 0, 7, 9}, 3).width, 0.0);
    EXPECT_CLOSE(made(Values{0, 0, 0, 7, 9}, 3).high, 0.0);
    EXPECT_ANSWER(made(Values{0, 0, 0, 7, 9}, 3).counts, (Counts{3, 0, 0}));
    EXPECT_ANSWER(made(Values{0, 0, 0, 7, 9}, 3).overflow, 2u);
    EXPECT_ANSWER(made(Values{0}, 2).counts, (Counts{1, 0}));
}

TEST(Edges, ZeroIsATimeLikeAnyOther) {
    EXPECT_CLOSE(made(Values{0, 4, 5}, 4).low, 0.0);
    EXPECT_ANSWER(made(Values{0, 4, 5}, 4).counts, (Counts{1, 0, 2, 0}));
}

// To refuse everything is no answer either: these begin with a question that has one.
TEST(Edges, RefusesNoBins) {
    EXPECT_ANSWER(made(Values{1, 2, 3}, 1).counts, (Counts{3}));
    EXPECT_REFUSED(make_histogram(Values{1, 2, 3}, 0));
    EXPECT_REFUSED(make_histogram(Values{}, 0));
}

TEST(Edges, RefusesWhatIsNoTime) {
    EXPECT_ANSWER(made(Values{1, 2, 3}, 1).counts, (Counts{3}));
    EXPECT_REFUSED(make_histogram(Values{1, -2, 3}, 4));
    EXPECT_REFUSED(make_histogram(Values{1, 2, nan}, 4));
    EXPECT_REFUSED(make_histogram(Values{nan, 1, 2}, 4));
    EXPECT_REFUSED(make_histogram(Values{1, infinity, 3}, 4));
}

}  // namespace

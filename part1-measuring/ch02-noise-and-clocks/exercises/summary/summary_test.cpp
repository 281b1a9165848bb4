// Public tests of summary: known piles of values, the edges, and what must be refused.
#include "summary.hpp"

#include <limits>
#include <vector>

#include "harness/exercise/expect.hpp"

namespace {

using summary::mad;
using summary::median;
using summary::minimum;
using summary::quantile;
using summary::relative_spread;

using Values = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Ten timings in ms; at one of them the machine did something else.
const Values worksheet{100, 102, 101, 99, 103, 100, 400, 101, 100, 102};

// ---- minimum ----

TEST(Minimum, TheSmallestWhereverItStands) {
    EXPECT_CLOSE(minimum(worksheet), 99.0);
    EXPECT_CLOSE(minimum(Values{5, 4, 3}), 3.0);
    EXPECT_CLOSE(minimum(Values{3, 4, 5}), 3.0);
    EXPECT_CLOSE(minimum(Values{2e300, 1e300}), 1e300);
    EXPECT_CLOSE(minimum(Values{-1, -3, -2}), -3.0);
}

// ---- median ----

TEST(Median, OddNumberOfValues) {
    EXPECT_CLOSE(median(Values{3, 1, 2}), 2.0);
    EXPECT_CLOSE(median(Values{9, 1, 8, 2, 3}), 3.0);
}

TEST(Median, EvenNumberOfValuesIsHalfWay) {
    EXPECT_CLOSE(median(Values{1, 2}), 1.5);
    EXPECT_CLOSE(median(Values{10, 1, 2, 100}), 6.0);
}

TEST(Median, OneWildValueDoesNotMoveIt) { EXPECT_CLOSE(median(worksheet), 101.0); }

TEST(Median, EqualValues) { EXPECT_CLOSE(median(Values{7, 7, 7, 7}), 7.0); }

TEST(Median, NegativeValues) { EXPECT_CLOSE(median(Values{-5, 3, -1, -4}), -2.5); }

// ---- quantile ----

TEST(Quantile, WorkedExample) { EXPECT_CLOSE(quantile(Values{10, 20, 30, 50}, 0.9), 44.0); }

TEST(Quantile, EndsAreTheSmallestAndTheLargest) {
    EXPECT_CLOSE(quantile(Values{5, 1, 9, 3}, 0.0), 1.0);
    EXPECT_CLOSE(quantile(Values{5, 1, 9, 3}, 1.0), 9.0);
}

TEST(Quantile, OnAValueThereIsNothingBetween) {
    EXPECT_CLOSE(quantile(Values{10, 20, 30, 40, 50}, 0.25), 20.0);
    EXPECT_CLOSE(quantile(Values{10, 20, 30, 40, 50}, 0.75), 40.0);
}

TEST(Quantile, BetweenTwoValues) {
    EXPECT_CLOSE(quantile(Values{1, 2, 3, 4}, 0.25), 1.75);
    EXPECT_CLOSE(quantile(Values{1, 2, 3, 4}, 0.75), 3.25);
    EXPECT_CLOSE(quantile(Values{0, 10}, 0.3), 3.0);
}

TEST(Quantile, TheNinetyNinthOfAHundredAndOne) {
    Values values;
    for (int i = 100; i >= 0; --i) {
        values.push_back(i);
    }
    EXPECT_CLOSE(quantile(values, 0.99), 99.0);
    EXPECT_CLOSE(quantile(values, 0.5), 50.0);
    EXPECT_CLOSE(quantile(values, 0.005), 0.5);
}

TEST(Quantile, OfTheWorksheet) {
    EXPECT_CLOSE(quantile(worksheet, 0.9), 132.7);
    EXPECT_CLOSE(quantile(worksheet, 0.25), 100.0);
}

TEST(Quantile, RefusesAQuantileOutsideZeroToOne) {
    EXPECT_CLOSE(quantile(worksheet, 0.9), 132.7);
    EXPECT_REFUSED(quantile(worksheet, -0.1));
    EXPECT_REFUSED(quantile(worksheet, 1.1));
    EXPECT_REFUSED(quantile(worksheet, 99.0));
    EXPECT_REFUSED(quantile(worksheet, nan));
    EXPECT_REFUSED(quantile(Values{}, 2.0));
}

// ---- mad ----

TEST(Mad, WorkedExample) { EXPECT_CLOSE(mad(Values{10, 11, 12, 14, 90}), 2.0); }

TEST(Mad, FractionsCount) { EXPECT_CLOSE(mad(Values{0.25, 0.5, 1.5}), 0.25); }

TEST(Mad, OneWildValueDoesNotMoveIt) { EXPECT_CLOSE(mad(worksheet), 1.0); }

TEST(Mad, DistancesCountWithoutSign) { EXPECT_CLOSE(mad(Values{1, 5, 6, 7, 30}), 1.0); }

TEST(Mad, EvenNumberOfValues) {
    EXPECT_CLOSE(mad(Values{1, 2, 4, 9}), 1.5);
    EXPECT_CLOSE(mad(Values{0, 10}), 5.0);
}

TEST(Mad, MoreThanHalfEqualIsZero) { EXPECT_CLOSE(mad(Values{5, 5, 5, 100, 200}), 0.0); }

// ---- relative_spread ----

TEST(RelativeSpread, WorkedExample) { EXPECT_CLOSE(relative_spread(Values{100, 104, 110}), 10.0 / 104); }

TEST(RelativeSpread, OneWildValueIsAllItSees) { EXPECT_CLOSE(relative_spread(worksheet), 301.0 / 101); }

TEST(RelativeSpread, EqualValuesHaveNone) { EXPECT_CLOSE(relative_spread(Values{4, 4, 4}), 0.0); }

TEST(RelativeSpread, NothingToCompareWith) {
    EXPECT_ANSWER(relative_spread(Values{0, 0, 5}), std::nullopt);
    EXPECT_ANSWER(relative_spread(Values{0, 0, 0}), std::nullopt);
    EXPECT_ANSWER(relative_spread(Values{-4, -2, 1}), std::nullopt);
}

// ---- all of them ----

TEST(Edges, NoValuesIsNoData) {
    EXPECT_ANSWER(minimum(Values{}), std::nullopt);
    EXPECT_ANSWER(median(Values{}), std::nullopt);
    EXPECT_ANSWER(quantile(Values{}, 0.5), std::nullopt);
    EXPECT_ANSWER(mad(Values{}), std::nullopt);
    EXPECT_ANSWER(relative_spread(Values{}), std::nullopt);
}

TEST(Edges, OneValueIsLegal) {
    EXPECT_CLOSE(minimum(Values{7}), 7.0);
    EXPECT_CLOSE(median(Values{7}), 7.0);
    EXPECT_CLOSE(quantile(Values{7}, 0.0), 7.0);
    EXPECT_CLOSE(quantile(Values{7}, 0.99), 7.0);
    EXPECT_CLOSE(quantile(Values{7}, 1.0), 7.0);
    EXPECT_CLOSE(mad(Values{7}), 0.0);
    EXPECT_CLOSE(relative_spread(Values{7}), 0.0);
}

// To refuse everything is no answer either: what has an answer gets one.
void expect_answers() {
    EXPECT_CLOSE(minimum(worksheet), 99.0);
    EXPECT_CLOSE(median(worksheet), 101.0);
    EXPECT_CLOSE(quantile(worksheet, 0.9), 132.7);
    EXPECT_CLOSE(mad(worksheet), 1.0);
    EXPECT_CLOSE(relative_spread(worksheet), 301.0 / 101.0);
}

TEST(Edges, NanIsRefusedWhereverItStands) {
    expect_answers();
    for (const Values& values : {Values{nan}, Values{nan, 1, 2}, Values{1, nan, 2}, Values{1, 2, nan}}) {
        const expect::Given given("values ", values);
        EXPECT_REFUSED(minimum(values));
        EXPECT_REFUSED(median(values));
        EXPECT_REFUSED(quantile(values, 0.9));
        EXPECT_REFUSED(mad(values));
        EXPECT_REFUSED(relative_spread(values));
    }
}

TEST(Edges, InfinityIsRefused) {
    expect_answers();
    for (const Values& values : {Values{1, infinity, 2}, Values{1, 2, -infinity}}) {
        const expect::Given given("values ", values);
        EXPECT_REFUSED(minimum(values));
        EXPECT_REFUSED(median(values));
        EXPECT_REFUSED(quantile(values, 0.0));
        EXPECT_REFUSED(mad(values));
        EXPECT_REFUSED(relative_spread(values));
    }
}

// The same values in another order are the same pile.
TEST(Edges, OrderDoesNotMatter) {
    Values values = worksheet;
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::swap(values.front(), values[i]);
        const expect::Given given("values ", values);
        EXPECT_CLOSE(minimum(values), 99.0);
        EXPECT_CLOSE(median(values), 101.0);
        EXPECT_CLOSE(quantile(values, 0.9), 132.7);
        EXPECT_CLOSE(mad(values), 1.0);
        EXPECT_CLOSE(relative_spread(values), 301.0 / 101);
    }
}

}  // namespace

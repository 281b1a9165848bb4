// Tests the summary statistics: values worked out by hand or printed by R, and properties on seeded data.
#include "harness/stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "harness/random.hpp"
#include "harness/tests/not_numbers.hpp"

namespace {

using lab::testing::infinity;
using lab::testing::nan;

// Fuel consumption of 32 cars, miles per gallon: the column mpg of R's data set mtcars.
const std::vector<double> mtcars_mpg = {21.0, 21.0, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8,
                                        16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5,
                                        15.2, 13.3, 19.2, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4};

std::vector<double> one_to(int n) {
    std::vector<double> values;
    for (int i = 1; i <= n; ++i) values.push_back(i);
    return values;
}

// Between 1 and 60 values from 1 to 1000, many of them equal.
std::vector<double> random_values(lab::Random& random) {
    std::vector<double> values(1 + random.below(60));
    for (double& value : values) value = static_cast<double>(1 + random.below(1000));
    return values;
}

// ---- quantile

TEST(Quantile, LiesOnTheLineBetweenTwoNeighbours) {
    // Four values at the positions 0, 1, 2, 3. q = 0.25 is position 0.75: three quarters of the way from 10
    // to 20.
    EXPECT_DOUBLE_EQ(lab::quantile({10, 20, 40, 80}, 0.25), 17.5);
    // q = 0.5 is position 1.5, half way from 20 to 40; q = 0.9 is position 2.7.
    EXPECT_DOUBLE_EQ(lab::quantile({10, 20, 40, 80}, 0.5), 30);
    EXPECT_DOUBLE_EQ(lab::quantile({10, 20, 40, 80}, 0.9), 68);
}

TEST(Quantile, TakesTheValueItselfAtAWholePosition) {
    // Five values: q = 0.25 is position 1 exactly.
    EXPECT_EQ(lab::quantile({1, 2, 3, 4, 5}, 0.25), 2);
    EXPECT_EQ(lab::quantile({1, 2, 3, 4, 5}, 0), 1);
    EXPECT_EQ(lab::quantile({1, 2, 3, 4, 5}, 1), 5);
}

TEST(Quantile, AgreesWithR) {
    // quantile(1:10)
    EXPECT_DOUBLE_EQ(lab::quantile(one_to(10), 0.25), 3.25);
    EXPECT_DOUBLE_EQ(lab::quantile(one_to(10), 0.5), 5.5);
    EXPECT_DOUBLE_EQ(lab::quantile(one_to(10), 0.75), 7.75);
    // quantile(c(3, 6, 7, 8, 8, 10, 13, 15, 16, 20)): types 1 to 9 of Hyndman & Fan differ on this one.
    const std::vector<double> ten = {3, 6, 7, 8, 8, 10, 13, 15, 16, 20};
    EXPECT_DOUBLE_EQ(lab::quantile(ten, 0.25), 7.25);
    EXPECT_DOUBLE_EQ(lab::quantile(ten, 0.5), 9);
    EXPECT_DOUBLE_EQ(lab::quantile(ten, 0.75), 14.5);
    // quantile(mtcars$mpg), as printed in R's documentation: 10.400 15.425 19.200 22.800 33.900
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0), 10.4);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0.25), 15.425);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0.5), 19.2);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0.75), 22.8);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 1), 33.9);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0.1), 14.34);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0.9), 30.09);
    EXPECT_DOUBLE_EQ(lab::quantile(mtcars_mpg, 0.99), 33.435);
    // quantile(1:100, 0.99)
    EXPECT_DOUBLE_EQ(lab::quantile(one_to(100), 0.99), 99.01);
}

TEST(Quantile, OfOneValueIsThatValue) {
    for (const double q : {0.0, 0.3, 0.5, 1.0}) EXPECT_EQ(lab::quantile({7}, q), 7) << "q = " << q;
}

TEST(Quantile, RefusesWhatHasNoAnswer) {
    EXPECT_THROW(lab::quantile({}, 0.5), std::invalid_argument);
    EXPECT_THROW(lab::quantile({1, nan, 3}, 0.5), std::invalid_argument);
    EXPECT_THROW(lab::quantile({1, infinity}, 0.5), std::invalid_argument);
    EXPECT_THROW(lab::quantile({1, 2}, -0.001), std::invalid_argument);
    EXPECT_THROW(lab::quantile({1, 2}, 1.001), std::invalid_argument);
    EXPECT_THROW(lab::quantile({1, 2}, nan), std::invalid_argument);
}

TEST(QuantileOfSorted, RefusesUnsortedValues) {
    const std::vector<double> falling = {3, 2, 1};
    EXPECT_THROW(lab::quantile_of_sorted(falling, 0.5), std::invalid_argument);
    EXPECT_THROW(lab::quantile_of_sorted({}, 0.5), std::invalid_argument);
    const std::vector<double> level = {2, 2, 2};
    EXPECT_EQ(lab::quantile_of_sorted(level, 0.77), 2);
}

TEST(Quantile, HasTheProperties) {
    lab::Random random{1};
    for (int trial = 0; trial < 300; ++trial) {
        auto values = random_values(random);
        const auto smallest = *std::min_element(values.begin(), values.end());
        const auto largest = *std::max_element(values.begin(), values.end());
        EXPECT_EQ(lab::quantile(values, 0), smallest);
        EXPECT_EQ(lab::quantile(values, 1), largest);

        // It rises with q, and stays between the smallest and the largest.
        double before = smallest;
        for (int step = 0; step <= 50; ++step) {
            const double now = lab::quantile(values, step / 50.0);
            EXPECT_GE(now, before) << "trial " << trial << ", q = " << step / 50.0;
            EXPECT_LE(now, largest);
            before = now;
        }

        // Order does not matter; doubling all values doubles it (a power of two, so exactly).
        const double q = random.unit();
        const double original = lab::quantile(values, q);
        lab::shuffle(std::span{values}, random);
        EXPECT_EQ(lab::quantile(values, q), original);
        for (double& value : values) value *= 2;
        EXPECT_EQ(lab::quantile(values, q), 2 * original);

        // Seen from above, it is the other quantile.
        for (double& value : values) value = -value;
        EXPECT_NEAR(lab::quantile(values, 1 - q), -2 * original, 1e-9 * largest);
    }
}

TEST(Median, IsTheMiddleOrHalfWayBetweenTheTwoMiddles) {
    EXPECT_EQ(lab::median({5, 1, 3}), 3);
    EXPECT_EQ(lab::median({4, 1, 3, 2}), 2.5);
    EXPECT_EQ(lab::median({2, 2}), 2);
    EXPECT_THROW(lab::median({}), std::invalid_argument);
}

// ---- MAD, summary, spread

TEST(Mad, MeasuresTheDistanceOfATypicalValueFromTheMiddle) {
    // Median 101; distances 1 1 0 2 2 1 299 0 1 1; their median is 1. The 400 changes nothing.
    EXPECT_EQ(lab::mad({100, 102, 101, 99, 103, 100, 400, 101, 100, 102}), 1);
    // The example of R's documentation: mad(c(1:9), constant = 1) is 2, and so is that of c(1:8, 100).
    EXPECT_EQ(lab::mad(one_to(9)), 2);
    EXPECT_EQ(lab::mad({1, 2, 3, 4, 5, 6, 7, 8, 100}), 2);
    EXPECT_DOUBLE_EQ(lab::mad(mtcars_mpg), 3.65);
    EXPECT_EQ(lab::mad({42}), 0);
    EXPECT_THROW(lab::mad({}), std::invalid_argument);
    EXPECT_THROW(lab::mad({nan}), std::invalid_argument);
}

TEST(Mad, DoesNotMoveWithTheValuesAndGrowsWithTheirScale) {
    lab::Random random{2};
    for (int trial = 0; trial < 200; ++trial) {
        auto values = random_values(random);
        const double original = lab::mad(values);
        for (double& value : values) value += 4096;
        EXPECT_EQ(lab::mad(values), original);
        for (double& value : values) value *= 8;
        EXPECT_EQ(lab::mad(values), 8 * original);
    }
}

TEST(Summarise, GivesTheFiveNumbers) {
    const auto summary = lab::summarise({100, 102, 101, 99, 103, 100, 400, 101, 100, 102});
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->n, 10U);
    EXPECT_EQ(summary->min, 99);
    EXPECT_EQ(summary->p50, 101);
    EXPECT_FALSE(summary->p99) << "ten samples have no 99th percentile";
    EXPECT_EQ(summary->max, 400);
    EXPECT_EQ(summary->mad, 1);
}

TEST(Summarise, GivesP99OnlyFromAHundredSamples) {
    EXPECT_FALSE(lab::summarise(one_to(99))->p99);
    ASSERT_TRUE(lab::summarise(one_to(100))->p99);
    EXPECT_DOUBLE_EQ(*lab::summarise(one_to(100))->p99, 99.01);
    // Position 100 * 0.99 = 99 of the values 1 … 101.
    EXPECT_DOUBLE_EQ(*lab::summarise(one_to(101))->p99, 100);
}

TEST(Summarise, OfNothingIsNothingAndOfOneValueIsThatValue) {
    EXPECT_FALSE(lab::summarise({}));
    const auto one = lab::summarise({7});
    ASSERT_TRUE(one);
    EXPECT_EQ(one->n, 1U);
    EXPECT_EQ(one->min, 7);
    EXPECT_EQ(one->p50, 7);
    EXPECT_EQ(one->max, 7);
    EXPECT_EQ(one->mad, 0);
    EXPECT_THROW(lab::summarise({1, nan}), std::invalid_argument);
    EXPECT_THROW(lab::summarise({1, -infinity}), std::invalid_argument);
}

TEST(RelativeSpread, IsTheRangeDividedByTheMedian) {
    EXPECT_DOUBLE_EQ(lab::relative_spread({97.5, 100, 102.5}), 0.05);
    EXPECT_DOUBLE_EQ(lab::relative_spread({100, 300}), 1);
    EXPECT_EQ(lab::relative_spread({5}), 0);
    EXPECT_EQ(lab::relative_spread({5, 5, 5}), 0);
}

TEST(RelativeSpread, KnowsItsEdges) {
    EXPECT_EQ(lab::relative_spread({0, 0}), 0);
    EXPECT_EQ(lab::relative_spread({0, 0, 1}), infinity);
    EXPECT_THROW(lab::relative_spread({}), std::invalid_argument);
    EXPECT_THROW(lab::relative_spread({1, nan}), std::invalid_argument);
}

// ---- regimes

TEST(Regimes, OfQuietSamplesIsOne) {
    const auto found = lab::regimes({101, 99, 100, 102, 98, 100, 103});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].low, 98);
    EXPECT_EQ(found[0].p50, 100);
    EXPECT_EQ(found[0].high, 103);
    EXPECT_EQ(found[0].share, 1);
    EXPECT_EQ(found[0].n, 7U);
}

TEST(Regimes, OfTwoStatesIsTwoWithTheirShares) {
    // Core to core: four rounds on one socket, three across.
    const auto found = lab::regimes({27, 130, 28, 125, 26, 118, 29});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].low, 26);
    EXPECT_EQ(found[0].p50, 27.5);
    EXPECT_EQ(found[0].high, 29);
    EXPECT_EQ(found[0].n, 4U);
    EXPECT_DOUBLE_EQ(found[0].share, 4.0 / 7);
    EXPECT_EQ(found[1].low, 118);
    EXPECT_EQ(found[1].p50, 125);
    EXPECT_EQ(found[1].high, 130);
    EXPECT_EQ(found[1].n, 3U);
    EXPECT_DOUBLE_EQ(found[1].share, 3.0 / 7);
}

TEST(Regimes, OfThreeStatesIsThree) {
    const auto found = lab::regimes({1, 1, 1, 2, 2, 2, 4, 4, 4, 4});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].p50, 1);
    EXPECT_EQ(found[1].p50, 2);
    EXPECT_EQ(found[2].p50, 4);
    EXPECT_EQ(found[2].n, 4U);
}

TEST(Regimes, NeedAGapOfTwentyPercent) {
    EXPECT_EQ(lab::regimes({100, 100, 100, 120, 120, 120}).size(), 2U);
    EXPECT_EQ(lab::regimes({100, 100, 100, 119.9, 119.9, 119.9}).size(), 1U);
}

TEST(Regimes, NeedThreeValuesOnEachSide) {
    EXPECT_EQ(lab::regimes({1, 1, 1, 9, 9, 9}).size(), 2U);
    EXPECT_EQ(lab::regimes({1, 1, 1, 9, 9}).size(), 1U);
    EXPECT_EQ(lab::regimes({1, 1, 1, 1, 1, 9, 9}).size(), 1U) << "two wild rounds of seven are no regime";
    EXPECT_EQ(lab::regimes({1, 9, 9, 9, 9, 9, 9}).size(), 1U);
}

TEST(Regimes, NeedAFifthOfTheValuesOnEachSide) {
    std::vector<double> values(80, 100.0);
    values.insert(values.end(), 20, 300.0);
    EXPECT_EQ(lab::regimes(values).size(), 2U);
    values[80] = 100;
    EXPECT_EQ(lab::regimes(values).size(), 1U) << "nineteen of a hundred are outliers";
}

TEST(Regimes, KeepAnOutlierInTheRegimeBesideIt) {
    const auto found = lab::regimes({10, 10, 10, 10, 50, 50, 50, 50, 900});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[1].low, 50);
    EXPECT_EQ(found[1].p50, 50);
    EXPECT_EQ(found[1].high, 900);
}

TEST(Regimes, AreCutAtTheWidestGapFirst) {
    // One stray between two states: it goes to the nearer one, measured as a factor.
    const auto found = lab::regimes({10, 10, 10, 10, 18, 100, 100, 100, 100});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].high, 18);
    EXPECT_EQ(found[1].low, 100);
}

TEST(Regimes, OfASmoothWideSpreadIsOne) {
    std::vector<double> values;
    for (double value = 100; value < 1000; value *= 1.15) values.push_back(value);
    EXPECT_EQ(lab::regimes(values).size(), 1U);
}

TEST(Regimes, OfFewOrOddValues) {
    EXPECT_TRUE(lab::regimes({}).empty());
    EXPECT_EQ(lab::regimes({5}).size(), 1U);
    EXPECT_EQ(lab::regimes({5, 50}).size(), 1U);
    EXPECT_EQ(lab::regimes({0, 0, 0, 0, 0, 0}).size(), 1U);
    EXPECT_EQ(lab::regimes({0, 0, 0, 5, 5, 5}).size(), 2U) << "above zero every gap is wide";
    EXPECT_THROW(lab::regimes({1, -1, 1}), std::invalid_argument);
    EXPECT_THROW(lab::regimes({1, nan}), std::invalid_argument);
    EXPECT_THROW(lab::regimes({1, infinity}), std::invalid_argument);
}

TEST(Regimes, AreAPartitionOfTheValues) {
    lab::Random random{3};
    for (int trial = 0; trial < 300; ++trial) {
        const auto values = random_values(random);
        const auto found = lab::regimes(values);
        std::size_t n = 0;
        double share = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            n += found[i].n;
            share += found[i].share;
            EXPECT_LE(found[i].low, found[i].p50);
            EXPECT_LE(found[i].p50, found[i].high);
            if (found.size() > 1) {
                EXPECT_GE(found[i].n, lab::regime_smallest);
                EXPECT_GE(found[i].share, lab::regime_share);
            }
            if (i > 0) {
                EXPECT_GE(found[i].low, lab::regime_gap * found[i - 1].high);
            }
        }
        EXPECT_EQ(n, values.size());
        EXPECT_NEAR(share, 1, 1e-12);
        EXPECT_LE(found.size(), 5U);
    }
}

TEST(Regimes, AreNotSeenInHonestNoise) {
    // A loop of 100 ns with a few percent of noise, and up to 15 % of the samples disturbed by anything up to
    // tenfold.
    lab::Random random{4};
    for (const std::size_t n : {7U, 15U, 105U}) {
        for (int trial = 0; trial < 1000; ++trial) {
            std::vector<double> samples(n);
            for (double& sample : samples) {
                // The sum of twelve uniform numbers is close to normal, and the same on each platform.
                double bell = -6;
                for (int i = 0; i < 12; ++i) bell += random.unit();
                sample = 100 * (1 + 0.03 * bell);
            }
            const std::size_t disturbed = n * 15 / 100;
            for (std::size_t i = 0; i < disturbed; ++i) samples[i] *= 1 + 9 * random.unit();
            EXPECT_EQ(lab::regimes(samples).size(), 1U) << "n = " << n << ", trial " << trial;
        }
    }
}

TEST(Regimes, AreSeenInTwoNoisyStates) {
    lab::Random random{5};
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<double> samples(105);
        const std::size_t slow = 30 + random.below(46);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = (i < slow ? 100.0 : 27.0) * (0.9 + 0.2 * random.unit());
        lab::shuffle(std::span{samples}, random);
        const auto found = lab::regimes(samples);
        ASSERT_EQ(found.size(), 2U) << "trial " << trial;
        EXPECT_EQ(found[1].n, slow);
    }
}

}  // namespace

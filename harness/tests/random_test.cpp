// Tests the seeded random numbers: published sequences, and no bias.
#include "harness/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

namespace {

TEST(Random, GivesThePublishedSequence) {
    // xoshiro256** after splitmix64(0).
    lab::Random zero{0};
    EXPECT_EQ(zero.next(), 0x99ec5f36cb75f2b4U);
    EXPECT_EQ(zero.next(), 0xbf6e1f784956452aU);
    EXPECT_EQ(zero.next(), 0x1a5f849d4933e6e0U);
    EXPECT_EQ(zero.next(), 0x6aa594f1262d2d2cU);
    lab::Random one{1};
    EXPECT_EQ(one.next(), 0xb3f2af6d0fc710c5U);
    EXPECT_EQ(one.next(), 0x853b559647364ceaU);
    lab::Random largest{~std::uint64_t{0}};
    EXPECT_EQ(largest.next(), 0x8f5520d52a7ead08U);
}

TEST(Random, DependsOnTheSeedAlone) {
    lab::Random a{42};
    lab::Random b{42};
    lab::Random other{43};
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto drawn = a.next();
        EXPECT_EQ(drawn, b.next());
        differs |= drawn != other.next();
    }
    EXPECT_TRUE(differs);
}

TEST(RandomBelow, StaysBelowTheBound) {
    lab::Random random{1};
    for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3},
                                      std::uint64_t{1000}, (std::uint64_t{1} << 63) + 1, ~std::uint64_t{0}})
        for (int i = 0; i < 200; ++i) EXPECT_LT(random.below(bound), bound);
    EXPECT_EQ(random.below(1), 0U);
    EXPECT_THROW(random.below(0), std::invalid_argument);
}

TEST(RandomBelow, HasNoBiasForAHugeBound) {
    // Three quarters of 2^64: taking the remainder alone would give the lower third twice as often, half of
    // all draws.
    lab::Random random{2};
    constexpr std::uint64_t third = std::uint64_t{1} << 62;
    std::array<int, 3> drawn{};
    for (int i = 0; i < 30000; ++i) ++drawn.at(static_cast<std::size_t>(random.below(3 * third) / third));
    // Expected 10,000 each; six standard deviations are 490.
    for (const int n : drawn) EXPECT_NEAR(n, 10000, 490);
}

TEST(RandomUnit, IsFromZeroToBelowOne) {
    lab::Random random{1};
    EXPECT_DOUBLE_EQ(random.unit(), 0.7029218331588505);
    EXPECT_DOUBLE_EQ(random.unit(), 0.5204366199388569);
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double drawn = random.unit();
        ASSERT_GE(drawn, 0);
        ASSERT_LT(drawn, 1);
        sum += drawn;
    }
    // Mean 0.5; six standard deviations are 0.0173.
    EXPECT_NEAR(sum / 10000, 0.5, 0.0173);
}

TEST(Shuffle, GivesTheSameOrderEverywhere) {
    std::vector<int> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    lab::Random random{1};
    lab::shuffle(std::span{values}, random);
    EXPECT_EQ(values, (std::vector<int>{3, 8, 0, 9, 2, 5, 6, 4, 1, 7}));
}

TEST(Shuffle, KeepsEveryValue) {
    lab::Random random{7};
    for (std::size_t n = 0; n < 50; ++n) {
        std::vector<std::size_t> values(n);
        for (std::size_t i = 0; i < n; ++i) values[i] = i;
        lab::shuffle(std::span{values}, random);
        std::sort(values.begin(), values.end());
        for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(values[i], i);
    }
}

TEST(Shuffle, GivesEachOrderEquallyOften) {
    lab::Random random{3};
    std::map<std::array<int, 3>, int> seen;
    for (int i = 0; i < 6000; ++i) {
        std::array<int, 3> values = {1, 2, 3};
        lab::shuffle(std::span<int>{values}, random);
        ++seen[values];
    }
    EXPECT_EQ(seen.size(), 6U);
    // Expected 1,000 each; six standard deviations are 173.
    for (const auto& [order, n] : seen) EXPECT_NEAR(n, 1000, 173);
}

TEST(Xorshift64, GivesMarsagliasSequence) {
    lab::Xorshift64 random;
    EXPECT_EQ(random.next(), 8748534153485358512U);
    EXPECT_EQ(random.next(), 3040900993826735515U);
    EXPECT_EQ(random.next(), 3453997556048239312U);
    lab::Xorshift64 stuck{0};
    EXPECT_EQ(stuck.next(), 0U);
}

}  // namespace

// Tests arithmetic on measured values: round by round, with regimes, refusals and nonsense.
#include "harness/value.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using lab::Kind;
using lab::Value;
using Rounds = std::vector<double>;

const Rounds two_regimes{100, 101, 102, 500, 501, 502, 503};

Value refused() {
    auto value = Value::missing("a was refused: possible: too fast");
    value.refused = true;
    return value;
}

TEST(Value, OfRoundsIsTheirMedian) {
    const auto value = Value::of_rounds({3, 1, 2}, Kind::time);
    EXPECT_EQ(value.number, 2);
    EXPECT_EQ(value.rounds, (Rounds{3, 1, 2}));
    EXPECT_TRUE(value.why.empty());
    EXPECT_FALSE(value.refused);
}

TEST(Value, OfNoRoundsSaysWhy) {
    const auto value = Value::of_rounds({}, Kind::time);
    EXPECT_FALSE(value.number);
    EXPECT_EQ(value.why, "not measured");
    EXPECT_FALSE(value.refused) << "not measured is no refusal";
}

TEST(Value, SeparateRegimesHaveNoOneNumber) {
    const auto value = Value::of_rounds(two_regimes, Kind::time);
    EXPECT_FALSE(value.number);
    ASSERT_EQ(value.regimes.size(), 2U);
    EXPECT_EQ(value.text(), "regimes: 101 ns in 43 %, 502 ns in 57 %");
    EXPECT_EQ(value.rounds, two_regimes) << "the rounds stay: a ratio with them may have one number";
    EXPECT_FALSE(value.refused);
}

TEST(Value, WhatIsNotFiniteIsRefused) {
    for (const auto bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        for (const auto& value : {Value::of(bad, Kind::ratio), Value::of_rounds({1, bad, 1}, Kind::ratio)}) {
            EXPECT_FALSE(value.number);
            EXPECT_TRUE(value.rounds.empty());
            EXPECT_TRUE(value.refused);
            EXPECT_NE(value.why, "");
        }
    }
}

// ---- arithmetic

TEST(ValueRatio, IsTakenInsideEachRound) {
    // Both drift together: the ratio is 2 in every round, though no two rounds agree.
    const auto ratio =
        Value::of_rounds({200, 220, 240}, Kind::time) / Value::of_rounds({100, 110, 120}, Kind::time);
    EXPECT_EQ(ratio.rounds, (Rounds{2, 2, 2}));
    EXPECT_EQ(ratio.number, 2);
    EXPECT_EQ(ratio.kind, Kind::ratio);
}

TEST(ValueRatio, IsTheMedianOfTheRatiosAndNotTheRatioOfTheMedians) {
    const auto ratio =
        Value::of_rounds({100, 110, 120}, Kind::time) / Value::of_rounds({120, 110, 100}, Kind::time);
    EXPECT_DOUBLE_EQ(*ratio.number, 1);
    const auto other =
        Value::of_rounds({10, 11, 12}, Kind::time) / Value::of_rounds({12, 10, 11}, Kind::time);
    EXPECT_DOUBLE_EQ(*other.number, 12.0 / 11.0);
}

TEST(ValueRatio, OfTwoThatSwitchTogetherHasOneNumber) {
    auto doubled = two_regimes;
    for (auto& round : doubled) round *= 2;
    const auto ratio = Value::of_rounds(doubled, Kind::time) / Value::of_rounds(two_regimes, Kind::time);
    EXPECT_EQ(ratio.number, 2);
}

// Two rounds of seven are too few for a regime of their own. But the row that switched has no one time, so what is
// computed from it has no one ratio.
TEST(ValueRatio, OfOneThatSwitchesAloneHasNoNumber) {
    auto few = Value::of_rounds({1, 1, 1, 1, 1.6, 1.6, 1}, Kind::time);
    ASSERT_TRUE(few.number);
    const auto switching = Value::of_regimes(lab::regimes(two_regimes), few.rounds, Kind::time);
    const auto ratio = switching / Value::of_rounds(Rounds(7, 1), Kind::time);
    EXPECT_FALSE(ratio.number);
    EXPECT_EQ(ratio.cell(), "regimes");
    EXPECT_EQ(ratio.rounds, few.rounds) << "a claim may still be judged on them";
    EXPECT_EQ(ratio.text(), "from 1.00x to 1.60x in the rounds: a row has regimes");
    EXPECT_EQ((ratio * 10).text(), "from 10.0x to 16.0x in the rounds: a row has regimes");
}

TEST(ValueRatio, KeepsTheKindOfTheFirstWhenTheSecondIsAnother) {
    EXPECT_EQ((Value::of(100, Kind::bytes) / Value::of(10, Kind::count)).kind, Kind::bytes);
    EXPECT_EQ((Value::of(100, Kind::bytes) / Value::of(10, Kind::time)).text(), "10.0 GB/s");
    EXPECT_EQ((Value::of(100, Kind::bytes) / Value::of(10, Kind::bytes)).kind, Kind::ratio);
}

TEST(ValueRatio, ARefusalGoesBeforeRegimes) {
    const auto regimes = Value::missing("it falls into 2 regimes");
    EXPECT_TRUE((regimes / refused()).refused);
    EXPECT_TRUE((refused() / regimes).refused);
}

TEST(ValueRatio, ByZeroIsRefused) {
    const auto by_rounds = Value::of_rounds({1, 1, 1}, Kind::time) / Value::of_rounds({1, 0, 1}, Kind::time);
    EXPECT_FALSE(by_rounds.number);
    EXPECT_TRUE(by_rounds.refused);
    EXPECT_TRUE((Value::of(0, Kind::time) / Value::of(0, Kind::time)).refused);
    EXPECT_TRUE((Value::of(1, Kind::time) / 0.0).refused);
    EXPECT_TRUE((Value::of(1, Kind::time) * -1.0).refused);
    EXPECT_TRUE((Value::of(1, Kind::time) * std::numeric_limits<double>::quiet_NaN()).refused);
}

TEST(ValueDifference, MayBeBelowZero) {
    const auto less = Value::of_rounds({10, 11, 12}, Kind::time) - Value::of_rounds({12, 12, 12}, Kind::time);
    EXPECT_EQ(less.number, -1);
    EXPECT_EQ(less.rounds, (Rounds{-2, -1, 0}));
    EXPECT_EQ(less.kind, Kind::time);
}

TEST(ValueDifference, BelowZeroOfARegimeHasNoNumber) {
    const auto less =
        Value::of_rounds(two_regimes, Kind::time) - Value::of_rounds(Rounds(7, 200), Kind::time);
    EXPECT_FALSE(less.number);
    EXPECT_EQ(less.why, "regimes: 101 ns in 43 %, 502 ns in 57 %");
}

TEST(ValueArithmetic, HandsTheReasonOnFromEitherSide) {
    const auto good = Value::of_rounds({1, 2, 3}, Kind::time);
    for (const auto& value : {refused() / good, good / refused(), good - refused(), refused() - good,
                              refused() * 2.0, refused() / 2.0, refused() / Value::missing("not measured")}) {
        EXPECT_FALSE(value.number);
        EXPECT_TRUE(value.rounds.empty());
        EXPECT_EQ(value.why, "a was refused: possible: too fast");
        EXPECT_TRUE(value.refused);
    }
    const auto missing = good / Value::missing("b was not measured");
    EXPECT_EQ(missing.why, "b was not measured");
    EXPECT_FALSE(missing.refused);
}

TEST(ValueArithmetic, OfDifferentNumbersOfRoundsUsesTheNumbers) {
    const auto ratio = Value::of_rounds({4, 4, 4}, Kind::time) / Value::of(2, Kind::time);
    EXPECT_EQ(ratio.number, 2);
    EXPECT_TRUE(ratio.rounds.empty());
    const auto none = Value::of_rounds(two_regimes, Kind::time) / Value::of(2, Kind::time);
    EXPECT_FALSE(none.number);
    EXPECT_EQ(none.why, "regimes: 101 ns in 43 %, 502 ns in 57 %");
}

TEST(ValueScaled, ScalesRoundsAndRegimesAlike) {
    const auto each = Value::of_rounds({100, 200, 150}, Kind::time) / 10.0;
    EXPECT_EQ(each.number, 15);
    EXPECT_EQ(each.rounds, (Rounds{10, 20, 15}));
    const auto regimes = Value::of_rounds(two_regimes, Kind::time) / 100.0;
    EXPECT_EQ(regimes.text(), "regimes: 1.01 ns in 43 %, 5.01 ns in 57 %")
        << "the text tells the scaled values, not the old ones";
    EXPECT_EQ((Value::of(3, Kind::time) * 2.0).number, 6);
}

TEST(ValueAs, ReadsTheSameNumbersAsAnotherKind) {
    EXPECT_EQ(lab::as(Value::of(12, Kind::time), Kind::count).text(), "12");
    EXPECT_EQ(lab::as(Value::of_rounds(two_regimes, Kind::time), Kind::ratio).text(),
              "regimes: 101x in 43 %, 502x in 57 %");
    EXPECT_EQ(lab::as(refused(), Kind::ratio).text(), "a was refused: possible: too fast");
}

}  // namespace

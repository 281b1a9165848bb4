// Tests the shuffled rounds and the division of the budget.
#include "harness/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace {

TEST(ShuffledRounds, EveryRoundVisitsEverythingOnce) {
    const auto rounds = lab::shuffled_rounds(13, 7, 1);
    ASSERT_EQ(rounds.size(), 7U);
    std::vector<std::size_t> all(13);
    std::iota(all.begin(), all.end(), 0U);
    for (auto round : rounds) {
        std::sort(round.begin(), round.end());
        EXPECT_EQ(round, all);
    }
}

TEST(ShuffledRounds, FollowFromTheSeedAlone) {
    EXPECT_EQ(lab::shuffled_rounds(13, 7, 5), lab::shuffled_rounds(13, 7, 5));
    EXPECT_NE(lab::shuffled_rounds(13, 7, 5), lab::shuffled_rounds(13, 7, 6));
}

TEST(ShuffledRounds, EachRoundHasAnOrderOfItsOwn) {
    const auto rounds = lab::shuffled_rounds(13, 7, 1);
    EXPECT_EQ(std::set(rounds.begin(), rounds.end()).size(), 7U);
}

TEST(ShuffledRounds, NothingAndOneAreNoSpecialCases) {
    EXPECT_EQ(lab::shuffled_rounds(0, 3, 1), (std::vector<std::vector<std::size_t>>(3)));
    EXPECT_EQ(lab::shuffled_rounds(1, 2, 1), (std::vector<std::vector<std::size_t>>{{0}, {0}}));
    EXPECT_TRUE(lab::shuffled_rounds(3, 0, 1).empty());
}

TEST(PlanSamples, SharesTheBudgetAmongTheVisits) {
    const auto plan = lab::plan_samples(30e9, 13, 7, 30);
    EXPECT_DOUBLE_EQ(plan.visit_ns, 30e9 / 91);
    EXPECT_DOUBLE_EQ(plan.target_ns, 2e6) << "never longer than 2 ms";
}

TEST(PlanSamples, AimsAtFifteenSamplesInAVisit) {
    const auto plan = lab::plan_samples(21e6, 2, 7, 30);
    EXPECT_DOUBLE_EQ(plan.visit_ns, 1.5e6);
    EXPECT_DOUBLE_EQ(plan.target_ns, 1e5);
}

TEST(PlanSamples, NeverFallsBelowTheBoundOfTheClockCheck) {
    EXPECT_DOUBLE_EQ(lab::plan_samples(1e6, 10, 7, 30).target_ns, 33'000);
    EXPECT_DOUBLE_EQ(lab::plan_samples(30e9, 1, 7, 10'000).target_ns, 11e6)
        << "a slow clock asks for longer samples";
}

TEST(PlanSamples, WithoutPointsNothingIsDividedByZero) {
    EXPECT_DOUBLE_EQ(lab::plan_samples(1e9, 0, 7, 30).visit_ns, 1e9);
}

TEST(SamplesInVisit, FitsAsManyAsTheBudgetGrants) {
    const lab::SamplePlan plan{.target_ns = 1e6, .visit_ns = 15e6};
    EXPECT_EQ(lab::samples_in_visit(plan, 1e6), 15);
    EXPECT_EQ(lab::samples_in_visit(plan, 4e6), 3);
    EXPECT_EQ(lab::samples_in_visit(plan, 1e9), 1) << "at least one, however long";
    EXPECT_EQ(lab::samples_in_visit(plan, 1), 200) << "at most 200";
    EXPECT_EQ(lab::samples_in_visit(plan, 0), 1) << "a sample of no length is not divided by";
}

}  // namespace

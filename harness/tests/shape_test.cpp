// Tests the judgement of an effect by the ratios of the rounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness/checks.hpp"
#include "harness/random.hpp"
#include "harness/tests/not_numbers.hpp"

namespace {

using lab::testing::infinity;
using lab::testing::nan;

using lab::Finding;

const lab::Claim at_least_three = {.text = "eight steps cost more than one",
                                   .at_least = 3,
                                   .causes = {"The data fits into the cache.", "Huge pages are on."}};

lab::Shape judge(const lab::Claim& claim, const std::vector<double>& ratios) {
    return lab::judge_shape(claim, ratios);
}

TEST(JudgeShape, ShowsACleanEffect) {
    const auto shape = judge(at_least_three, {4.0, 4.1, 3.9, 4.0, 4.2, 4.0, 4.1});
    EXPECT_EQ(shape.finding, Finding::shown);
    EXPECT_EQ(shape.ratio, 4);
    EXPECT_EQ(shape.low, 3.9);
    EXPECT_EQ(shape.high, 4.2);
    EXPECT_EQ(shape.text,
              "eight steps cost more than one: 4.00x (3.90x to 4.20x in 7 rounds); expected at least 3x");
    EXPECT_TRUE(shape.todo.empty());
}

TEST(JudgeShape, DoesNotShowACleanAbsence) {
    const auto shape = judge(at_least_three, {1.0, 1.1, 0.9, 1.0, 1.0, 1.1, 1.0});
    EXPECT_EQ(shape.finding, Finding::not_shown);
    EXPECT_EQ(shape.ratio, 1);
    EXPECT_EQ(shape.todo, at_least_three.causes) << "the causes, in the lab's order";
}

TEST(JudgeShape, TakesTheBoundsThemselvesAsInside) {
    const lab::Claim claim{.text = "twice", .at_least = 2, .at_most = 2.5};
    EXPECT_EQ(judge(claim, {2, 2, 2}).finding, Finding::shown);
    EXPECT_EQ(judge(claim, {2.5, 2.5, 2.5}).finding, Finding::shown);
    EXPECT_EQ(judge(claim, {2, 2.5, 2.2}).finding, Finding::shown);
    EXPECT_EQ(judge(claim, std::vector<double>(3, std::nextafter(2.0, 0.0))).finding, Finding::not_shown);
    EXPECT_EQ(judge(claim, std::vector<double>(3, std::nextafter(2.5, 9.0))).finding, Finding::not_shown);
    EXPECT_NE(judge(claim, {2, 2, 2}).text.find("expected 2x to 2.5x"), std::string::npos);
}

TEST(JudgeShape, IsInconclusiveAcrossABound) {
    const auto shape = judge(at_least_three, {2.7, 2.8, 3.1, 3.2, 2.9, 3.05, 2.85});
    EXPECT_EQ(shape.finding, Finding::inconclusive);
    EXPECT_EQ(shape.ratio, 2.9);
    ASSERT_GE(shape.todo.size(), 2U);
    EXPECT_NE(shape.todo[0].find("--rounds 21"), std::string::npos);
    EXPECT_EQ(shape.todo.back(), "Huge pages are on.") << "the causes follow";
}

TEST(JudgeShape, LetsNoSingleWildRoundDecide) {
    for (const double wild : {0.01, 1.0, 2.9, 2.9999}) {
        const auto shape = judge(at_least_three, {4.0, 4.1, 3.9, wild, 4.2, 4.0, 4.1});
        EXPECT_EQ(shape.finding, Finding::shown) << wild;
        EXPECT_EQ(shape.low, wild) << "the range hides nothing";
    }
    for (const double wild : {3.0, 5.0, 500.0}) {
        const auto shape = judge(at_least_three, {1.0, 1.1, 0.9, wild, 1.0, 1.0, 1.1});
        EXPECT_EQ(shape.finding, Finding::not_shown) << wild;
    }
}

TEST(JudgeShape, IsInconclusiveWithTwoWildRoundsOfSeven) {
    EXPECT_EQ(judge(at_least_three, {4.0, 4.1, 3.9, 1.0, 1.1, 4.0, 4.1}).finding, Finding::inconclusive);
    EXPECT_EQ(judge(at_least_three, {1.0, 1.1, 0.9, 4.0, 4.1, 1.0, 1.1}).finding, Finding::inconclusive);
    // Ten rounds may have two.
    EXPECT_EQ(judge(at_least_three, {4, 4, 4, 4, 1, 1, 4, 4, 4, 4}).finding, Finding::shown);
}

TEST(JudgeShape, CountsEveryRoundWhenThereAreFewerThanFive) {
    EXPECT_EQ(judge(at_least_three, {4, 4, 4, 1}).finding, Finding::inconclusive);
    EXPECT_EQ(judge(at_least_three, {4, 4, 4, 4, 1}).finding, Finding::shown);
}

TEST(JudgeShape, JudgesEachRegimeForItself) {
    // False sharing: five-fold while the two CPUs are on different cores, nothing while they share one.
    auto claim = at_least_three;
    claim.at_times = true;
    const auto shape = judge(claim, {1.0, 5.1, 1.1, 5.0, 1.0, 4.9, 1.0});
    EXPECT_EQ(shape.finding, Finding::shown);
    EXPECT_EQ(shape.ratio, 5);
    EXPECT_EQ(shape.low, 4.9);
    EXPECT_EQ(shape.high, 5.1);
    EXPECT_EQ(shape.text,
              "eight steps cost more than one: 5.00x (4.90x to 5.10x) in 3 of 7 rounds, 1.00x in 4; expected "
              "at least 3x");
}

TEST(JudgeShape, AMinorityShowsOnlyWhatComesAndGoes) {
    const auto three_of_seven = judge(at_least_three, {1.0, 5.1, 1.1, 5.0, 1.0, 4.9, 1.0});
    EXPECT_EQ(three_of_seven.finding, Finding::inconclusive);
    EXPECT_EQ(three_of_seven.ratio, 5) << "the minority is shown, and that it is one";
    EXPECT_NE(three_of_seven.todo[0].find("Less than half"), std::string::npos);
    EXPECT_EQ(judge(at_least_three, {1.0, 5.1, 1.1, 5.0, 1.0, 4.9, 5.0}).finding, Finding::shown);
    EXPECT_EQ(judge(at_least_three, {4, 4, 4, 8, 8, 16, 16, 4, 8, 16, 8, 16}).finding, Finding::shown)
        << "regimes inside count together";
    const lab::Claim same{.text = "the same", .at_least = 0.8, .at_most = 1.25};
    EXPECT_EQ(judge(same, {-3, -2, -4, -2.5, 1.0, 1.1, 0.9}).finding, Finding::inconclusive)
        << "a ratio below zero denies the claim";
}

TEST(JudgeShape, DoesNotShowWhatIsOutsideInEveryRegime) {
    const lab::Claim claim{.text = "between", .at_least = 2, .at_most = 4};
    const auto shape = judge(claim, {1, 1, 1, 1, 9, 9, 9});
    EXPECT_EQ(shape.finding, Finding::not_shown);
    EXPECT_EQ(shape.ratio, 1) << "the larger regime speaks";
}

TEST(JudgeShape, IsInconclusiveWhenOneRegimeLiesAcross) {
    const auto shape = judge(at_least_three, {1, 1, 1, 1, 2.8, 3.0, 3.2});
    EXPECT_EQ(shape.finding, Finding::inconclusive);
    EXPECT_EQ(shape.ratio, 3);
}

TEST(JudgeShape, IgnoresARegimeWithLessThanAQuarter) {
    // Three of fourteen rounds, 21 %: a regime, but too small to show an effect.
    std::vector<double> ratios(11, 1.0);
    ratios.insert(ratios.end(), 3, 5.0);
    const auto shape = judge(at_least_three, ratios);
    EXPECT_EQ(shape.finding, Finding::not_shown);
    EXPECT_NE(shape.text.find("5.00x in 3"), std::string::npos) << shape.text;
    // Three of twelve are a quarter.
    auto claim = at_least_three;
    claim.at_times = true;
    EXPECT_EQ(judge(claim, {1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5}).finding, Finding::shown);
    EXPECT_EQ(judge(claim, ratios).finding, Finding::not_shown);
}

TEST(JudgeShape, IsInconclusiveWithoutARegimeToJudge) {
    std::vector<double> ratios;
    for (const double ratio : {1.0, 2.0, 4.0, 8.0, 16.0}) ratios.insert(ratios.end(), 3, ratio);
    const auto shape = judge(at_least_three, ratios);
    EXPECT_EQ(shape.finding, Finding::inconclusive);
    EXPECT_FALSE(shape.todo.empty());
}

TEST(JudgeShape, NeedsThreeRounds) {
    for (const std::size_t n : {1U, 2U}) {
        const auto shape = judge(at_least_three, std::vector<double>(n, 4.0));
        EXPECT_EQ(shape.finding, Finding::inconclusive) << n;
        EXPECT_EQ(shape.ratio, 4);
        ASSERT_FALSE(shape.todo.empty());
        EXPECT_NE(shape.todo[0].find("--rounds 7"), std::string::npos);
    }
    EXPECT_EQ(judge(at_least_three, {4, 4, 4}).finding, Finding::shown);
}

TEST(JudgeShape, LeavesOutRoundsWithoutARatio) {
    const auto shape = judge(at_least_three, {4, nan, 4, 4, 4, 0, -1});
    EXPECT_EQ(shape.finding, Finding::shown);
    EXPECT_EQ(judge(at_least_three, {4, nan, 4, infinity, 4, 0, -1}).finding, Finding::inconclusive);
    EXPECT_NE(shape.text.find("3 of 7 rounds gave no ratio"), std::string::npos) << shape.text;
    EXPECT_EQ(judge(at_least_three, {4, nan, 4, nan}).finding, Finding::inconclusive);
}

TEST(JudgeShape, IsInconclusiveWithoutAnyRatio) {
    for (const auto& ratios : {std::vector<double>{}, std::vector<double>{nan, nan, nan}}) {
        const auto shape = judge(at_least_three, ratios);
        EXPECT_EQ(shape.finding, Finding::inconclusive);
        EXPECT_TRUE(std::isnan(shape.ratio));
        EXPECT_FALSE(shape.todo.empty());
        EXPECT_EQ(shape.text.find("nan"), std::string::npos) << shape.text;
    }
}

TEST(JudgeShape, JudgesAClaimThatNothingChanges) {
    const lab::Claim same{.text = "the same", .at_least = 0.95, .at_most = 1.05};
    EXPECT_EQ(judge(same, {1, 1.01, 0.99, 1, 1.02, 0.98, 1}).finding, Finding::shown);
    EXPECT_EQ(judge(same, {1.3, 1.31, 1.29, 1.3, 1.3, 1.3, 1.3}).finding, Finding::not_shown);
    const lab::Claim at_most{.text = "no dearer", .at_most = 1.1};
    EXPECT_EQ(judge(at_most, {0.5, 0.5, 0.5}).finding, Finding::shown);
    EXPECT_NE(judge(at_most, {0.5, 0.5, 0.5}).text.find("expected at most 1.1x"), std::string::npos);
}

TEST(JudgeShape, BlamesTheLabForBoundsThatNothingSatisfies) {
    for (const auto& claim : {lab::Claim{.text = "wrong", .at_least = 3, .at_most = 2},
                              lab::Claim{.text = "wrong", .at_least = nan}}) {
        const auto shape = judge(claim, {4, 4, 4});
        EXPECT_EQ(shape.finding, Finding::inconclusive);
        ASSERT_EQ(shape.todo.size(), 1U);
        EXPECT_NE(shape.todo[0].find("fault of the lab"), std::string::npos);
    }
}

TEST(JudgeShape, DoesNotDependOnTheOrderOfTheRounds) {
    lab::Random random{1};
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<double> ratios(3 + random.below(12));
        for (double& ratio : ratios) ratio = 1 + 4 * random.unit();
        const auto shape = judge(at_least_three, ratios);
        lab::shuffle(std::span{ratios}, random);
        const auto again = judge(at_least_three, ratios);
        EXPECT_EQ(again.finding, shape.finding);
        EXPECT_EQ(again.text, shape.text);
    }
}

TEST(JudgeShape, NeverShowsWhatNoRoundShowed) {
    lab::Random random{2};
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<double> ratios(1 + random.below(20));
        for (double& ratio : ratios) ratio = 0.1 + 2.8 * random.unit();
        EXPECT_NE(judge(at_least_three, ratios).finding, Finding::shown) << "trial " << trial;
        for (double& ratio : ratios) ratio += 3;
        EXPECT_NE(judge(at_least_three, ratios).finding, Finding::not_shown) << "trial " << trial;
    }
}

TEST(Finding, HasTheWordsOfTheRecord) {
    EXPECT_EQ(lab::to_string(Finding::shown), "shown");
    EXPECT_EQ(lab::to_string(Finding::not_shown), "not shown");
    EXPECT_EQ(lab::to_string(Finding::inconclusive), "inconclusive");
}

}  // namespace

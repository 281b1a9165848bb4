// Tests of cost: cachegrind's summary read strictly, and the share of the gain.
#include "grading/grader/cost.hpp"

#include <gtest/gtest.h>

namespace {

using namespace grading;

const std::string kSummary =
    "==2== Cachegrind, a cache and branch-prediction profiler\n"
    "--2-- warning: L3 cache found, using its data for the LL simulation.\n"
    "==2== I   refs:      1,806,481\n"
    "==2== I1  misses:        495\n"
    "==2== D1  misses:     16,701  (  4,255 rd   +  12,446 wr)\n"
    "==2== D1  miss rate:     1.6% (    1.6%     +     1.6%  )\n"
    "==2== Mispredicts:       904  (    867 cond +      37 ind)\n";

TEST(Summary, IsRead) {
    std::string why;
    const auto counts = read_summary(kSummary, why);
    ASSERT_TRUE(counts.has_value()) << why;
    EXPECT_EQ(counts->instructions, 1806481);
    EXPECT_EQ(counts->d1_misses, 16701);
    EXPECT_EQ(counts->mispredictions, 904);
}

TEST(Summary, ASecondOneIsRefused) {
    std::string why;
    EXPECT_FALSE(read_summary(kSummary + "==2== I   refs:      10\n", why).has_value());
    EXPECT_EQ(why, "more than one summary");
}

TEST(Summary, AnotherProcessIsRefused) {
    std::string why;
    EXPECT_FALSE(read_summary(kSummary + "==3== Done\n", why).has_value());
}

TEST(Summary, OtherTextIsRefused) {
    std::string why;
    EXPECT_FALSE(read_summary(kSummary + "hello\n", why).has_value());
    EXPECT_FALSE(read_summary("", why).has_value());
    EXPECT_FALSE(read_summary("==2== I   refs:      10\n", why).has_value());
}

CostScale scale(std::int64_t starter, std::int64_t reference) {
    CostScale s;
    s.asking = {1000, 100, 10};
    s.starter = {1000 + 4000, 100 + starter, 10};
    s.reference = {1000 + 4000, 100 + reference, 10};
    return s;
}

double share(const CostScale& s, std::int64_t student, std::int64_t instructions = 4000) {
    return cost_share(s, {1000 + instructions, 100 + student, 10}, Metric::d1_misses).share;
}

TEST(Share, IsLogarithmic) {
    const CostScale s = scale(64000, 1000);
    EXPECT_DOUBLE_EQ(share(s, 64000), 0.0);
    EXPECT_DOUBLE_EQ(share(s, 8000), 0.5);
    EXPECT_DOUBLE_EQ(share(s, 1000), 1.0);
}

TEST(Share, StaysWithinNothingAndAll) {
    const CostScale s = scale(64000, 1000);
    EXPECT_DOUBLE_EQ(share(s, 500), 1.0);
    EXPECT_DOUBLE_EQ(share(s, 1000000), 0.0);
    EXPECT_DOUBLE_EQ(share(s, -100), 1.0);  // fewer than asking alone: still no more than all
}

TEST(Share, AStarterLikeTheReferenceIsNoScale) {
    EXPECT_TRUE(tells_apart(scale(64000, 1000), Metric::d1_misses));
    EXPECT_FALSE(tells_apart(scale(1000, 1000), Metric::d1_misses));
    EXPECT_FALSE(tells_apart(scale(1900, 1000), Metric::d1_misses));
}

TEST(Share, IsRoundedToAHundredth) { EXPECT_DOUBLE_EQ(share(scale(64000, 1000), 4000), 0.67); }

// 4,000 instructions: what is below 4 events is not told apart.
TEST(Share, AHandfulMoreIsNotWorse) {
    EXPECT_DOUBLE_EQ(share(scale(64000, 1), 4), 1.0);
    EXPECT_DOUBLE_EQ(share(scale(64000, 1), 5), 0.98);
}

TEST(Share, InstructionsAreBounded) {
    const CostScale s = scale(64000, 1000);
    EXPECT_DOUBLE_EQ(share(s, 1000, 12000), 1.0);
    EXPECT_DOUBLE_EQ(share(s, 1000, 12001), 0.0);
}

TEST(Share, TooFewInstructionsAreNoWork) { EXPECT_DOUBLE_EQ(share(scale(64000, 1000), 1000, 100), 0.0); }

}  // namespace

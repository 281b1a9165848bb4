// Public tests of amdahl: the law itself, its limit, the way back from a target, and what must be refused.
#include "amdahl.hpp"

#include <limits>

#include "harness/exercise/expect.hpp"

namespace {

using amdahl::limit;
using amdahl::part_needed;
using amdahl::speedup;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// ---- speedup ----

TEST(Speedup, WorkedExample) { EXPECT_CLOSE(speedup(0.5, 2.0), 4.0 / 3.0); }

TEST(Speedup, FourFifthsGetFaster) {
    EXPECT_CLOSE(speedup(0.8, 2.0), 1 / 0.6);
    EXPECT_CLOSE(speedup(0.8, 5.0), 1 / 0.36);
    EXPECT_CLOSE(speedup(0.8, 10.0), 1 / 0.28);
    EXPECT_CLOSE(speedup(0.8, 100.0), 1 / 0.208);
}

// The small gain on a large part beats the large gain on a small part.
TEST(Speedup, TwoOffersOfTheWorksheet) {
    EXPECT_CLOSE(speedup(0.3, 100.0), 1 / 0.703);
    EXPECT_CLOSE(speedup(0.6, 2.0), 1 / 0.7);
}

TEST(Speedup, NothingGetsFaster) {
    EXPECT_CLOSE(speedup(0.0, 100.0), 1.0);
    EXPECT_CLOSE(speedup(0.7, 1.0), 1.0);
}

TEST(Speedup, EverythingGetsFaster) {
    EXPECT_CLOSE(speedup(1.0, 8.0), 8.0);
    EXPECT_CLOSE(speedup(1.0, 1.5), 1.5);
}

TEST(Speedup, ASlowerPartSlowsTheWhole) {
    EXPECT_CLOSE(speedup(0.5, 0.5), 1 / 1.5);
    EXPECT_CLOSE(speedup(1.0, 0.25), 0.25);
}

TEST(Speedup, APartThatTakesNoTimeAtAll) {
    EXPECT_CLOSE(speedup(0.8, infinity), 5.0);
    EXPECT_CLOSE(speedup(0.0, infinity), 1.0);
    EXPECT_CLOSE(speedup(1.0, infinity), infinity);
}

// To refuse everything is no answer either: each of these begins with a question that has one.
TEST(Speedup, RefusesAPartOutsideZeroToOne) {
    EXPECT_CLOSE(speedup(0.5, 2.0), 4.0 / 3.0);
    EXPECT_REFUSED(speedup(-0.1, 2.0));
    EXPECT_REFUSED(speedup(1.1, 2.0));
    EXPECT_REFUSED(speedup(80.0, 2.0));
    EXPECT_REFUSED(speedup(nan, 2.0));
}

TEST(Speedup, RefusesAFactorThatIsNotPositive) {
    EXPECT_CLOSE(speedup(1.0, 8.0), 8.0);
    EXPECT_REFUSED(speedup(0.5, 0.0));
    EXPECT_REFUSED(speedup(0.5, -2.0));
    EXPECT_REFUSED(speedup(0.0, 0.0));
    EXPECT_REFUSED(speedup(0.5, nan));
}

// ---- limit ----

TEST(Limit, WhatStaysSlowDecides) {
    EXPECT_CLOSE(limit(0.8), 5.0);
    EXPECT_CLOSE(limit(0.5), 2.0);
    EXPECT_CLOSE(limit(0.99), 100.0);
    EXPECT_CLOSE(limit(0.0), 1.0);
}

TEST(Limit, EverythingHasNoLimit) { EXPECT_CLOSE(limit(1.0), infinity); }

TEST(Limit, RefusesAPartOutsideZeroToOne) {
    EXPECT_CLOSE(limit(0.5), 2.0);
    EXPECT_REFUSED(limit(-0.01));
    EXPECT_REFUSED(limit(1.01));
    EXPECT_REFUSED(limit(nan));
}

// ---- part_needed ----

TEST(PartNeeded, WorkedExample) { EXPECT_CLOSE(part_needed(2.0, 4.0), 2.0 / 3.0); }

TEST(PartNeeded, IsTheWayBack) {
    for (const double part : {0.0, 0.1, 0.5, 0.75, 0.99}) {
        for (const double factor : {0.5, 1.25, 2.0, 10.0, 1000.0}) {
            const double target = 1 / ((1 - part) + part / factor);
            const expect::Given given("target ", target, ", factor ", factor);
            EXPECT_CLOSE(part_needed(target, factor), part);
        }
    }
}

TEST(PartNeeded, EverythingIsJustEnough) {
    EXPECT_CLOSE(part_needed(4.0, 4.0), 1.0);
    EXPECT_CLOSE(part_needed(0.5, 0.5), 1.0);
}

TEST(PartNeeded, NotEvenEverythingIsEnough) {
    EXPECT_ANSWER(part_needed(5.0, 4.0), std::nullopt);
    EXPECT_ANSWER(part_needed(1.01, 1.0), std::nullopt);
    EXPECT_ANSWER(part_needed(0.1, 0.5), std::nullopt);
}

// A faster part can't make the whole slower, nor a slower part make it faster.
TEST(PartNeeded, TheWrongDirection) {
    EXPECT_ANSWER(part_needed(0.9, 2.0), std::nullopt);
    EXPECT_ANSWER(part_needed(1.1, 0.5), std::nullopt);
}

TEST(PartNeeded, NoGainNeedsNothing) {
    EXPECT_CLOSE(part_needed(1.0, 2.0), 0.0);
    EXPECT_CLOSE(part_needed(1.0, 1.0), 0.0);
    EXPECT_CLOSE(part_needed(1.0, 0.5), 0.0);
}

TEST(PartNeeded, APartThatTakesNoTimeAtAll) {
    EXPECT_CLOSE(part_needed(5.0, infinity), 0.8);
    EXPECT_CLOSE(part_needed(100.0, infinity), 0.99);
}

TEST(PartNeeded, RefusesWhatIsNotPositive) {
    EXPECT_CLOSE(part_needed(4.0, 4.0), 1.0);
    EXPECT_REFUSED(part_needed(0.0, 2.0));
    EXPECT_REFUSED(part_needed(-1.0, 2.0));
    EXPECT_REFUSED(part_needed(2.0, 0.0));
    EXPECT_REFUSED(part_needed(2.0, -4.0));
    EXPECT_REFUSED(part_needed(nan, 2.0));
    EXPECT_REFUSED(part_needed(2.0, nan));
}

}  // namespace

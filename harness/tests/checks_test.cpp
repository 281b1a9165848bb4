// Tests each honesty check on written-down evidence: on both sides of its bound, and with evidence that is
// rotten.
#include "harness/checks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness/build.hpp"
#include "harness/tests/not_numbers.hpp"

namespace {

using lab::testing::infinity;
using lab::testing::nan;

using lab::Outcome;
using lab::Verdict;

double just_below(double value) { return std::nextafter(value, -infinity); }
double just_above(double value) { return std::nextafter(value, infinity); }

// Every verdict names its check, what was seen and the bound; one that is not "passed" says what to do.
::testing::AssertionResult is(const Verdict& verdict, std::string_view check, Outcome outcome) {
    const auto all = [&verdict] {
        return verdict.check + ": " + std::string(lab::to_string(verdict.outcome)) +
               "\n  seen: " + verdict.seen + "\n  bound: " + verdict.bound + "\n  advice: " + verdict.advice;
    };
    if (verdict.check != check) return ::testing::AssertionFailure() << "not " << check << ": " << all();
    if (verdict.outcome != outcome)
        return ::testing::AssertionFailure() << "expected " << lab::to_string(outcome) << ", got " << all();
    if (verdict.seen.empty() || verdict.bound.empty())
        return ::testing::AssertionFailure() << "seen or bound is empty: " << all();
    if (verdict.advice.empty() != (outcome == Outcome::passed))
        return ::testing::AssertionFailure() << "advice: " << all();
    for (const auto* part : {&verdict.seen, &verdict.bound})
        if (part->find("nan") != std::string::npos || part->find("inf") != std::string::npos)
            return ::testing::AssertionFailure() << "prints a value that is none: " << all();
    return ::testing::AssertionSuccess();
}

// ---- answers

TEST(SameAnswer, ComparesWholeNumbersExactly) {
    EXPECT_TRUE(lab::same_answer(42, 42U));
    EXPECT_FALSE(lab::same_answer(42, 43));
    EXPECT_FALSE(lab::same_answer(1000000, 1000001, 0.5)) << "the tolerance is for real numbers only";
    EXPECT_FALSE(lab::same_answer(std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 1));
}

TEST(SameAnswer, AllowsRealNumbersTheirTolerance) {
    EXPECT_TRUE(lab::same_answer(1.5, 1.5));
    EXPECT_FALSE(lab::same_answer(1.5, just_above(1.5)));
    EXPECT_TRUE(lab::same_answer(100.0, 101.0, 0.01));
    EXPECT_TRUE(lab::same_answer(101.0, 100.0, 0.01));
    EXPECT_FALSE(lab::same_answer(100.0, 101.1, 0.01));
    EXPECT_TRUE(lab::same_answer(42, 42.0));
    EXPECT_TRUE(lab::same_answer(0.0, -0.0));
}

TEST(SameAnswer, NeverBelievesNaN) {
    EXPECT_FALSE(lab::same_answer(nan, nan, 1));
    EXPECT_FALSE(lab::same_answer(nan, 1.0, 1));
    EXPECT_FALSE(lab::same_answer(infinity, 1.0, 1));
    EXPECT_TRUE(lab::same_answer(infinity, infinity));
}

TEST(ShowAnswer, PrintsWhatTellsAnswersApart) {
    EXPECT_EQ(lab::show_answer(42), "42");
    EXPECT_EQ(lab::show_answer(3.25), "3.25");
    EXPECT_EQ(lab::show_answer(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(lab::show_answer(-1), "18446744073709551615 (or -1)");
}

// ---- result

lab::ResultEvidence honest_result() {
    return {.expected = 100,
            .first = 100,
            .calls = 7000,
            .change_tried = true,
            .expected_after_change = 101,
            .answer_after_change = 101,
            .restored = true};
}

TEST(CheckResult, PassesAnHonestFunction) {
    const auto verdict = lab::check_result(honest_result());
    EXPECT_TRUE(is(verdict, "result", Outcome::passed));
    EXPECT_EQ(verdict.seen, "100 in all of 7000 timed calls; 101 after one element changed");
}

TEST(CheckResult, RefusesAnotherAnswer) {
    auto evidence = honest_result();
    evidence.first = 50;
    const auto verdict = lab::check_result(evidence);
    EXPECT_TRUE(is(verdict, "result", Outcome::refused));
    EXPECT_EQ(verdict.seen, "the function answers 50, and the right answer is 100");
}

TEST(CheckResult, RefusesOneWrongCallInMany) {
    auto evidence = honest_result();
    evidence.wrong_calls = 1;
    evidence.wrong = 99;
    const auto verdict = lab::check_result(evidence);
    EXPECT_TRUE(is(verdict, "result", Outcome::refused));
    EXPECT_EQ(verdict.seen, "1 of 7000 timed calls gave another answer, such as 99; the right one is 100");
    evidence.wrong.reset();
    EXPECT_EQ(lab::check_result(evidence).seen,
              "1 of 7000 timed calls gave another answer; the right one is 100");
}

TEST(CheckResult, RefusesAnAnswerThatIgnoresTheInput) {
    auto evidence = honest_result();
    evidence.answer_after_change = 100;
    const auto verdict = lab::check_result(evidence);
    EXPECT_TRUE(is(verdict, "result", Outcome::refused));
    EXPECT_EQ(verdict.seen,
              "one element of the input changed, and the answer stayed 100; the right one is now 101");
    EXPECT_NE(verdict.advice.find("--asm"), std::string::npos) << verdict.advice;

    evidence.answer_after_change = 77;
    EXPECT_EQ(lab::check_result(evidence).seen,
              "one element of the input changed, and the answer became 77; the right one is now 101");
}

TEST(CheckResult, RefusesAChangeThatProvesNothing) {
    auto evidence = honest_result();
    evidence.expected_after_change = 100;
    evidence.answer_after_change = 100;
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
    evidence.expected_after_change.reset();
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
}

TEST(CheckResult, RefusesAChangeThatCanNotBeTakenBack) {
    auto evidence = honest_result();
    evidence.restored = false;
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
}

TEST(CheckResult, WantsAReasonWhenTheInputCanNotChange) {
    lab::ResultEvidence evidence{.expected = 1, .first = 1, .calls = 10};
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
    evidence.unchanging = "the function only waits";
    const auto verdict = lab::check_result(evidence);
    EXPECT_TRUE(is(verdict, "result", Outcome::passed));
    EXPECT_NE(verdict.seen.find("the function only waits"), std::string::npos) << verdict.seen;
}

TEST(CheckResult, RefusesMissingEvidence) {
    EXPECT_TRUE(is(lab::check_result({}), "result", Outcome::refused));
    auto evidence = honest_result();
    evidence.expected.reset();
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
    evidence = honest_result();
    evidence.first.reset();
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
    evidence = honest_result();
    evidence.calls = 0;
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
    evidence = honest_result();
    evidence.answer_after_change.reset();
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
}

TEST(CheckResult, AllowsRealAnswersTheirTolerance) {
    auto evidence = honest_result();
    evidence.expected = 100.0;
    evidence.first = 100.0 + 1e-9;
    evidence.expected_after_change = 101.0;
    evidence.answer_after_change = 101.0 - 1e-9;
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused));
    evidence.tolerance = 1e-10;
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::passed));
    evidence.tolerance = 0.02;
    EXPECT_TRUE(is(lab::check_result(evidence), "result", Outcome::refused))
        << "the change is within the tolerance";
    evidence = honest_result();
    evidence.expected = nan;
    evidence.first = nan;
    EXPECT_EQ(lab::check_result(evidence).outcome, Outcome::refused);
}

// ---- possible

TEST(CheckPossible, HoldsDependentStepsToOneCycleEach) {
    // 1000 steps at 2 GHz take 500 ns; with the slack of 10 %, 454.5 ns are still believed.
    lab::PossibleEvidence evidence{.steps = 1000, .ghz = 2};
    const double floor = lab::floor_ns({.steps = 1000, .ghz = 2});
    EXPECT_NEAR(floor, 500 / 1.1, 1e-9);
    evidence.best_ns = floor;
    EXPECT_TRUE(is(lab::check_possible(evidence), "possible", Outcome::passed));
    evidence.best_ns = just_above(floor);
    EXPECT_TRUE(is(lab::check_possible(evidence), "possible", Outcome::passed));
    evidence.best_ns = just_below(floor);
    EXPECT_TRUE(is(lab::check_possible(evidence), "possible", Outcome::refused));
}

TEST(CheckPossible, BelievesAChainThatRunsAtExactlyOneCycle) {
    EXPECT_TRUE(
        is(lab::check_possible({.best_ns = 500, .steps = 1000, .ghz = 2}), "possible", Outcome::passed));
    EXPECT_TRUE(
        is(lab::check_possible({.best_ns = 495, .steps = 1000, .ghz = 2}), "possible", Outcome::passed));
}

TEST(CheckPossible, HoldsLoadsTo128BytesACycle) {
    // 1 MiB at 128 bytes a cycle: 8192 cycles, 4096 ns at 2 GHz.
    lab::PossibleEvidence evidence{.bytes = 1048576, .ghz = 2};
    const double floor = lab::floor_ns(evidence);
    EXPECT_NEAR(floor, 4096 / 1.1, 1e-9);
    evidence.best_ns = floor;
    EXPECT_TRUE(is(lab::check_possible(evidence), "possible", Outcome::passed));
    evidence.best_ns = just_below(floor);
    EXPECT_TRUE(is(lab::check_possible(evidence), "possible", Outcome::refused));
    evidence.best_ns = 0.3;
    const auto verdict = lab::check_possible(evidence);
    EXPECT_EQ(verdict.seen, "one call took 0.300 ns at best, 12412x faster than the floor");
    EXPECT_EQ(verdict.bound,
              "at least 3.72 us: 1 MiB loaded at 128 bytes a cycle, at 2.00 GHz or 10 % above it");
    EXPECT_NE(verdict.advice.find("--asm"), std::string::npos);
}

TEST(CheckPossible, HoldsToTheFloorOfTheLabWithoutSlack) {
    EXPECT_TRUE(is(lab::check_possible({.best_ns = 50000, .min_ns = 50000}), "possible", Outcome::passed));
    const auto verdict = lab::check_possible({.best_ns = just_below(50000), .min_ns = 50000});
    EXPECT_TRUE(is(verdict, "possible", Outcome::refused));
    EXPECT_EQ(verdict.bound, "at least 50.0 us: the lab's own floor");
}

TEST(CheckPossible, TakesTheHighestOfTheFloors) {
    const lab::PossibleEvidence evidence{.best_ns = 1, .bytes = 1280, .steps = 100, .min_ns = 7, .ghz = 1};
    EXPECT_NEAR(lab::floor_ns(evidence), 100 / 1.1, 1e-9);
    EXPECT_NE(lab::check_possible(evidence).bound.find("100 dependent steps"), std::string::npos);
    auto more_bytes = evidence;
    more_bytes.bytes = 128000;
    EXPECT_NE(lab::check_possible(more_bytes).bound.find("125 KiB loaded"), std::string::npos)
        << lab::check_possible(more_bytes).bound;
    auto more_time = evidence;
    more_time.min_ns = 1000;
    EXPECT_NE(lab::check_possible(more_time).bound.find("own floor"), std::string::npos);
}

TEST(CheckPossible, RefusesWithoutAFloorUnlessTheLabSaysWhy) {
    EXPECT_TRUE(is(lab::check_possible({.best_ns = 10, .ghz = 2}), "possible", Outcome::refused));
    EXPECT_TRUE(is(lab::check_possible({.best_ns = 10, .bytes = nan, .steps = -5, .ghz = 2}), "possible",
                   Outcome::refused));
    const auto verdict = lab::check_possible({.best_ns = 10, .no_floor = "an empty call", .ghz = 2});
    EXPECT_TRUE(is(verdict, "possible", Outcome::passed));
    EXPECT_NE(verdict.seen.find("an empty call"), std::string::npos);
}

TEST(CheckPossible, RefusesWithoutABelievableClock) {
    for (const double ghz : {0.0, -1.0, nan, infinity, just_below(0.2), just_above(7.0), 80.0})
        EXPECT_TRUE(is(lab::check_possible({.best_ns = 1e9, .steps = 1000, .ghz = ghz}), "possible",
                       Outcome::refused))
            << ghz;
    for (const double ghz : {0.2, 2.9, 7.0})
        EXPECT_TRUE(
            is(lab::check_possible({.best_ns = 1e9, .steps = 1000, .ghz = ghz}), "possible", Outcome::passed))
            << ghz;
    // A floor that is a time needs no clock.
    EXPECT_TRUE(
        is(lab::check_possible({.best_ns = 1e9, .min_ns = 1000, .ghz = nan}), "possible", Outcome::passed));
}

TEST(CheckPossible, RefusesATimeThatIsNone) {
    for (const double best : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(
            is(lab::check_possible({.best_ns = best, .steps = 10, .ghz = 2}), "possible", Outcome::refused))
            << best;
    EXPECT_TRUE(is(lab::check_possible({}), "possible", Outcome::refused));
    EXPECT_EQ(lab::floor_ns({}), 0);
}

TEST(Plausible, KnowsTheClocksOfRealCores) {
    EXPECT_TRUE(lab::plausible(2.9));
    EXPECT_TRUE(lab::plausible(0.2));
    EXPECT_TRUE(lab::plausible(7.0));
    EXPECT_FALSE(lab::plausible(0.19));
    EXPECT_FALSE(lab::plausible(7.01));
    EXPECT_FALSE(lab::plausible(0));
    EXPECT_FALSE(lab::plausible(std::nan("")));
}

// ---- scales

TEST(CheckScales, WantsTenTimesTheWorkToTakeFiveToTwentyTimesAsLong) {
    EXPECT_TRUE(is(lab::check_scales(100, 1000), "scales", Outcome::passed));
    EXPECT_TRUE(is(lab::check_scales(100, 500), "scales", Outcome::passed));
    EXPECT_TRUE(is(lab::check_scales(100, just_below(500)), "scales", Outcome::refused));
    EXPECT_TRUE(is(lab::check_scales(100, 2000), "scales", Outcome::passed));
    EXPECT_TRUE(is(lab::check_scales(100, just_above(2000)), "scales", Outcome::refused));
}

TEST(CheckScales, NamesTheHoistedLoop) {
    const auto verdict = lab::check_scales(1450, 1460);
    EXPECT_TRUE(is(verdict, "scales", Outcome::refused));
    EXPECT_EQ(verdict.seen, "once took 1.45 us, ten times took 1.46 us, 1.01x as long");
    EXPECT_EQ(verdict.bound, "ten times the work takes 5 to 20 times as long");
    EXPECT_NE(verdict.advice.find("out of the loop"), std::string::npos);
}

TEST(CheckScales, RefusesRottenEvidence) {
    for (const double bad : {0.0, -1.0, nan, infinity}) {
        EXPECT_TRUE(is(lab::check_scales(bad, 1000), "scales", Outcome::refused)) << bad;
        EXPECT_TRUE(is(lab::check_scales(100, bad), "scales", Outcome::refused)) << bad;
    }
}

TEST(CheckSingleCalls, TellsAboveOnePercentAndRefusesAboveThirty) {
    EXPECT_EQ(lab::check_single_calls(3000, 30).outcome, Outcome::passed);
    EXPECT_TRUE(lab::check_single_calls(3000, 30).advice.empty());
    const auto verdict = lab::check_single_calls(just_below(3000), 30);
    EXPECT_EQ(verdict.outcome, Outcome::warned) << "told, not refused: the lab is about single calls";
    EXPECT_EQ(verdict.check, "clock");
    EXPECT_EQ(lab::check_single_calls(100, 30).outcome, Outcome::warned);
    EXPECT_EQ(lab::check_single_calls(just_below(100), 30).outcome, Outcome::refused);
}

TEST(CheckShared, WantsARepeatToTakeSeventyPercentOfACallOfItsOwn) {
    EXPECT_FALSE(lab::check_shared(700, 1004)) << "4 ns of a call are the calling";
    ASSERT_TRUE(lab::check_shared(just_below(700), 1004));
    EXPECT_FALSE(lab::check_shared(1500, 1004));
    EXPECT_FALSE(lab::check_shared(0.3, just_below(8))) << "too short to tell";
    ASSERT_TRUE(lab::check_shared(0.3, 8)) << "the work was hoisted, and one add is left in each repeat";
    const auto verdict = *lab::check_shared(364, 1540);
    EXPECT_TRUE(is(verdict, "scales", Outcome::refused));
    EXPECT_EQ(verdict.seen, "a repeat took 364 ns, and a call that repeats once 1.54 us");
    EXPECT_EQ(verdict.bound, "a repeat takes at least 70 % of a call that repeats once, without the calling");
    for (const double bad : {0.0, -1.0, nan, infinity}) {
        EXPECT_FALSE(lab::check_shared(bad, 1000)) << bad;
        EXPECT_FALSE(lab::check_shared(100, bad)) << bad;
    }
}

// ---- clock

TEST(CheckClock, WantsAThousandClockReads) {
    EXPECT_TRUE(is(lab::check_clock(30000, 30), "clock", Outcome::passed));
    EXPECT_TRUE(is(lab::check_clock(just_below(30000), 30), "clock", Outcome::refused));
    EXPECT_TRUE(is(lab::check_clock(just_above(30000), 30), "clock", Outcome::passed));
    const auto verdict = lab::check_clock(29990, 30);
    EXPECT_EQ(verdict.seen, "one sample took 30.0 us, 999 clock reads of 30.0 ns");
    EXPECT_EQ(verdict.bound, "one sample is at least 1000 clock reads long");
}

TEST(CheckClock, RefusesRottenEvidence) {
    for (const double bad : {0.0, -1.0, nan, infinity}) {
        EXPECT_TRUE(is(lab::check_clock(bad, 30), "clock", Outcome::refused)) << bad;
        EXPECT_TRUE(is(lab::check_clock(30000, bad), "clock", Outcome::refused)) << bad;
    }
}

TEST(CheckCall, TellsWhereTheHarnessesOwnCallIsMoreThanFivePercent) {
    EXPECT_FALSE(lab::check_call(20, 1, true));
    EXPECT_FALSE(lab::check_call(just_above(20), 1, true));
    ASSERT_TRUE(lab::check_call(just_below(20), 1, true));
    const auto verdict = *lab::check_call(4, 1, true);
    EXPECT_TRUE(is(verdict, "call", Outcome::warned));
    EXPECT_EQ(verdict.seen, "a call took 4.00 ns, and one that does nothing takes 1.00 ns, or 25.0 % of it");
    EXPECT_EQ(verdict.bound, "the harness's own call is at most 5 % of a call");
    EXPECT_NE(lab::check_call(1, 2, true)->seen.find("or 100 % of it"), std::string::npos);
}

TEST(CheckCall, RefusesHalfOfItWhereNoFloorIsStated) {
    EXPECT_TRUE(is(*lab::check_call(2, 1, false), "call", Outcome::warned));
    EXPECT_TRUE(is(*lab::check_call(just_below(2), 1, false), "call", Outcome::refused));
    EXPECT_FALSE(lab::check_call(20, 1, false));
}

TEST(CheckFirst, TellsOfAFirstCallThreeTimesAsLong) {
    EXPECT_FALSE(lab::check_first(300'000, 100'000));
    ASSERT_TRUE(lab::check_first(just_above(300'000), 100'000));
    EXPECT_FALSE(lab::check_first(20'100, 100)) << "cache misses and a cold code path take so long";
    ASSERT_TRUE(lab::check_first(just_above(20'100), 100));
    const auto verdict = *lab::check_first(5.8e6, 870e3);
    EXPECT_TRUE(is(verdict, "first", Outcome::warned));
    EXPECT_EQ(verdict.seen,
              "the first call of all took 5.80 ms, and one of the timed calls 870 us, 6.67x less");
    EXPECT_EQ(verdict.bound, "the first call takes at most 3 times as long as later ones");
    for (const double bad : {0.0, -1.0, nan, infinity}) {
        EXPECT_FALSE(lab::check_first(bad, 1000)) << bad;
        EXPECT_FALSE(lab::check_first(1e9, bad)) << bad;
    }
}

TEST(CheckCall, SaysNothingOfWhatItDoesNotKnow) {
    for (const double bad : {0.0, -1.0, nan, infinity}) {
        EXPECT_FALSE(lab::check_call(bad, 1, true)) << bad;
        EXPECT_FALSE(lab::check_call(1, bad, true)) << bad;
    }
}

// ---- faults

TEST(CheckFaults, HugePagesAreSeenByTheKernelsTime) {
    EXPECT_TRUE(is(lab::check_faults(34, 0, 1800, 7e6, 0.7e6), "faults", Outcome::passed));
    const auto verdict = lab::check_faults(34, 0, 1800, 7e6, 6.1e6);
    EXPECT_TRUE(is(verdict, "faults", Outcome::refused));
    EXPECT_EQ(verdict.seen, "34 page faults, and the kernel worked for 6.10 ms of 7.00 ms");
    EXPECT_TRUE(is(lab::check_faults(0, 0, 1800, 7e6, 6.1e6), "faults", Outcome::passed))
        << "system calls are no faults";
    EXPECT_TRUE(is(lab::check_faults(1, 0, 1800, 1e9, 0.9e9), "faults", Outcome::passed))
        << "nor does one fault explain so much";
}

TEST(CheckFaults, AllowsOnePercent) {
    // 10 faults of 1 us are 1 % of 1 ms.
    EXPECT_TRUE(is(lab::check_faults(10, 0, 1000, 1e6, nan), "faults", Outcome::passed));
    EXPECT_TRUE(is(lab::check_faults(9, 0, 1000, 1e6, nan), "faults", Outcome::passed));
    EXPECT_TRUE(is(lab::check_faults(10, 0, 1000.1, 1e6, nan), "faults", Outcome::refused));
    const auto verdict = lab::check_faults(4096, 0, 700, 10e6, nan);
    EXPECT_TRUE(is(verdict, "faults", Outcome::refused));
    EXPECT_EQ(verdict.seen, "4096 page faults of about 700 ns each: 2.87 ms of 10.0 ms, or 28.7 %");
    EXPECT_EQ(verdict.bound, "page faults take at most 1 % of the timed part");
}

TEST(CheckFaults, NeedsTheCostOnlyWhenThereAreFaults) {
    EXPECT_TRUE(is(lab::check_faults(0, 0, nan, 1e6, nan), "faults", Outcome::passed));
    EXPECT_TRUE(is(lab::check_faults(0, 0, 0, 1e6, nan), "faults", Outcome::passed));
    EXPECT_TRUE(is(lab::check_faults(1, 0, nan, 1e6, nan), "faults", Outcome::refused));
    EXPECT_TRUE(is(lab::check_faults(1, 0, 0, 1e6, nan), "faults", Outcome::refused));
}

TEST(CheckFaults, RefusesRottenEvidence) {
    for (const double bad : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_faults(0, 0, 1000, bad, nan), "faults", Outcome::refused)) << bad;
    EXPECT_TRUE(is(lab::check_faults(1e19, 0, 1000, 1e6, nan), "faults", Outcome::refused));
    EXPECT_TRUE(is(lab::check_faults(nan, 0, 1000, 1e6, nan), "faults", Outcome::refused));
    EXPECT_TRUE(is(lab::check_faults(0, nan, 1000, 1e6, nan), "faults", Outcome::refused));
    EXPECT_EQ(lab::check_faults(0, 2, 1000, 1e9, nan).seen, "2 page faults waited for a disk")
        << "however short beside the rest";
}

TEST(CheckPossible, MoreItemsThanBitsOfAllLoadsAreCountedWrongly) {
    const auto items = [](double count, std::string no_floor) {
        return lab::check_possible({.best_ns = 100,
                                    .min_ns = no_floor.empty() ? 1.0 : 0.0,
                                    .no_floor = std::move(no_floor),
                                    .items = count,
                                    .ghz = 2});
    };
    EXPECT_TRUE(is(items(1024 * 200, ""), "possible", Outcome::passed));
    EXPECT_TRUE(is(items(1024 * 240, ""), "possible", Outcome::refused));
    EXPECT_TRUE(is(items(1024 * 240, "it waits"), "possible", Outcome::refused));
}

// ---- granted

TEST(CheckGranted, RefusesATeamThatDidNothing) {
    const auto verdict = lab::check_granted({.idle_team = true});
    EXPECT_TRUE(is(verdict, "granted", Outcome::refused));
    EXPECT_EQ(verdict.seen, "the row names a team, and a call did not run it");
}

TEST(CheckGranted, PassesWhenNothingWasAskedFor) {
    const auto verdict = lab::check_granted({});
    EXPECT_TRUE(is(verdict, "granted", Outcome::passed));
    EXPECT_EQ(verdict.seen, "nothing was asked for");
    EXPECT_TRUE(
        is(lab::check_granted({.threads = {{.asked = -1, .seen = {0, 1}}}}), "granted", Outcome::passed));
}

TEST(CheckGranted, WantsTheThreadOnItsCpuAlways) {
    EXPECT_TRUE(
        is(lab::check_granted({.threads = {{.asked = 1, .seen = {1, 1, 1}}}}), "granted", Outcome::passed));
    const auto verdict = lab::check_granted({.threads = {{.asked = 1, .seen = {1, 1, 0, 1}}}});
    EXPECT_TRUE(is(verdict, "granted", Outcome::refused));
    EXPECT_EQ(verdict.seen, "CPU 1 was asked for, and the thread ran on CPUs 0, 1");
    EXPECT_EQ(verdict.bound, "the thread runs on CPU 1 and nowhere else");
}

TEST(CheckGranted, RefusesWhatWasNotGivenOrNotSeen) {
    const auto denied =
        lab::check_granted({.threads = {{.asked = 99, .seen = {0}, .pin_error = "Invalid argument"}}});
    EXPECT_TRUE(is(denied, "granted", Outcome::refused));
    EXPECT_EQ(denied.seen, "CPU 99 was asked for and not given: Invalid argument");
    EXPECT_TRUE(is(lab::check_granted({.threads = {{.asked = 1}}}), "granted", Outcome::refused));
    EXPECT_TRUE(
        is(lab::check_granted({.threads = {{.asked = 1, .seen = {-1, -1}}}}), "granted", Outcome::refused));
    EXPECT_TRUE(
        is(lab::check_granted({.threads = {{.asked = 1, .seen = {-1, 1}}}}), "granted", Outcome::passed))
        << "one look failed, the other saw the right CPU";
}

TEST(CheckGranted, WantsTwoCpusToBeTwo) {
    EXPECT_TRUE(is(lab::check_granted({.threads = {{.asked = 0, .seen = {0}}, {.asked = 1, .seen = {1}}}}),
                   "granted", Outcome::passed));
    const lab::GrantedEvidence same{.threads = {{.asked = 0, .seen = {0}}, {.asked = 0, .seen = {0}}}};
    const auto verdict = lab::check_granted(same);
    EXPECT_TRUE(is(verdict, "granted", Outcome::refused));
    EXPECT_EQ(verdict.seen, "two of the threads share CPU 0");
    EXPECT_TRUE(is(lab::check_granted({.threads = {{.asked = 0, .seen = {0}}, {.asked = 1, .seen = {0}}}}),
                   "granted", Outcome::refused));
}

TEST(CheckGranted, WantsNinetyPercentHugePages) {
    constexpr std::uint64_t page = 2 << 20;
    const auto backed = [](std::optional<std::uint64_t> bytes) {
        return lab::check_granted({.huge_asked_bytes = 10 * page, .huge_backed_bytes = bytes});
    };
    EXPECT_TRUE(is(backed(10 * page), "granted", Outcome::passed));
    EXPECT_TRUE(is(backed(9 * page), "granted", Outcome::passed));
    EXPECT_TRUE(is(backed(9 * page - 4096), "granted", Outcome::refused));
    EXPECT_TRUE(is(backed(0), "granted", Outcome::refused));
    EXPECT_TRUE(is(backed(std::nullopt), "granted", Outcome::refused));
    const auto verdict = backed(4 * page);
    EXPECT_EQ(verdict.seen, "huge pages back 8 MiB of 20 MiB");
    EXPECT_EQ(verdict.bound, "huge pages back at least 90 % of 20 MiB");
}

TEST(CheckGranted, TellsAllThatWasGranted) {
    const auto verdict = lab::check_granted(
        {.threads = {{.asked = 1, .seen = {1}}}, .huge_asked_bytes = 4 << 20, .huge_backed_bytes = 4 << 20});
    EXPECT_TRUE(is(verdict, "granted", Outcome::passed));
    EXPECT_EQ(verdict.seen, "ran on CPU 1; huge pages back 4 MiB of 4 MiB");
}

// ---- build

lab::BuildFacts good_build() {
    lab::BuildFacts facts;
    facts.optimised = true;
    facts.compiler = "g++ 12.2.0";
    facts.traced_by = lab::Fact<int>::no("nobody");
    return facts;
}

TEST(CheckBuild, PassesOptimisedCode) {
    const auto verdict = lab::check_build(good_build());
    EXPECT_TRUE(is(verdict, "build", Outcome::passed));
    EXPECT_EQ(verdict.seen, "optimised, by g++ 12.2.0");
}

TEST(CheckBuild, RefusesMinusO0) {
    auto facts = good_build();
    facts.optimised = false;
    const auto verdict = lab::check_build(facts);
    EXPECT_TRUE(is(verdict, "build", Outcome::refused));
    EXPECT_EQ(verdict.seen, "the lab was built without optimisation (-O0)");
    EXPECT_TRUE(is(lab::check_build({}), "build", Outcome::refused)) << "no facts at all";
}

TEST(CheckBuild, RefusesWhatIsBuiltInOrWrappedAround) {
    auto facts = good_build();
    facts.sanitizer = "address";
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::refused));
    EXPECT_EQ(lab::check_build(facts).seen, "the address sanitizer is built in");
    facts = good_build();
    facts.instrumentation = "gcov coverage";
    EXPECT_EQ(lab::check_build(facts).seen, "gcov coverage is built in");
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::refused));
    facts = good_build();
    facts.library_checks = true;
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::refused));
    facts = good_build();
    facts.under = "valgrind";
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::refused));
    EXPECT_EQ(lab::check_build(facts).seen, "the program runs under valgrind");
    facts = good_build();
    facts.traced_by = lab::Fact<int>::of(4711);
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::refused));
    EXPECT_EQ(lab::check_build(facts).seen, "process 4711 traces this program (a debugger, or strace)");
}

TEST(CheckBuild, WarnsOfAssertions) {
    auto facts = good_build();
    facts.assertions = true;
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::warned));
}

TEST(CheckBuild, DoesNotGuessATracer) {
    auto facts = good_build();
    facts.traced_by = lab::Fact<int>::unknown("no /proc");
    EXPECT_TRUE(is(lab::check_build(facts), "build", Outcome::passed));
}

// ---- alone, steal

TEST(CheckAlone, AllowsFivePercent) {
    EXPECT_TRUE(is(lab::check_alone(0, 1e9), "alone", Outcome::passed));
    EXPECT_TRUE(is(lab::check_alone(50e6, 1e9), "alone", Outcome::passed));
    EXPECT_TRUE(is(lab::check_alone(50e6 - 1, 1e9), "alone", Outcome::passed));
    EXPECT_TRUE(is(lab::check_alone(50e6 + 1, 1e9), "alone", Outcome::refused));
    const auto verdict = lab::check_alone(480e6, 1e9);
    EXPECT_EQ(verdict.seen, "the thread waited 480 ms for its CPU in 1.00 s, or 48.0 %");
    EXPECT_EQ(verdict.bound, "waiting for the CPU takes at most 5 % of the timed part");
}

TEST(CheckAlone, WarnsWhenTheKernelDoesNotSay) {
    for (const double unknown : {-1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_alone(unknown, 1e9), "alone", Outcome::warned)) << unknown;
    EXPECT_NE(lab::check_alone(nan, 1e9).seen.find("not checked"), std::string::npos);
    for (const double bad : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_alone(0, bad), "alone", Outcome::refused)) << bad;
}

TEST(CheckAwake, TellsFromFivePercentAndRefusesFromTwenty) {
    EXPECT_TRUE(is(lab::check_awake(0, 1e9, ""), "awake", Outcome::passed));
    EXPECT_TRUE(is(lab::check_awake(50e6, 1e9, ""), "awake", Outcome::passed));
    EXPECT_TRUE(is(lab::check_awake(50e6 + 1, 1e9, ""), "awake", Outcome::warned));
    EXPECT_TRUE(is(lab::check_awake(200e6, 1e9, ""), "awake", Outcome::warned));
    EXPECT_TRUE(is(lab::check_awake(200e6 + 1, 1e9, ""), "awake", Outcome::refused));
    EXPECT_TRUE(is(lab::check_awake(900e6, 1e9, "a nap is the subject"), "awake", Outcome::passed));
    EXPECT_EQ(lab::check_awake(655e6, 1e9, "").seen,
              "the thread neither ran nor waited for its CPU for 655 ms of 1.00 s, or 65.5 %");
}

TEST(CheckAwake, SaysWhatItDoesNotKnow) {
    for (const double unknown : {nan, -1.0})
        EXPECT_TRUE(is(lab::check_awake(unknown, 1e9, ""), "awake", Outcome::warned)) << unknown;
    for (const double bad : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_awake(0, bad, ""), "awake", Outcome::refused)) << bad;
}

TEST(CheckSteal, WarnsAboveFivePercent) {
    EXPECT_TRUE(is(lab::check_steal(0, 1e9), "steal", Outcome::passed));
    EXPECT_TRUE(is(lab::check_steal(50e6, 1e9), "steal", Outcome::passed));
    EXPECT_TRUE(is(lab::check_steal(50e6 + 1, 1e9), "steal", Outcome::warned));
    EXPECT_EQ(lab::check_steal(100e6, 1e9).seen, "the host took the CPU for 100 ms of 1.00 s, or 10.0 %");
    for (const double bad : {-1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_steal(bad, 1e9), "steal", Outcome::warned)) << bad;
    for (const double bad : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_steal(0, bad), "steal", Outcome::warned)) << bad;
}

// ---- rounds, speed

TEST(CheckRounds, WarnsAboveFivePercent) {
    EXPECT_TRUE(is(lab::check_rounds(std::vector<double>{97.5, 100, 102.5}), "rounds", Outcome::passed));
    EXPECT_TRUE(is(lab::check_rounds(std::vector<double>{97.5, 100, 102.4}), "rounds", Outcome::passed));
    EXPECT_TRUE(is(lab::check_rounds(std::vector<double>{97.5, 100, 102.6}), "rounds", Outcome::warned));
    const auto verdict = lab::check_rounds(std::vector<double>{100, 101, 110});
    EXPECT_EQ(verdict.seen, "3 rounds from 100 ns to 110 ns, a spread of 9.90 % of the median");
    EXPECT_EQ(verdict.bound, "the rounds' medians differ by at most 5 %");
}

TEST(CheckRounds, PrintsTheRegimes) {
    const auto verdict = lab::check_rounds(std::vector<double>{27, 130, 28, 125, 26, 118, 29});
    EXPECT_TRUE(is(verdict, "rounds", Outcome::warned));
    EXPECT_EQ(verdict.seen,
              "7 rounds from 26.0 ns to 130 ns, a spread of 359 % of the median, in 2 regimes: 27.5 ns in 4 "
              "of 7, 125 ns "
              "in 3 of 7");
}

TEST(CheckRounds, WarnsWhenThereIsNothingToCompare) {
    EXPECT_TRUE(is(lab::check_rounds({}), "rounds", Outcome::warned));
    EXPECT_TRUE(is(lab::check_rounds(std::vector<double>{100}), "rounds", Outcome::warned));
    for (const double bad : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_rounds(std::vector<double>{100, bad, 100}), "rounds", Outcome::warned))
            << bad;
}

TEST(CheckSpeed, WarnsWhenTheClockChanges) {
    const std::vector<double> level = {1, 1, 1};
    EXPECT_TRUE(
        is(lab::check_speed(std::vector<double>{2.4375, 2.5, 2.5625}, level), "speed", Outcome::passed));
    const auto verdict = lab::check_speed(std::vector<double>{2.9, 3, 3.06}, level);
    EXPECT_TRUE(is(verdict, "speed", Outcome::warned));
    EXPECT_EQ(verdict.seen,
              "the clock went from 2.90 GHz to 3.06 GHz (5.33 % of the median), a taken branch from 1.00 ns "
              "to 1.00 ns (0 % of the median)");
    EXPECT_NE(verdict.advice.find("clock changed"), std::string::npos);
}

TEST(CheckSpeed, WarnsWhenOnlyTheBranchesSlowDown) {
    const std::vector<double> level = {3, 3, 3};
    EXPECT_TRUE(is(lab::check_speed(level, std::vector<double>{0.975, 1, 1.025}), "speed", Outcome::passed));
    const auto verdict = lab::check_speed(level, std::vector<double>{0.34, 0.35, 0.68});
    EXPECT_TRUE(is(verdict, "speed", Outcome::warned));
    EXPECT_NE(verdict.advice.find("neighbour on the same core"), std::string::npos);
}

TEST(CheckSpeed, WarnsWithoutTwoProbesOfEachKind) {
    const std::vector<double> level = {3, 3};
    EXPECT_TRUE(is(lab::check_speed(level, level), "speed", Outcome::passed));
    EXPECT_TRUE(is(lab::check_speed({}, {}), "speed", Outcome::warned));
    EXPECT_TRUE(is(lab::check_speed(level, {}), "speed", Outcome::warned));
    EXPECT_TRUE(is(lab::check_speed(std::vector<double>{3}, level), "speed", Outcome::warned));
    for (const double bad : {0.0, -1.0, nan, infinity})
        EXPECT_TRUE(is(lab::check_speed(std::vector<double>{3, bad}, level), "speed", Outcome::warned))
            << bad;
}

TEST(Outcome, HasTheWordsOfTheRecord) {
    EXPECT_EQ(lab::to_string(Outcome::passed), "passed");
    EXPECT_EQ(lab::to_string(Outcome::warned), "warned");
    EXPECT_EQ(lab::to_string(Outcome::refused), "refused");
}

}  // namespace

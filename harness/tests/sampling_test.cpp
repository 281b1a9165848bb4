// Tests the timed loop and the calibration with a fake clock and work of a known length.
#include "harness/sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "harness/tests/fake_clock.hpp"

namespace {

using lab::Answer;
using lab::Repeats;
using lab::testing::FakeClock;

TEST(EmptyCallCost, IsThatOfTheLoopWithoutWork) {
    FakeClock clock(20'000);  // moves only when it is read, once for each 10,000 empty calls
    EXPECT_DOUBLE_EQ(lab::empty_call_cost(clock), 2);
    FakeClock still(0);
    EXPECT_EQ(lab::empty_call_cost(still), 0);
}

// ---- one sample

TEST(Sample, TimesAllCallsAndNothingElse) {
    FakeClock clock;
    int calls = 0;
    const auto subject = lab::make_subject([&] {
        ++calls;
        clock.advance(7);
        return 42;
    });
    const auto sample = subject->take(clock, 100, 42);
    EXPECT_EQ(calls, 100);
    EXPECT_EQ(clock.reads, 2);
    EXPECT_EQ(sample.calls, 100U);
    EXPECT_DOUBLE_EQ(sample.ns, 700);
    EXPECT_DOUBLE_EQ(sample.ns_per_call(), 7);
    EXPECT_EQ(sample.wrong, 0U);
}

TEST(Sample, CountsEveryWrongAnswer) {
    FakeClock clock;
    int calls = 0;
    const auto subject = lab::make_subject([&] { return ++calls % 3 == 0 ? 41 : 42; });
    EXPECT_EQ(subject->take(clock, 9, 42).wrong, 3U);
    EXPECT_EQ(subject->take(clock, 9, 41).wrong, 6U);
}

TEST(Sample, AnAnswerThatIsNoNumberIsWrong) {
    FakeClock clock;
    const auto subject = lab::make_subject([] { return std::numeric_limits<double>::quiet_NaN(); });
    EXPECT_EQ(subject->take(clock, 5, subject->once()).wrong, 5U);
}

TEST(Sample, ComparesInTheTypeOfTheFunction) {
    FakeClock clock;
    const auto negative = lab::make_subject([] { return -3; });
    EXPECT_EQ(negative->take(clock, 4, -3).wrong, 0U);
    EXPECT_EQ(negative->take(clock, 4, 3).wrong, 4U);
    const auto small = lab::make_subject([] { return std::uint8_t{200}; });
    EXPECT_EQ(small->take(clock, 4, 200).wrong, 0U);
    const auto truth = lab::make_subject([] { return true; });
    EXPECT_EQ(truth->take(clock, 4, true).wrong, 0U);
    EXPECT_EQ(truth->take(clock, 4, false).wrong, 4U);
    const auto third = lab::make_subject([] { return 1.0F / 3.0F; });
    EXPECT_EQ(third->take(clock, 4, third->once()).wrong, 0U);
    const auto real = lab::make_subject([] { return 0.1 + 0.2; });
    EXPECT_EQ(real->take(clock, 4, 0.3).wrong, 4U) << "inside a visit every call must agree to the last bit";
    EXPECT_EQ(real->take(clock, 4, real->once()).wrong, 0U);
}

TEST(Sample, OnceCallsOnceAndIsNotTimed) {
    FakeClock clock;
    int calls = 0;
    const auto subject = lab::make_subject([&] { return ++calls; });
    EXPECT_EQ(subject->once(), Answer(1));
    EXPECT_EQ(subject->once(), Answer(2));
    EXPECT_EQ(clock.reads, 0);
    EXPECT_FALSE(subject->owns_loop());
}

// ---- a function that owns its loop

TEST(RepeatsSample, IsOneCallWithTheWholeCount) {
    FakeClock clock;
    std::vector<std::uint64_t> counts;
    const auto subject = lab::make_subject([&](Repeats repeats) {
        counts.push_back(repeats.count);
        clock.advance(static_cast<std::int64_t>(5 * repeats.count));
        return 42 * repeats.count;
    });
    EXPECT_TRUE(subject->owns_loop());
    const auto sample = subject->take(clock, 1000, 42);
    EXPECT_DOUBLE_EQ(sample.ns, 5000);
    EXPECT_DOUBLE_EQ(sample.ns_per_call(), 5);
    EXPECT_EQ(sample.wrong, 0U);
    EXPECT_EQ(subject->once(), Answer(42));
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{1000, 1}));
}

TEST(RepeatsSample, AWrongTotalMakesEveryCallWrong) {
    FakeClock clock;
    const auto forgets_one = lab::make_subject([](Repeats repeats) { return 42 * (repeats.count - 1); });
    EXPECT_EQ(forgets_one->take(clock, 1000, 42).wrong, 1000U);
    const auto once_only = lab::make_subject([](Repeats) { return 42; });
    EXPECT_EQ(once_only->take(clock, 1, 42).wrong, 0U);
    EXPECT_EQ(once_only->take(clock, 2, 42).wrong, 2U);
}

TEST(RepeatsSample, TotalsWrapLikeTheFunctionsOwnType) {
    FakeClock clock;
    const auto wraps_at_32_bits = lab::make_subject([](Repeats repeats) {
        std::uint32_t sum = 0;
        for (std::uint64_t i = 0; i < repeats.count; ++i) sum += 3'000'000'000U;
        return sum;
    });
    EXPECT_EQ(wraps_at_32_bits->take(clock, 1000, 3'000'000'000U).wrong, 0U);
    const auto negative =
        lab::make_subject([](Repeats repeats) { return -3 * static_cast<int>(repeats.count); });
    EXPECT_EQ(negative->take(clock, 1000, -3).wrong, 0U);
}

TEST(RepeatsSample, RealTotalsMayRound) {
    FakeClock clock;
    const auto subject = lab::make_subject([](Repeats repeats) {
        double sum = 0;
        for (std::uint64_t i = 0; i < repeats.count; ++i) sum += 0.1;
        return sum;
    });
    EXPECT_EQ(subject->take(clock, 1000, 0.1).wrong, 0U);
    EXPECT_EQ(subject->take(clock, 1000, 0.1001).wrong, 1000U);
}

// ---- calibration

// Work of a known length that writes down the batches it was asked for.
class KnownWork final : public lab::Subject {
public:
    KnownWork(FakeClock& clock, std::int64_t call_ns, std::uint64_t wrong = 0)
        : clock_(clock), call_ns_(call_ns), wrong_(wrong) {}

    lab::Sample take(lab::Clock& clock, std::uint64_t calls, const Answer&) override {
        batches.push_back(calls);
        const auto start = clock.now();
        clock_.advance(call_ns_ * static_cast<std::int64_t>(calls));
        return {.ns = static_cast<double>(clock.now() - start), .calls = calls, .wrong = wrong_};
    }
    Answer once() override { return 42; }
    [[nodiscard]] bool owns_loop() const override { return false; }

    std::vector<std::uint64_t> batches;

private:
    FakeClock& clock_;
    std::int64_t call_ns_;
    std::uint64_t wrong_;
};

TEST(Calibrate, DoublesUntilTheSampleIsLongEnoughThenTakesJustEnough) {
    FakeClock clock;
    KnownWork work(clock, 100);
    const auto found = lab::calibrate(work, clock, 1000, 42);
    EXPECT_EQ(work.batches, (std::vector<std::uint64_t>{1, 2, 4, 8, 16, 16}))
        << "a batch must be long enough twice";
    EXPECT_EQ(found.calls, 11U) << "1,000 ns and a tenth to spare";
    EXPECT_DOUBLE_EQ(found.call_ns, 100);
    EXPECT_TRUE(found.reached);
}

TEST(Calibrate, ABatchThatWasInterruptedDoesNotDecide) {
    FakeClock clock;
    int taken = 0;
    const auto subject = lab::make_subject([&] {
        clock.advance(++taken == 3 ? 1'000'000 : 100);  // somebody had the CPU during the batch of two
        return 42;
    });
    const auto found = lab::calibrate(*subject, clock, 1000, 42);
    EXPECT_EQ(found.calls, 11U);
    EXPECT_DOUBLE_EQ(found.call_ns, 100);
}

TEST(Calibrate, OneCallIsEnoughWhenItIsLong) {
    FakeClock clock;
    KnownWork work(clock, 5'000);
    const auto found = lab::calibrate(work, clock, 1000, 42);
    EXPECT_EQ(work.batches, (std::vector<std::uint64_t>{1}));
    EXPECT_EQ(found.calls, 1U);
    EXPECT_TRUE(found.reached);
}

TEST(Calibrate, NeverTakesMoreThanTheBatchThatWasTried) {
    FakeClock clock;
    KnownWork work(clock, 250);  // 4 calls last 1,000 ns to the point: the spare tenth would ask for 5
    EXPECT_EQ(lab::calibrate(work, clock, 1000, 42).calls, 4U);
}

TEST(Calibrate, GivesUpAtTheLargestBatch) {
    FakeClock clock;
    KnownWork work(clock, 1);
    const auto found = lab::calibrate(work, clock, 1000, 42, 10);
    EXPECT_EQ(work.batches, (std::vector<std::uint64_t>{1, 2, 4, 8, 10}));
    EXPECT_EQ(found.calls, 10U);
    EXPECT_FALSE(found.reached);
}

TEST(Calibrate, EndsForWorkThatTakesNoTimeAtAll) {
    FakeClock clock;
    KnownWork work(clock, 0);
    const auto found = lab::calibrate(work, clock, 1000, 42);
    EXPECT_EQ(work.batches.size(), 41U);
    EXPECT_EQ(found.calls, std::uint64_t{1} << 40);
    EXPECT_EQ(found.call_ns, 0);
    EXPECT_FALSE(found.reached);
}

TEST(Calibrate, CountsTheWrongAnswersOnTheWay) {
    FakeClock clock;
    KnownWork work(clock, 100, 1);
    EXPECT_EQ(lab::calibrate(work, clock, 1000, 42).wrong, 6U);
}

}  // namespace

// Tests the cost of a clock read on clocks whose cost is known.
#include "harness/clock.hpp"

#include <gtest/gtest.h>

#include "harness/tests/fake_clock.hpp"

namespace {

using lab::testing::FakeClock;

TEST(ClockReadCost, IsTheStepOfAClockThatMovesOnlyWhenRead) {
    FakeClock clock(30);
    EXPECT_DOUBLE_EQ(lab::clock_read_cost(clock), 30);
}

TEST(ClockReadCost, IsZeroForAClockThatStandsStill) {
    FakeClock clock(0);
    EXPECT_EQ(lab::clock_read_cost(clock), 0);
}

// An interruption in most of the batches, but not in all of them.
class InterruptedClock final : public lab::Clock {
public:
    std::int64_t now() override {
        if (++reads_ % 1500 == 0) time_ += 1'000'000;
        return time_ += 30;
    }

private:
    std::int64_t reads_ = 0;
    std::int64_t time_ = 0;
};

TEST(ClockReadCost, TakesTheCheapestBatchSoThatADisturbanceDoesNotCount) {
    InterruptedClock clock;
    EXPECT_DOUBLE_EQ(lab::clock_read_cost(clock), 30);
}

// One time, which passes at each look, and a clock that shows `percent` of it. The first `jumps` looks cost 10 ms.
class ScaledClock final : public lab::Clock {
public:
    ScaledClock(std::int64_t& time, std::int64_t percent, int jumps = 0)
        : time_(time), percent_(percent), jumps_(jumps) {}
    std::int64_t now() override {
        time_ += jumps_-- > 0 ? 10'000'000 : 1000;
        return time_ / 100 * percent_;
    }

private:
    std::int64_t& time_;
    std::int64_t percent_;
    int jumps_;
};

TEST(RunAlike, NoticesAClockAtAnotherSpeed) {
    for (const std::int64_t percent : {50, 97, 103, 200}) {
        std::int64_t time = 0;
        ScaledClock clock(time, percent);
        ScaledClock kernel(time, 100);
        EXPECT_FALSE(lab::run_alike(clock, kernel)) << percent;
    }
}

TEST(RunAlike, ForgivesInterruptions) {
    std::int64_t time = 0;
    ScaledClock clock(time, 100, 3);
    ScaledClock kernel(time, 100);
    EXPECT_TRUE(lab::run_alike(clock, kernel));
}

TEST(RunAlike, HoldsOfTheRealClock) {
    EXPECT_TRUE(lab::run_alike(lab::monotonic_clock(), lab::kernel_clock()));
}

TEST(MonotonicClock, NeverGoesBackwards) {
    auto& clock = lab::monotonic_clock();
    auto last = clock.now();
    for (int read = 0; read < 10'000; ++read) {
        const auto now = clock.now();
        ASSERT_GE(now, last);
        last = now;
    }
}

}  // namespace

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

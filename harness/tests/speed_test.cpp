// Tests the speed probes on clocks whose speed is known, and the chain of adds by its sum.
#include "harness/speed.hpp"

#include <gtest/gtest.h>

#include "harness/tests/fake_clock.hpp"

namespace {

using lab::testing::FakeClock;

TEST(DependentAdds, AddsOneAfterTheOther) {
    EXPECT_EQ(lab::dependent_adds(5, 3, 200), 5U + 3U * 200U);
    EXPECT_EQ(lab::dependent_adds(5, 3, 0), 5U);
    EXPECT_EQ(lab::dependent_adds(0, 1, 101), 200U) << "the count is rounded up to a multiple of 100";
    EXPECT_EQ(lab::dependent_adds(1, UINT64_MAX, 100), std::uint64_t{1} - 100) << "it wraps";
}

TEST(ProbeSpeed, CountsAddsForEachNanosecondOfTheClock) {
    FakeClock clock(10'000);  // 20,000 adds between two reads, 10 us apart
    const auto probe = lab::probe_speed(clock);
    EXPECT_DOUBLE_EQ(probe.ghz, 2);
    EXPECT_DOUBLE_EQ(probe.branch_ns, 0.5);
}

TEST(ProbeSpeed, SaysZeroWhenTheClockDidNotMove) {
    FakeClock clock(0);
    const auto probe = lab::probe_speed(clock);
    EXPECT_EQ(probe.ghz, 0);
    EXPECT_EQ(probe.branch_ns, 0);
}

}  // namespace

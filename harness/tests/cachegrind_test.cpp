// Tests of reading simulated counts, on written-down cachegrind files.
#include "harness/tools/cachegrind.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

constexpr auto written_down = R"(desc: I1 cache:         32768 B, 64 B, 8-way associative
desc: D1 cache:         32768 B, 64 B, 8-way associative
desc: LL cache:         8388608 B, 64 B, 16-way associative
cmd: ./branch --quick --call branchy_random --times 1
events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim
fl=branch.cpp
fn=main
12 100 1 1 50 2 2 25 1 1 10 3 0 0
summary: 2000100 1200 1100 500050 7002 3002 250025 1001 901 100010 4003 120 12
)";

TEST(Cachegrind, ReadsTheTotals) {
    const auto counts = lab::parse_cachegrind(written_down);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->instructions, 2000100);
    EXPECT_EQ(counts->loads, 500050);
    EXPECT_EQ(counts->stores, 250025);
    EXPECT_EQ(counts->d1_misses, 7002 + 1001);
    EXPECT_EQ(counts->ll_misses, 3002 + 901);
    EXPECT_EQ(counts->branches, 100010);
    EXPECT_EQ(counts->mispredicts, 4003);
}

TEST(Cachegrind, AFileWithoutTotalsGivesNothing) {
    EXPECT_FALSE(lab::parse_cachegrind(""));
    EXPECT_FALSE(
        lab::parse_cachegrind("events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim\nfl=x\n"));
    EXPECT_FALSE(lab::parse_cachegrind("events: Ir\nsummary: 12\n"))
        << "without --cache-sim and --branch-sim";
    EXPECT_FALSE(lab::parse_cachegrind("events: Ir Dr\nsummary: 12\n"));
    EXPECT_FALSE(lab::parse_cachegrind("events: Ir\nsummary: many\n"));
}

TEST(Cachegrind, TheSimulatedMachineIsFixed) {
    const auto command = lab::cachegrind_command("out file", {"./lab", "--quick"});
    EXPECT_EQ(command.front(), "valgrind");
    EXPECT_NE(std::ranges::find(command, "--D1=32768,8,64"), command.end());
    EXPECT_NE(std::ranges::find(command, "--cachegrind-out-file=out file"), command.end());
    EXPECT_EQ(command[command.size() - 2], "./lab");
    EXPECT_EQ(command.back(), "--quick");
}

}  // namespace

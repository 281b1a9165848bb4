// Usage between two moments, from files that a test writes.
#include "harness/usage.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <chrono>
#include <thread>

#include <cstdint>
#include <thread>

#include "harness/memory.hpp"
#include "harness/tests/fake_root.hpp"

namespace lab {
namespace {

using testing::FakeRoot;

std::uint64_t tick_ns() { return 1000000000ULL / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK)); }

TEST(Usage, DifferenceOfTwoMoments) {
    UsageSnapshot earlier, later;
    earlier.minor_faults = {10, nullptr};
    later.minor_faults = {25, nullptr};
    earlier.steal_ns = {0, "no /proc/stat"};
    later.steal_ns = {5, nullptr};
    earlier.thread_delay_ns = {100, nullptr};
    later.thread_delay_ns = {50, nullptr};
    const auto usage = later - earlier;
    EXPECT_EQ(usage.minor_faults.text(), "15");
    EXPECT_EQ(usage.major_faults.text(), "0");
    EXPECT_EQ(usage.steal_ns.text(), "unknown (no /proc/stat)");
    EXPECT_EQ(usage.thread_delay_ns.text(), "unknown (the count ran backwards)");
}

TEST(Usage, WhatNeitherRanNorWaitedWasAsleep) {
    UsageSnapshot earlier, later;
    earlier.last.wall_ns = {1000, nullptr};
    later.first.wall_ns = {2000, nullptr};
    later.first.ran_ns = {300, nullptr};
    later.thread_delay_ns = {100, nullptr};
    EXPECT_EQ((later - earlier).thread_asleep_ns.text(), "600");
    later.first.ran_ns = {950, nullptr};
    EXPECT_EQ((later - earlier).thread_asleep_ns.text(), "0") << "three clocks, not read at one moment";
    later.thread_delay_ns = {0, "hidden"};
    EXPECT_EQ((later - earlier).thread_asleep_ns.text(), "unknown (hidden)");
}

TEST(Usage, ASleepIsSeenWhateverTheMachineDoes) {
    UsageReader reader;
    const auto before = reader.now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto usage = reader.now() - before;
    if (!usage.thread_delay_ns) return;  // this kernel does not tell
    EXPECT_GE(*usage.thread_asleep_ns, 15'000'000U);
}

TEST(Usage, DelayOfTheThreadAndOfTheTeam) {
    FakeRoot root;
    root.file("/proc/thread-self/schedstat", "1000 200 3\n");
    root.file("/proc/self/task/11/schedstat", "1000 200 3\n");
    root.file("/proc/self/task/12/schedstat", "500 7 0\n");
    UsageReader reader({}, root.path());
    reader.watch_threads();
    const auto before = reader.now();
    root.file("/proc/thread-self/schedstat", "2000 260 4\n");
    root.file("/proc/self/task/11/schedstat", "2000 260 4\n");
    root.file("/proc/self/task/12/schedstat", "900 1007 5\n");
    const auto usage = reader.now() - before;
    EXPECT_EQ(usage.thread_delay_ns.text(), "60");
    EXPECT_EQ(reader.longest_delay_ns().text(), "1000") << "of the member that waited longest, not the sum";
    EXPECT_EQ(usage.steal_ns.text(), "unknown (no CPU was named whose steal to count)");
}

TEST(Usage, ThreadsAreWatchedFromTheMomentTheyAreOpened) {
    FakeRoot root;
    root.file("/proc/thread-self/schedstat", "1 1 1\n").file("/proc/self/task/11/schedstat", "1 5 1\n");
    UsageReader reader({}, root.path());
    EXPECT_EQ(reader.longest_delay_ns().text(), "unknown (/proc/self/task shows no schedstat)");
    root.file("/proc/self/task/12/schedstat", "1 7 1\n");
    reader.watch_threads();
    EXPECT_EQ(reader.longest_delay_ns().text(), "0");
    root.file("/proc/self/task/12/schedstat", "1 10 1\n");
    EXPECT_EQ(reader.longest_delay_ns().text(), "3");
}

TEST(Usage, KernelThatCountsNothingIsUnknownNotZero) {
    FakeRoot root;
    root.file("/proc/thread-self/schedstat", "0 0 0\n").file("/proc/self/task/11/schedstat", "0 0 0\n");
    UsageReader reader({}, root.path());
    reader.watch_threads();
    const auto usage = reader.now() - reader.now();
    EXPECT_EQ(usage.thread_delay_ns.text(), "unknown (this kernel counts nothing in schedstat)");
    EXPECT_EQ(reader.longest_delay_ns().text(), "unknown (this kernel counts nothing in schedstat)");
}

TEST(Usage, MissingEmptyAndDamagedSchedstat) {
    for (const std::string text : {"", "\n", "garbage", "1 2", "1 -2 3", "1 99999999999999999999999 3"}) {
        FakeRoot root;
        root.file("/proc/thread-self/schedstat", text).file("/proc/self/task/11/schedstat", text);
        UsageReader reader({}, root.path());
        reader.watch_threads();
        const auto usage = reader.now() - reader.now();
        EXPECT_TRUE(usage.thread_delay_ns.is_unknown()) << '"' << text << '"';
        EXPECT_TRUE(reader.longest_delay_ns().is_unknown()) << '"' << text << '"';
    }
    FakeRoot empty;
    UsageReader reader({0}, empty.path());
    const auto usage = reader.now() - reader.now();
    EXPECT_EQ(usage.thread_delay_ns.text(), "unknown (/proc/thread-self/schedstat can't be opened)");
    EXPECT_EQ(reader.longest_delay_ns().text(), "unknown (/proc/self/task shows no schedstat)");
    EXPECT_EQ(usage.steal_ns.text(), "unknown (/proc/stat can't be opened)");
}

std::string stat(int steal0, int steal1, int steal10) {
    const auto line = [](const std::string& name, int steal) {
        return name + " 1 2 3 4 5 6 7 " + std::to_string(steal) + " 0 0\n";
    };
    return line("cpu ", 999) + line("cpu0", steal0) + line("cpu1", steal1) + line("cpu10", steal10) +
           "intr 5 6 7\n";
}

TEST(Usage, StealOfTheNamedCpusOnly) {
    FakeRoot root;
    root.file("/proc/stat", stat(1, 2, 3));
    UsageReader one({1}, root.path()), two({10, 0, 10}, root.path()), absent({1, 5}, root.path());
    const auto first = one.now(), second = two.now(), third = absent.now();
    root.file("/proc/stat", stat(11, 5, 103));
    EXPECT_EQ(*(one.now() - first).steal_ns, 3 * tick_ns());
    EXPECT_EQ(*(two.now() - second).steal_ns, 110 * tick_ns());
    EXPECT_EQ((absent.now() - third).steal_ns.text(), "unknown (/proc/stat has no line for one of the CPUs)");
}

TEST(Usage, StealOfAManyCpuMachineIsFoundBehindLongLines) {
    FakeRoot root;
    std::string text = "cpu 1 1 1 1 1 1 1 1 1 1\n";
    for (int cpu = 0; cpu < 512; ++cpu)
        text += "cpu" + std::to_string(cpu) +
                " 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 "
                "18446744073709551615 18446744073709551615 18446744073709551615 " +
                std::to_string(cpu) + " 0 0\n";
    root.file("/proc/stat", text + "intr 1\n");
    UsageReader reader({511}, root.path());
    EXPECT_EQ(reader.now().steal_ns.why, nullptr);
    EXPECT_EQ(reader.now().steal_ns.value, 511 * tick_ns());
}

TEST(Usage, DamagedStat) {
    for (const std::string text :
         {"", "garbage\n", "cpu0 1 2 3\n", "cpu0 a b c d e f g h\n", "cpu0 1 2 3 4 5 6 7 8"}) {
        FakeRoot root;
        root.file("/proc/stat", text);
        UsageReader reader({0}, root.path());
        EXPECT_NE(reader.now().steal_ns.why, nullptr) << '"' << text << '"';
    }
}

// Every fresh page is a fault, whichever thread touches it.
TEST(Usage, LiveFaultsAreCountedInAllThreads) {
    FreshPages pages(64);
    UsageReader reader;
    const auto before = reader.now();
    std::thread([&] { pages.touch_all(); }).join();
    const auto usage = reader.now() - before;
    ASSERT_TRUE(usage.minor_faults.has_value()) << usage.minor_faults.text();
    EXPECT_GE(*usage.minor_faults, 64U);
}

}  // namespace
}  // namespace lab

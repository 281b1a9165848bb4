// Limits on memory from written-down machines, touched memory, and what backs it.
#include "harness/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <numeric>

#include "harness/tests/fake_root.hpp"

namespace lab {
namespace {

using testing::FakeRoot;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

void meminfo(FakeRoot& root, const std::string& available) {
    root.file("/proc/meminfo", "MemTotal: 8388608 kB\nMemAvailable: " + available +
                                   "\nCommitLimit: 2048 kB\nCommitted_AS: 1024 kB\n");
}

void version_2(FakeRoot& root) {
    root.file("/proc/self/cgroup", "0::/job/step\n");
    root.file("/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
}

TEST(AvailableMemory, FromTheKernel) {
    FakeRoot root;
    meminfo(root, "1048576 kB");
    EXPECT_EQ(*available_memory(root.path()), 1024 * mib);
}

TEST(AvailableMemory, UnknownWithoutAnySource) {
    FakeRoot root;
    EXPECT_TRUE(available_memory(root.path()).is_unknown());
    meminfo(root, "lots");
    EXPECT_TRUE(available_memory(root.path()).is_unknown());
    EXPECT_NO_THROW(require_memory(1ULL << 50, root.path()));  // mmap will have the last word
}

TEST(AvailableMemory, Version2LimitOfAParent) {
    FakeRoot root;
    meminfo(root, "8388608 kB");
    version_2(root);
    root.file("/sys/fs/cgroup/job/step/memory.max", "max\n")
        .file("/sys/fs/cgroup/job/step/memory.current", "5000\n");
    EXPECT_EQ(*available_memory(root.path()), 8192 * mib);
    root.file("/sys/fs/cgroup/job/memory.max", std::to_string(512 * mib) + "\n");
    root.file("/sys/fs/cgroup/job/memory.current", std::to_string(200 * mib) + "\n");
    EXPECT_EQ(*available_memory(root.path()), 312 * mib);
    // Cached files can be dropped, so they don't count as used.
    root.file("/sys/fs/cgroup/job/memory.stat", "anon 1\ninactive_file " + std::to_string(60 * mib) +
                                                    "\nactive_file " + std::to_string(40 * mib) + "\n");
    EXPECT_EQ(*available_memory(root.path()), 412 * mib);
    // More used than allowed leaves nothing, not a huge number.
    root.file("/sys/fs/cgroup/job/memory.max", std::to_string(50 * mib) + "\n");
    EXPECT_EQ(*available_memory(root.path()), 0U);
}

TEST(AvailableMemory, Version2HighIsALimitToo) {
    FakeRoot root;
    version_2(root);
    root.file("/sys/fs/cgroup/job/step/memory.high", std::to_string(100 * mib) + "\n");
    root.file("/sys/fs/cgroup/job/step/memory.current", "0\n");
    EXPECT_EQ(*available_memory(root.path()), 100 * mib);
}

TEST(AvailableMemory, Version1LimitAndItsWayToSayNone) {
    FakeRoot root;
    meminfo(root, "8388608 kB");
    root.file("/proc/self/cgroup", "4:memory:/box\n1:cpu:/\n0::/\n");
    root.file("/proc/self/mountinfo",
              "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
              "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    root.file("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", "9223372036854771712\n");
    EXPECT_EQ(*available_memory(root.path()), 8192 * mib);
    root.file("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", std::to_string(300 * mib) + "\n");
    root.file("/sys/fs/cgroup/memory/box/memory.usage_in_bytes", std::to_string(100 * mib) + "\n");
    root.file("/sys/fs/cgroup/memory/box/memory.stat",
              "inactive_file 7\ntotal_inactive_file " + std::to_string(10 * mib) + "\n");
    EXPECT_EQ(*available_memory(root.path()), 210 * mib);
}

TEST(AvailableMemory, NamesThatOnlyBeginLikeOurGroup) {
    FakeRoot root;
    // The mount shows /docker/abc; our path is another group, which is not mounted here.
    root.file("/proc/self/cgroup", "0::/docker/abcdef\n");
    root.file("/proc/self/mountinfo", "30 23 0:26 /docker/abc /cg rw - cgroup2 cgroup2 rw\n");
    root.file("/cg/memory.max", std::to_string(64 * mib) + "\n").file("/cg/memory.current", "0\n");
    root.file("/cg/def/memory.max", "1\n").file("/cg/def/memory.current", "0\n");
    EXPECT_EQ(*available_memory(root.path()), 64 * mib);
}

TEST(AvailableMemory, ResourceLimitsMinusWhatIsUsed) {
    FakeRoot root;
    meminfo(root, "8388608 kB");
    root.file("/proc/self/status", "Name: x\nVmSize:   102400 kB\nVmData:   51200 kB\n");
    root.file("/proc/self/limits",
              "Limit                     Soft Limit           Hard Limit           Units     \n"
              "Max data size             unlimited            unlimited            bytes     \n"
              "Max address space         209715200            unlimited            bytes     \n");
    EXPECT_EQ(*available_memory(root.path()), 100 * mib);
    root.file("/proc/self/limits",
              "Max data size   104857600   unlimited   bytes\nMax address space unlimited x y\n");
    EXPECT_EQ(*available_memory(root.path()), 50 * mib);
}

TEST(AvailableMemory, CommitLimitOnlyWhenOvercommitIsOff) {
    FakeRoot root;
    meminfo(root, "8388608 kB");
    root.file("/proc/sys/vm/overcommit_memory", "0\n");
    EXPECT_EQ(*available_memory(root.path()), 8192 * mib);
    root.file("/proc/sys/vm/overcommit_memory", "2\n");
    EXPECT_EQ(*available_memory(root.path()), mib);
}

std::string refusal(std::uint64_t bytes, const FakeRoot& root) {
    try {
        require_memory(bytes, root.path());
    } catch (const NotEnoughMemory& error) {
        return error.what();
    }
    return "";
}

TEST(RequireMemory, OnBothSidesOfFifteenSixteenths) {
    FakeRoot root;
    meminfo(root, "1024 kB");
    EXPECT_EQ(refusal(960 * 1024, root), "");
    EXPECT_NE(refusal(960 * 1024 + 1, root), "");
    EXPECT_EQ(refusal(0, root), "");
}

TEST(RequireMemory, MessageNamesTheLimitAndWhatToType) {
    FakeRoot root;
    meminfo(root, "8388608 kB");
    version_2(root);
    root.file("/sys/fs/cgroup/job/memory.max", std::to_string(512 * mib) + "\n");
    root.file("/sys/fs/cgroup/job/memory.current", "0\n");
    EXPECT_EQ(refusal(1024 * mib, root),
              "not enough memory: 1 GiB asked, 512 MiB available by control group v2 memory.max (15/16 of it "
              "may be "
              "used). Type the command again with a smaller size (--help names the option) or with --quick; "
              "or give "
              "the container or the job more memory.");
}

TEST(Touched, ElementsAreZeroAndWritable) {
    auto data = touched<std::uint64_t>(100000);
    ASSERT_EQ(data.size(), 100000U);
    EXPECT_EQ(data.size_bytes(), 800000U);
    EXPECT_TRUE(std::all_of(data.begin(), data.end(), [](std::uint64_t x) { return x == 0; }));
    std::iota(data.begin(), data.end(), std::uint64_t{1});
    EXPECT_EQ(data[0], 1U);
    EXPECT_EQ(data[99999], 100000U);
    const std::span<const std::uint64_t> view = data;
    EXPECT_EQ(view.back(), 100000U);
}

TEST(Touched, StartsAtTwoMebibytes) {
    for (const auto pages : {Pages::as_is, Pages::small, Pages::huge}) {
        const auto data = touched<char>(1, pages);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data.data()) % (2 * mib), 0U);
    }
}

struct Particle {
    double mass = 1.5;
    int id = -1;
};

TEST(Touched, ValueInitialisesOtherTypes) {
    const auto particles = touched<Particle>(1000);
    EXPECT_EQ(particles[999].mass, 1.5);
    EXPECT_EQ(particles[999].id, -1);
}

TEST(Touched, MovesAndOwnsOnce) {
    static_assert(!std::is_copy_constructible_v<Touched<int>>);
    static_assert(!std::is_copy_assignable_v<Touched<int>>);
    auto first = touched<int>(10);
    first[3] = 7;
    const int* address = first.data();
    auto second = std::move(first);
    EXPECT_EQ(second.data(), address);
    EXPECT_EQ(second[3], 7);
    auto third = touched<int>(5);
    third = std::move(second);
    EXPECT_EQ(third[3], 7);
    EXPECT_EQ(third.size(), 10U);
}

TEST(Touched, NothingIsAllowed) {
    const auto data = touched<int>(0);
    EXPECT_TRUE(data.empty());
    EXPECT_EQ(data.begin(), data.end());
    const Touched<int> none;
    EXPECT_EQ(none.size(), 0U);
}

TEST(Touched, OverflowIsNotEnoughMemory) {
    for (const auto n :
         {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 8 + 1,
          std::numeric_limits<std::size_t>::max() / 16 + 1})
        EXPECT_THROW(touched<std::uint64_t>(n), NotEnoughMemory) << n;
    // 2^60 elements of 4 bytes can be counted, but no machine has them.
    EXPECT_THROW(touched<std::uint32_t>(std::size_t{1} << 60), NotEnoughMemory);
}

// The kernel itself refuses, with the check before it off.
TEST(Mapping, RefusedByTheKernel) {
    try {
        const Mapping mapping(std::size_t{1} << 60, Pages::as_is, false);
        FAIL() << "the kernel mapped 2^60 bytes";
    } catch (const NotEnoughMemory& error) {
        EXPECT_NE(std::string(error.what()).find("mmap of"), std::string::npos) << error.what();
    }
}

TEST(MappingDeathTest, GuardPagesOnBothSides) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const Mapping mapping(4096, Pages::small);
    auto* first = static_cast<volatile char*>(mapping.data());
    EXPECT_DEATH(first[-1] = 1, "");
    EXPECT_DEATH(first[mapping.bytes()] = 1, "");
}

// A piece of smaps: mapping [first, last) with these many kB resident, in huge pages, and reserved huge ones.
std::string area(const std::string& range, int rss, int huge, int reserved = 0, int page = 4) {
    return range + " rw-p 00000000 00:00 0 \nSize: 1 kB\nKernelPageSize:        " + std::to_string(page) +
           " kB\nRss:   " + std::to_string(rss) +
           " kB\nAnonymous: 1 kB\nAnonHugePages:  " + std::to_string(huge) +
           " kB\nPrivate_Hugetlb:  " + std::to_string(reserved) + " kB\nVmFlags: rd wr \n";
}

TEST(BackingIn, MappingAndRangeAgree) {
    const auto smaps =
        area("100000-200000", 1, 0) + area("400000-800000", 4096, 2048) + area("900000-a00000", 9, 0);
    const auto fact = backing_in(smaps, 0x400000, 0x400000, 4096);
    ASSERT_TRUE(fact.has_value()) << fact.why();
    EXPECT_EQ(fact->bytes, 4 * mib);
    EXPECT_EQ(fact->resident, 4 * mib);
    EXPECT_EQ(fact->huge, 2 * mib);
}

TEST(BackingIn, LargerMappingGivesALowerBound) {
    // 8 MiB mapped, of them 6 MiB in huge pages; 2 MiB may lie outside our 4 MiB, so at least 2 MiB are ours.
    const auto smaps = area("400000-c00000", 8192, 6144);
    const auto fact = backing_in(smaps, 0x400000, 0x400000, 4096);
    EXPECT_EQ(fact->huge, 2 * mib);
    EXPECT_EQ(fact->resident, 4 * mib);
    // All of the mapping is huge: then ours is as well.
    const auto all = backing_in(area("400000-c00000", 8192, 8192), 0x400000, 0x400000, 4096);
    EXPECT_EQ(all->huge, 4 * mib);
    // None is.
    const auto none = backing_in(area("400000-c00000", 8192, 0), 0x400000, 0x400000, 4096);
    EXPECT_EQ(none->huge, 0U);
    // Less than what could lie outside proves nothing for us.
    EXPECT_EQ(backing_in(area("400000-c00000", 8192, 4096), 0x400000, 0x400000, 4096)->huge, 0U);
}

TEST(BackingIn, RangeOverSeveralMappings) {
    const auto smaps = area("400000-600000", 2048, 2048) + area("600000-800000", 1024, 0);
    const auto fact = backing_in(smaps, 0x400000, 0x400000, 4096);
    EXPECT_EQ(fact->resident, 3 * mib);
    EXPECT_EQ(fact->huge, 2 * mib);
}

TEST(BackingIn, ReservedHugePagesCount) {
    const auto fact = backing_in(area("400000-800000", 0, 0, 4096, 2048), 0x400000, 0x400000, 4096);
    EXPECT_EQ(fact->resident, 4 * mib);
    EXPECT_EQ(fact->huge, 4 * mib);
}

TEST(BackingIn, PartOfAPageIsAPage) {
    const auto fact = backing_in(area("400000-402000", 8, 0), 0x400010, 0x1000, 4096);
    EXPECT_EQ(fact->bytes, 8192U);
    EXPECT_EQ(fact->resident, 8192U);
}

TEST(BackingIn, UnknownOutsideAndInNonsense) {
    EXPECT_TRUE(backing_in(area("400000-800000", 1, 0), 0x900000, 4096, 4096).is_unknown());
    EXPECT_TRUE(backing_in("", 0x900000, 4096, 4096).is_unknown());
    EXPECT_TRUE(backing_in("garbage\n12-\n-12 x\nRss: 5 kB\n", 0x900000, 4096, 4096).is_unknown());
    EXPECT_TRUE(backing_in("800000-400000 rw-p\nRss: 5 kB\n", 0x500000, 4096, 4096).is_unknown());
    EXPECT_TRUE(backing_in(area("400000-800000", 1, 0), 0x400000, 0, 4096).is_no());
    EXPECT_TRUE(backing_in("", ~std::uintptr_t{0} - 10, 4096, 4096).is_unknown());
}

TEST(BackingIn, PropertyWithoutNumberCountsNothing) {
    const auto fact =
        backing_in("400000-401000 rw-p 0 0:0 0\nRss: many kB\nAnonHugePages:\n", 0x400000, 4096, 4096);
    EXPECT_EQ(fact->resident, 0U);
    EXPECT_EQ(fact->huge, 0U);
}

// A clock that goes on by a written-down number of ns at each second reading.
TEST(FaultCost, MedianOfNineBatches) {
    const double per_fault[9] = {3, 900, 1, 5, 4, 2, 100, 6, 7};
    int reading = 0;
    double time = 0;
    const auto cost = fault_cost_ns([&] {
        if (reading % 2 == 1) time += 256 * per_fault[reading / 2];
        ++reading;
        return time;
    });
    EXPECT_EQ(reading, 18);
    EXPECT_DOUBLE_EQ(cost, 5);
}

TEST(FaultCost, WholeNumbersToo) {
    std::int64_t time = 0;
    EXPECT_DOUBLE_EQ(fault_cost_ns([&] { return time += 512; }), 2);
}

}  // namespace
}  // namespace lab

// Machine facts read from machines made of files: full ones, poor ones and damaged ones.
#include "harness/machine.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "harness/tests/fake_root.hpp"

namespace lab {
namespace {

using testing::FakeRoot;

constexpr auto x86_cpuinfo =
    "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 142\nmodel name\t: Intel(R) Core(TM) "
    "i7\nflags\t\t: fpu vme "
    "sse2\n\nprocessor\t: 1\nmodel name\t: Intel(R) Core(TM) i7\nflags\t\t: fpu vme sse2\n";

// A laptop with two cores of two threads each.
void make_laptop(FakeRoot& root) {
    root.file("/proc/cpuinfo", x86_cpuinfo);
    root.file("/proc/sys/kernel/ostype", "Linux\n").file("/proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
    root.file("/proc/self/status", "Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t0-3\nTracerPid:\t0\n");
    root.file("/proc/loadavg", "0.52 0.40 0.31 2/500 1234\n");
    root.file("/proc/stat", "cpu  60 0 20 900 10 0 0 10 0 0\ncpu0 1 1 1 1 1 1 1 1\n");
    root.file("/proc/meminfo", "MemTotal:       16384000 kB\nMemFree: 1 kB\nMemAvailable:    8192000 kB\n");
    root.file("/sys/devices/system/cpu/online", "0-3\n");
    for (int cpu = 0; cpu < 4; ++cpu) {
        const auto siblings = cpu % 2 == 0 ? "0,2" : "1,3";
        root.topology(cpu, "0", std::to_string(cpu % 2), siblings);
        root.cache(cpu, 0, "1", "Data", "32K", "64", "8", siblings);
        root.cache(cpu, 1, "1", "Instruction", "64K", "64", "8", siblings);
        root.cache(cpu, 2, "2", "Unified", "256K", "64", "4", siblings);
        root.cache(cpu, 3, "3", "Unified", "8192K", "64", "16", "0-3");
        const auto freq = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq";
        root.file(freq + "/scaling_governor", cpu == 3 ? "performance\n" : "powersave\n");
        root.file(freq + "/scaling_min_freq", cpu == 1 ? "400000\n" : "800000\n");
        root.file(freq + "/scaling_max_freq", cpu == 2 ? "4200000\n" : "4000000\n");
    }
    root.file("/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
    root.file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    root.file("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", "2097152\n");
    root.file("/sys/class/dmi/id/sys_vendor", "LENOVO\n");
}

std::string fact_named(const Machine& machine, const std::string& name) {
    for (const auto& [key, value] : facts(machine))
        if (key == name) return value.text();
    return "no such line: " + name;
}

TEST(Machine, Laptop) {
    FakeRoot root;
    make_laptop(root);
    const auto machine = read_machine(root.path());
    EXPECT_EQ(machine.cpu_model.text(), "Intel(R) Core(TM) i7");
    EXPECT_EQ(machine.kernel.text(), "Linux 6.1.0-13-amd64");
    EXPECT_EQ(*machine.allowed_cpus, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(machine.smt.text(), "yes");
    EXPECT_EQ(machine.governor.text(), "performance, powersave");
    EXPECT_EQ(machine.min_khz.text(), "400000");
    EXPECT_EQ(machine.max_khz.text(), "4200000");
    EXPECT_EQ(machine.turbo.text(), "yes");
    EXPECT_EQ(machine.huge_pages.text(), "madvise");
    EXPECT_EQ(machine.huge_page_bytes.text(), "2097152");
    EXPECT_DOUBLE_EQ(*machine.load, 0.52);
    EXPECT_DOUBLE_EQ(*machine.steal_share, 0.01);
    EXPECT_EQ(machine.virtualised.text(), "no (the CPU shows no hypervisor flag)");
    EXPECT_EQ(*machine.memory_total, 16384000ULL * 1024);
    EXPECT_EQ(*machine.memory_available, 8192000ULL * 1024);
    EXPECT_EQ(caption(machine), "Intel(R) Core(TM) i7, 4 CPUs");
    EXPECT_EQ(fact_named(machine, "siblings"), "0,2 | 1,3");
    EXPECT_EQ(fact_named(machine, "L1 data cache"), "32 KiB, 64-byte lines, 8 ways; CPUs 0,2 | 1,3");
    EXPECT_EQ(fact_named(machine, "L3 unified cache"), "8 MiB, 64-byte lines, 16 ways; CPUs 0-3");
}

TEST(Machine, SharedCachesAreListedOnce) {
    FakeRoot root;
    make_laptop(root);
    const auto machine = read_machine(root.path());
    ASSERT_EQ(machine.caches.size(), 7U);  // two of each kind in the cores, one L3
    EXPECT_EQ(machine.caches.front().level, 1U);
    EXPECT_EQ(machine.caches.front().kind, CacheKind::data);
    EXPECT_EQ(machine.caches.front().shared_cpus, (std::vector<int>{0, 2}));
    EXPECT_EQ(machine.caches.back().level, 3U);
    EXPECT_EQ(*line_bytes(machine), 64U);
    EXPECT_EQ(*cache_bytes(machine, 1), 32U * 1024);  // the data cache, not the code's
    EXPECT_EQ(*cache_bytes(machine, 2), 256U * 1024);
    EXPECT_EQ(*cache_bytes(machine, 3), 8192U * 1024);
    EXPECT_EQ(*last_cache_bytes(machine), 8192U * 1024);
    EXPECT_EQ(cache_bytes(machine, 4).text(), "no (there is no L4 data cache)");
}

TEST(Machine, NothingAtAll) {
    FakeRoot root;
    const auto machine = read_machine(root.path());
    for (const auto& [key, value] : facts(machine)) {
        EXPECT_TRUE(value.is_unknown()) << key << ": " << value.text();
        EXPECT_FALSE(value.why().empty()) << key;
    }
    EXPECT_TRUE(line_bytes(machine).is_unknown());
    EXPECT_TRUE(cache_bytes(machine, 1).is_unknown());
    EXPECT_EQ(caption(machine), "unknown CPU");
}

TEST(Machine, EmptyAndDamagedFilesAreUnknownNeverZero) {
    FakeRoot root;
    make_laptop(root);
    for (const std::string junk :
         {"", "\n", "garbage", "-5", "99999999999999999999999", "0x40", "\xff\xfe"}) {
        for (const auto* path : {"/proc/cpuinfo", "/proc/loadavg", "/proc/stat", "/proc/meminfo",
                                 "/sys/devices/system/cpu/online", "/proc/self/status", "/proc/self/cgroup",
                                 "/proc/self/mountinfo", "/sys/kernel/mm/transparent_hugepage/enabled",
                                 "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size",
                                 "/sys/devices/system/cpu/intel_pstate/no_turbo"})
            root.file(path, junk);
        const auto machine = read_machine(root.path());
        EXPECT_TRUE(machine.cpu_model.is_unknown()) << junk << ": " << machine.cpu_model.text();
        EXPECT_TRUE(machine.load.is_unknown()) << junk << ": " << machine.load.text();
        EXPECT_TRUE(machine.steal_share.is_unknown()) << junk << ": " << machine.steal_share.text();
        EXPECT_TRUE(machine.online_cpus.is_unknown()) << junk;
        EXPECT_TRUE(machine.allowed_cpus.is_unknown()) << junk;
        EXPECT_TRUE(machine.huge_pages.is_unknown()) << junk << ": " << machine.huge_pages.text();
        EXPECT_TRUE(machine.huge_page_bytes.is_unknown()) << junk;
        EXPECT_TRUE(machine.turbo.is_unknown()) << junk;
        EXPECT_TRUE(machine.memory_total.is_unknown()) << junk;
        EXPECT_TRUE(machine.memory_available.is_unknown()) << junk << ": " << machine.memory_available.text();
    }
}

TEST(Machine, DamagedCacheEntriesAreLeftOutOrUnknown) {
    FakeRoot root;
    root.file("/sys/devices/system/cpu/online", "0\n");
    root.cache(0, 0, "1", "Data", "0K", "0", "0", "0");
    root.cache(0, 1, "one", "Data", "32K", "64", "8", "0");
    root.cache(0, 2, "2", "Odd", "256K", "64", "8", "0");
    root.cache(0, 3, "3", "Unified", "99999999999999999999G", "sixty-four", "-1", "x");
    root.cache(0, 4, "4", "Unified", "2M", "128", "16", "0");
    const auto machine = read_machine(root.path());
    ASSERT_EQ(machine.caches.size(), 3U);
    EXPECT_TRUE(machine.caches[0].bytes.is_unknown());
    EXPECT_TRUE(machine.caches[0].line.is_unknown());
    EXPECT_TRUE(machine.caches[0].ways.is_unknown());
    EXPECT_TRUE(machine.caches[1].bytes.is_unknown());
    EXPECT_TRUE(machine.caches[1].shared_cpus.empty());
    EXPECT_EQ(*machine.caches[2].bytes, 2U << 20);
    EXPECT_TRUE(cache_bytes(machine, 1).is_unknown());
    EXPECT_EQ(*line_bytes(machine), 128U);  // the only level that tells
}

TEST(Machine, OfflineCpusAreNotRead) {
    FakeRoot root;
    make_laptop(root);
    root.file("/sys/devices/system/cpu/online", "0-1\n");
    const auto machine = read_machine(root.path());
    EXPECT_EQ(machine.places.size(), 2U);
    EXPECT_EQ(machine.smt.text(), "no");  // the siblings 2 and 3 are off
    EXPECT_EQ(machine.governor.text(), "powersave");
    EXPECT_EQ(machine.max_khz.text(), "4000000");
}

TEST(Machine, OnlineCpusFromStatWithoutSys) {
    FakeRoot root;
    root.file("/proc/stat", "cpu  1 1 1 1 1 1 1 1 0 0\ncpu0 1 1 1 1\ncpu2 1 1 1 1\nintr 5\n");
    const auto machine = read_machine(root.path());
    EXPECT_EQ(*machine.online_cpus, (std::vector<int>{0, 2}));
    EXPECT_TRUE(machine.smt.is_unknown());
    EXPECT_TRUE(machine.caches.empty());
    EXPECT_NE(machine.caches_remark.find("/sys/devices/system/cpu"), std::string::npos)
        << machine.caches_remark;
}

// Two kinds of cores, as in a phone or in a laptop of today.
TEST(Machine, HybridCoresAnswerForOneCpuOnly) {
    FakeRoot root;
    root.file("/sys/devices/system/cpu/online", "0-3\n");
    for (int cpu = 0; cpu < 4; ++cpu)
        root.cache(cpu, 0, "1", "Data", cpu < 2 ? "48K" : "32K", "64", "8", std::to_string(cpu));
    const auto machine = read_machine(root.path());
    EXPECT_EQ(*cache_bytes(machine, 1, 1), 48U * 1024);
    EXPECT_EQ(*cache_bytes(machine, 1, 3), 32U * 1024);
    const auto all = cache_bytes(machine, 1);
    EXPECT_TRUE(all.is_unknown());
    EXPECT_EQ(all.why(),
              "the CPUs differ in their L1 data cache: 49152 on CPUs 0-1, 32768 on CPUs 2-3 (in bytes); ask "
              "for one CPU");
    EXPECT_EQ(*line_bytes(machine), 64U);
    EXPECT_EQ(cache_bytes(machine, 1, 9).text(), "no (there is no L1 data cache)");
}

HostCalls host_with_sysconf(std::map<int, long> answers) {
    auto host = silent_host();
    host.sysconf = [answers = std::move(answers)](int name) {
        const auto found = answers.find(name);
        return found == answers.end() ? 0L : found->second;
    };
    return host;
}

#if defined(_SC_LEVEL1_DCACHE_SIZE)
TEST(Machine, SysconfWhenSysIsMissing) {
    FakeRoot root;
    const auto machine = read_machine(root.path(), host_with_sysconf({{_SC_PAGESIZE, 16384},
                                                                      {_SC_LEVEL1_DCACHE_SIZE, 32768},
                                                                      {_SC_LEVEL1_DCACHE_LINESIZE, 64},
                                                                      {_SC_LEVEL3_CACHE_SIZE, 1L << 23}}));
    EXPECT_EQ(*machine.page_bytes, 16384U);
    EXPECT_EQ(*cache_bytes(machine, 1), 32768U);
    EXPECT_EQ(*line_bytes(machine), 64U);
    EXPECT_TRUE(machine.caches[0].ways.is_unknown());
    EXPECT_EQ(machine.caches[0].source, "sysconf");
    EXPECT_TRUE(cache_bytes(machine, 2).is_no());
    EXPECT_EQ(*cache_bytes(machine, 3), 1U << 23);
}

TEST(Machine, SysIsBelievedBeforeSysconfAndTheDifferenceIsTold) {
    FakeRoot root;
    make_laptop(root);
    const auto machine = read_machine(
        root.path(), host_with_sysconf({{_SC_LEVEL1_DCACHE_SIZE, 32768}, {_SC_LEVEL3_CACHE_SIZE, 1L << 28}}));
    EXPECT_EQ(*cache_bytes(machine, 3), 8192U * 1024);
    EXPECT_EQ(machine.caches_remark, "L3 unified: /sys says 8192 KiB, sysconf 262144 KiB; /sys is taken");
}

TEST(Machine, SysconfFillsGapsOfSys) {
    FakeRoot root;
    root.file("/sys/devices/system/cpu/online", "0\n");
    root.cache(0, 0, "1", "Data", "", "", "", "0");
    const auto machine = read_machine(root.path(), host_with_sysconf({{_SC_LEVEL1_DCACHE_SIZE, 65536},
                                                                      {_SC_LEVEL1_DCACHE_LINESIZE, 128},
                                                                      {_SC_LEVEL1_DCACHE_ASSOC, 4}}));
    ASSERT_EQ(machine.caches.size(), 1U);
    EXPECT_EQ(*machine.caches[0].bytes, 65536U);
    EXPECT_EQ(*machine.caches[0].line, 128U);
    EXPECT_EQ(*machine.caches[0].ways, 4U);
    EXPECT_EQ(machine.caches[0].source, "/sys and sysconf");
}
#endif

constexpr auto arm_cpuinfo =
    "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\n"
    "processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n";

TEST(Machine, ArmServerWithoutModelName) {
    FakeRoot root;
    root.file("/proc/cpuinfo", arm_cpuinfo);
    root.file("/sys/devices/system/cpu/online", "0-1\n");
    root.file("/sys/class/dmi/id/sys_vendor", "Ampere\n");
    root.topology(0, "-1", "0", "0").topology(1, "-1", "1", "1");
    const auto machine = read_machine(root.path(), host_with_sysconf({}));
    EXPECT_EQ(machine.cpu_model.text(), "Neoverse N1");
    EXPECT_TRUE(machine.places[0].package.is_unknown());
    EXPECT_EQ(machine.smt.text(), "no");
    EXPECT_EQ(machine.virtualised.text(), "no (the firmware names Ampere)");
}

TEST(Machine, ArmCoresOfTwoKindsAndUnknownOnes) {
    FakeRoot root;
    root.file("/proc/cpuinfo",
              "CPU implementer\t: 0x41\nCPU part\t: 0xd05\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n"
              "CPU implementer\t: 0x99\nCPU part\t: 0x123\n");
    EXPECT_EQ(read_machine(root.path()).cpu_model.text(),
              "Cortex-A55 + Cortex-A76 + Arm core (implementer 0x99, part 0x123)");
}

// A guest whose /sys lists caches without sizes, and whose C library answers 0: only the register is left.
TEST(Machine, LineFromTheRegisterOfAarch64) {
    FakeRoot root;
    root.file("/sys/devices/system/cpu/online", "0\n");
    root.file("/sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
    root.file("/sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n");
    root.file("/sys/devices/system/cpu/cpu0/cache/index1/level", "1\n");
    root.file("/sys/devices/system/cpu/cpu0/cache/index1/type", "Instruction\n");
    auto host = host_with_sysconf({});
    host.ctr_el0 = [] {
        return Fact<std::uint64_t>::of(0x8444c003 | (5U << 16));
    };  // data 4 * 2^5, code 4 * 2^3
    const auto machine = read_machine(root.path(), host);
    ASSERT_EQ(machine.caches.size(), 2U);
    EXPECT_EQ(*machine.caches[0].line, 128U);
    EXPECT_EQ(*machine.caches[1].line, 32U);
    EXPECT_TRUE(machine.caches[0].bytes.is_unknown());
    EXPECT_EQ(machine.caches[0].source, "/sys and CTR_EL0");
    EXPECT_EQ(*line_bytes(machine), 128U);
    EXPECT_TRUE(cache_bytes(machine, 1).is_unknown());
}

TEST(Machine, RegisterAloneStillGivesALine) {
    FakeRoot root;
    auto host = silent_host();
    host.ctr_el0 = [] { return Fact<std::uint64_t>::of(4U << 16); };
    const auto machine = read_machine(root.path(), host);
    ASSERT_EQ(machine.caches.size(), 1U);
    EXPECT_EQ(*line_bytes(machine), 64U);
    EXPECT_TRUE(cache_bytes(machine, 1).is_unknown());
    EXPECT_EQ(machine.caches[0].source, "CTR_EL0");
}

TEST(Machine, VirtualMachines) {
    struct Row {
        const char *path, *text, *expected;
        bool flag;
        const char* cpuid;
    };
    for (const auto& row : {
             Row{"/x", "", "KVM guest", true, "KVMKVMKVM"},
             Row{"/x", "", "guest of an unnamed hypervisor", true, ""},
             Row{"/sys/class/dmi/id/product_name", "VMware Virtual Platform\n", "VMware guest", true, ""},
             Row{"/sys/class/dmi/id/product_name", "KVM Virtual Machine\n", "KVM guest", true, ""},
             Row{"/sys/class/dmi/id/sys_vendor", "Microsoft Corporation\n", "Hyper-V guest", true, ""},
             Row{"/sys/hypervisor/type", "xen\n", "Xen guest", true, ""},
             Row{"/proc/sys/kernel/osrelease", "5.15.90-microsoft-standard-WSL2\n", "Hyper-V (WSL) guest",
                 true, ""},
             // A laptop made by Microsoft is no guest.
             Row{"/sys/class/dmi/id/sys_vendor", "Microsoft Corporation\n",
                 "no (the CPU shows no hypervisor flag)", false, ""},
         }) {
        FakeRoot root;
        root.file("/proc/cpuinfo", row.flag ? "flags : fpu hypervisor sse\n" : "flags : fpu sse\n");
        root.file(row.path, row.text);
        auto host = silent_host();
        if (*row.cpuid != 0) host.hypervisor = [&] { return Fact<std::string>::of(row.cpuid); };
        EXPECT_EQ(read_machine(root.path(), host).virtualised.text(), row.expected)
            << row.path << ' ' << row.text;
    }
}

TEST(Machine, ArmGuestByItsDeviceTree) {
    FakeRoot root;
    root.file("/proc/cpuinfo", arm_cpuinfo);
    EXPECT_TRUE(read_machine(root.path()).virtualised.is_unknown());
    root.file("/proc/device-tree/compatible", std::string("linux,dummy-virt\0", 17));
    EXPECT_EQ(read_machine(root.path()).virtualised.text(), "QEMU guest");
    root.file("/proc/device-tree/hypervisor/compatible", std::string("linux,kvm\0", 10));
    EXPECT_EQ(read_machine(root.path()).virtualised.text(), "KVM guest");
}

TEST(Machine, ContainerNeedsMoreThanALeftOverFile) {
    FakeRoot root;
    root.file("/proc/cpuinfo", "flags : fpu\n").file("/.dockerenv", "");
    root.file("/proc/self/mountinfo", "1 1 8:1 / / rw - ext4 /dev/vda rw\n");
    EXPECT_TRUE(read_machine(root.path()).virtualised.is_no());
    root.file("/proc/self/mountinfo", "1 1 0:40 / / rw - overlay overlay rw\n");
    EXPECT_EQ(read_machine(root.path()).virtualised.text(), "in a container");
    root.file("/proc/cpuinfo", "flags : fpu hypervisor\n");
    EXPECT_EQ(read_machine(root.path()).virtualised.text(), "guest of an unnamed hypervisor, in a container");
}

TEST(Machine, QuotaOfVersion2IsTheTightestOfAllLevels) {
    FakeRoot root;
    root.file("/proc/self/cgroup", "0::/job/step\n");
    root.file("/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
    root.file("/sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
    EXPECT_EQ(read_machine(root.path()).cpu_quota.text(), "no (no control group sets one)");
    root.file("/sys/fs/cgroup/job/cpu.max", "150000 100000\n");
    EXPECT_DOUBLE_EQ(*read_machine(root.path()).cpu_quota, 1.5);
    root.file("/sys/fs/cgroup/job/step/cpu.max", "50000 100000\n");
    EXPECT_DOUBLE_EQ(*read_machine(root.path()).cpu_quota, 0.5);
    root.file("/sys/fs/cgroup/job/step/cpu.max", "50000 0\n").remove("/sys/fs/cgroup/job/cpu.max");
    EXPECT_TRUE(read_machine(root.path()).cpu_quota.is_unknown());
}

TEST(Machine, QuotaOfVersion1InAContainer) {
    FakeRoot root;
    // Inside a container the mount shows only its own part of the tree, but the path is the host's.
    root.file("/proc/self/cgroup", "4:cpu,cpuacct:/docker/abc\n3:memory:/docker/abc\n");
    root.file("/proc/self/mountinfo",
              "40 31 0:29 /docker/abc /sys/fs/cgroup/my\\040cpu ro - cgroup cgroup rw,cpu,cpuacct\n");
    root.file("/sys/fs/cgroup/my cpu/cpu.cfs_quota_us", "200000\n");
    root.file("/sys/fs/cgroup/my cpu/cpu.cfs_period_us", "100000\n");
    EXPECT_DOUBLE_EQ(*read_machine(root.path()).cpu_quota, 2.0);
    root.file("/sys/fs/cgroup/my cpu/cpu.cfs_quota_us", "-1\n");
    EXPECT_TRUE(read_machine(root.path()).cpu_quota.is_no());
    root.file("/sys/fs/cgroup/my cpu/cpu.cfs_quota_us", "many\n");
    EXPECT_TRUE(read_machine(root.path()).cpu_quota.is_unknown());
}

TEST(Machine, KernelWithoutHugePages) {
    FakeRoot root;
    root.directory("/sys/kernel/mm");
    EXPECT_TRUE(read_machine(root.path()).huge_pages.is_no());
}

TEST(Machine, BoostOfOtherDrivers) {
    FakeRoot root;
    root.file("/sys/devices/system/cpu/cpufreq/boost", "0\n");
    EXPECT_EQ(read_machine(root.path()).turbo.text(), "no");
}

TEST(Machine, AllowedCpusOfTheHostCountBeforeTheFile) {
    FakeRoot root;
    make_laptop(root);
    auto host = silent_host();
    host.allowed_cpus = [] { return Fact<std::vector<int>>::of({2}); };
    const auto machine = read_machine(root.path(), host);
    EXPECT_EQ(*machine.allowed_cpus, (std::vector<int>{2}));
    EXPECT_EQ(caption(machine), "Intel(R) Core(TM) i7, 1 CPU");
}

TEST(Machine, LiveMachineAnswersWithoutThrowing) {
    const auto machine = read_machine();
    EXPECT_TRUE(machine.page_bytes.has_value()) << machine.page_bytes.text();
    EXPECT_TRUE(machine.architecture.has_value()) << machine.architecture.text();
    EXPECT_GE(facts(machine).size(), 20U);
}

TEST(CpuList, Reads) {
    EXPECT_EQ(*parse_cpu_list("0-3,8\n"), (std::vector<int>{0, 1, 2, 3, 8}));
    EXPECT_EQ(*parse_cpu_list("5"), (std::vector<int>{5}));
    EXPECT_EQ(*parse_cpu_list("2,0-1,1"), (std::vector<int>{0, 1, 2}));
    EXPECT_TRUE(parse_cpu_list(" \n").is_no());
    for (const auto* text : {"a", "1-", "-1", "3-1", "1,,2", "1-2-3", "0-99999999999", "0-4294967296", "1,"})
        EXPECT_TRUE(parse_cpu_list(text).is_unknown()) << text;
}

TEST(CpuList, WritesWhatItReads) {
    EXPECT_EQ(cpu_list_text({0, 1, 2, 3, 8}), "0-3,8");
    EXPECT_EQ(cpu_list_text({5}), "5");
    EXPECT_EQ(cpu_list_text({}), "");
    EXPECT_EQ(*parse_cpu_list(cpu_list_text({1, 3, 4, 7, 8, 9})), (std::vector<int>{1, 3, 4, 7, 8, 9}));
}

}  // namespace
}  // namespace lab

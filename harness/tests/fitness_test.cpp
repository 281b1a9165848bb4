// Tests of ./lab doctor's judgements on made-up machines and on version texts.
#include "harness/tools/fitness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/units.hpp"

using namespace lab::tools;
using lab::Fact;

namespace {

lab::Machine quiet_machine() {
    lab::Machine machine;
    machine.governor = Fact<std::string>::of("performance");
    machine.turbo = Fact<bool>::of(false);
    machine.smt = Fact<bool>::of(false);
    machine.huge_pages = Fact<std::string>::of("madvise");
    machine.virtualised = Fact<std::string>::no("bare metal");
    machine.load = Fact<double>::of(0.1);
    machine.steal_share = Fact<double>::of(0.0);
    machine.cpu_quota = Fact<double>::no("no limit is set");
    machine.allowed_cpus = Fact<std::vector<int>>::of({0, 1});
    machine.memory_available = Fact<std::uint64_t>::of(lab::Gi(8));
    return machine;
}

Finding finding(const lab::Machine& machine, const std::string& what,
                const CounterState& counters = {true, ""}) {
    const auto all = judge_machine(machine, counters);
    const auto found = std::ranges::find(all, what, &Finding::what);
    EXPECT_NE(found, all.end()) << what;
    return found == all.end() ? Finding{} : *found;
}

TEST(Doctor, AQuietMachineIsFit) {
    for (const auto& line : judge_machine(quiet_machine(), {true, ""}))
        EXPECT_EQ(line.fit, Fit::yes) << line.what << ": " << line.seen;
}

TEST(Doctor, NothingKnownIsNeverCalledFit) {
    for (const auto& line : judge_machine(lab::Machine{}, {false, "no"})) {
        EXPECT_NE(line.fit, Fit::yes) << line.what;
        EXPECT_FALSE(line.mend.empty()) << line.what;
        EXPECT_FALSE(line.effect.empty()) << line.what;
    }
}

TEST(Doctor, EachUnfitLineSaysWhatMendsIt) {
    auto machine = quiet_machine();
    machine.governor = Fact<std::string>::of("powersave");
    machine.turbo = Fact<bool>::of(true);
    machine.smt = Fact<bool>::of(true);
    machine.huge_pages = Fact<std::string>::of("always");
    machine.virtualised = Fact<std::string>::of("KVM guest");
    machine.load = Fact<double>::of(2.5);
    machine.steal_share = Fact<double>::of(0.07);
    machine.cpu_quota = Fact<double>::of(1.5);
    machine.allowed_cpus = Fact<std::vector<int>>::of({3});
    machine.memory_available = Fact<std::uint64_t>::of(lab::Mi(300));
    const CounterState none{false, "counters are forbidden; type: sudo sysctl kernel.perf_event_paranoid=2"};
    for (const auto& line : judge_machine(machine, none)) {
        if (line.what == "CPU quota") continue;  // one CPU is allowed, and the quota is more than that
        EXPECT_EQ(line.fit, Fit::no) << line.what << ": " << line.seen;
        EXPECT_FALSE(line.mend.empty()) << line.what;
    }
    EXPECT_NE(finding(machine, "governor").mend.find("scaling_governor"), std::string::npos);
    EXPECT_NE(finding(machine, "counters", none).mend.find("perf_event_paranoid=2"), std::string::npos);
    EXPECT_EQ(finding(machine, "counters", {false, "no such hardware"}).mend.find("sysctl"),
              std::string::npos);
    machine.allowed_cpus = Fact<std::vector<int>>::of({0, 1});
    EXPECT_EQ(finding(machine, "CPU quota").fit, Fit::no);
}

TEST(Doctor, VersionsAreComparedByNumber) {
    EXPECT_EQ(version_in("g++ (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright"), "12.2.0");
    EXPECT_EQ(version_in("Debian clang version 14.0.6\n"), "14.0.6");
    EXPECT_EQ(version_in("gnuplot 5.4 patchlevel 4"), "5.4");
    EXPECT_EQ(version_in("valgrind-3.19.0"), "3.19.0");
    EXPECT_EQ(version_in("no version here"), "");
    EXPECT_TRUE(at_least("3.25.1", "3.25"));
    EXPECT_TRUE(at_least("12", "12.0"));
    EXPECT_FALSE(at_least("3.9", "3.25"));
    EXPECT_FALSE(at_least("11.4", "12"));
}

TEST(Doctor, ToolsAreFoundOldOrMissing) {
    const Tool cmake{"cmake", "cmake", "3.25", "Nothing can be built.", "cmake version 3.22.1\n"};
    EXPECT_EQ(judge_tool(cmake).fit, Fit::no);
    EXPECT_NE(judge_tool(cmake).mend.find("apt-get install cmake"), std::string::npos);
    EXPECT_EQ(judge_tool({"perf", "linux-perf", "5", "No profiles.", ""}).seen, "not found");
    EXPECT_EQ(judge_tool({"perf", "linux-perf", "5", "No profiles.", "perf version 6.1.192"}).fit, Fit::yes);
}

}  // namespace

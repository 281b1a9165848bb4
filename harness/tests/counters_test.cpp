// Hardware counters over system calls that a test plays: missing, forbidden, shared and working ones.
#include "harness/counters.hpp"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

namespace lab {
namespace {

class FakePerf final : public PerfCalls {
public:
    int open(const perf_event_attr& attr, int group) override {
        opened.push_back(attr);
        groups.push_back(group);
        if (const auto found = problem.find(attr.config); found != problem.end()) return -found->second;
        if (all_fail != 0) return -all_fail;
        return next_file++;
    }
    long read(int file, void* into, std::size_t bytes) override {
        read_file = file;
        const auto size = std::min(bytes, answer.size() * sizeof answer[0]);
        if (!answer.empty()) std::memcpy(into, answer.data(), size);
        return read_problem != 0 ? -read_problem : static_cast<long>(size);
    }
    int control(int file, unsigned long request) override {
        controls.emplace_back(file, request);
        return -control_problem;
    }
    void close(int file) override { closed.push_back(file); }
    Fact<int> paranoid() override { return level; }
    bool filtered() override { return seccomp; }

    std::map<std::uint64_t, int> problem;  // event -> errno
    int all_fail = 0, read_problem = 0, control_problem = 0, next_file = 10, read_file = -1;
    Fact<int> level = Fact<int>::of(2);
    bool seccomp = false;
    std::vector<std::uint64_t> answer;  // number, enabled, running, values
    std::vector<perf_event_attr> opened;
    std::vector<int> groups, closed;
    std::vector<std::pair<int, unsigned long>> controls;
};

TEST(Counters, OpensOneGroupInUserModeOnly) {
    FakePerf perf;
    const Counters counters(perf);
    EXPECT_TRUE(counters.available());
    EXPECT_EQ(counters.why(), "");
    ASSERT_EQ(perf.opened.size(), 4U);
    EXPECT_EQ(perf.groups, (std::vector<int>{-1, 10, 10, 10}));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(perf.opened[i].exclude_kernel, 1U);
        EXPECT_EQ(perf.opened[i].exclude_hv, 1U);
        EXPECT_EQ(perf.opened[i].disabled, i == 0 ? 1U : 0U);
        EXPECT_EQ(perf.opened[i].size, sizeof(perf_event_attr));
    }
}

TEST(Counters, StartStopRead) {
    FakePerf perf;
    perf.answer = {4, 500, 500, 1000, 2500, 300, 7};
    Counters counters(perf);
    counters.start();
    counters.stop();
    EXPECT_EQ(perf.controls,
              (std::vector<std::pair<int, unsigned long>>{
                  {10, PERF_EVENT_IOC_RESET}, {10, PERF_EVENT_IOC_ENABLE}, {10, PERF_EVENT_IOC_DISABLE}}));
    const auto reading = counters.read();
    EXPECT_EQ(perf.read_file, 10);
    EXPECT_EQ(reading[Event::cycles].text(), "1000");
    EXPECT_EQ(reading[Event::instructions].text(), "2500");
    EXPECT_EQ(reading[Event::branches].text(), "300");
    EXPECT_EQ(reading[Event::branch_misses].text(), "7");
    EXPECT_DOUBLE_EQ(*reading.instructions_per_cycle(), 2.5);
}

TEST(Counters, SharedRegistersAreRefusedNotScaled) {
    FakePerf perf;
    perf.answer = {4, 1000, 999, 1, 2, 3, 4};
    const Counters counters(perf);
    const auto reading = counters.read();
    for (const auto event : {Event::cycles, Event::instructions, Event::branches, Event::branch_misses}) {
        EXPECT_TRUE(reading[event].is_unknown()) << to_string(event);
        EXPECT_NE(reading[event].why().find("ran only 99.9 % of the time"), std::string::npos)
            << reading[event].why();
    }
    EXPECT_TRUE(reading.instructions_per_cycle().is_unknown());
    perf.answer[2] = 0;
    EXPECT_NE(counters.read()[Event::cycles].why().find("never got a register"), std::string::npos);
    perf.answer[1] = 0;
    EXPECT_EQ(counters.read()[Event::cycles].why(), "the counters were never started");
}

TEST(Counters, NoHardware) {
    for (const int problem : {ENOENT, ENODEV, EOPNOTSUPP}) {
        FakePerf perf;
        perf.all_fail = problem;
        Counters counters(perf);
        EXPECT_FALSE(counters.available());
        EXPECT_NE(counters.why().find("most virtual machines hide it"), std::string::npos) << counters.why();
        counters.start();
        counters.stop();
        EXPECT_TRUE(perf.controls.empty());
        const auto reading = counters.read();
        EXPECT_EQ(reading[Event::cycles].why(), counters.why());
        EXPECT_EQ(counters.why().find('\n'), std::string::npos) << "one line";
    }
}

TEST(Counters, ForbiddenSaysWhatToType) {
    FakePerf perf;
    perf.all_fail = EACCES;
    perf.level = Fact<int>::of(3);
    EXPECT_EQ(
        Counters(perf).why(),
        "counters are forbidden: perf_event_paranoid is 3; type: sudo sysctl kernel.perf_event_paranoid=2");
    perf.all_fail = EPERM;
    perf.level = Fact<int>::of(2);
    perf.seccomp = true;
    EXPECT_NE(Counters(perf).why().find("seccomp"), std::string::npos);
    perf.seccomp = false;
    EXPECT_NE(Counters(perf).why().find("perf_event_paranoid is 2"), std::string::npos);
    perf.level = Fact<int>::unknown("no such file");
    EXPECT_NE(Counters(perf).why().find("unknown (no such file)"), std::string::npos);
}

TEST(Counters, OtherReasons) {
    for (const auto& [problem, text] : std::map<int, std::string>{{ENOSYS, "has no perf_event_open"},
                                                                  {EBUSY, "taken by somebody else"},
                                                                  {EINVAL, "does not accept it"},
                                                                  {EMFILE, "Too many open files"}}) {
        FakePerf perf;
        perf.all_fail = problem;
        EXPECT_NE(Counters(perf).why().find(text), std::string::npos) << Counters(perf).why();
    }
}

TEST(Counters, OneMissingEventLeavesTheOthers) {
    FakePerf perf;
    perf.problem[PERF_COUNT_HW_CPU_CYCLES] = ENOENT;
    perf.answer = {3, 10, 10, 20, 30, 40};
    Counters counters(perf);
    EXPECT_TRUE(counters.available());
    EXPECT_EQ(counters.why(), "");
    EXPECT_NE(counters.why(Event::cycles), "");
    EXPECT_EQ(perf.groups, (std::vector<int>{-1, -1, 10, 10}));
    EXPECT_EQ(perf.opened[1].disabled, 1U);  // the first that opens leads
    const auto reading = counters.read();
    EXPECT_TRUE(reading[Event::cycles].is_unknown());
    EXPECT_EQ(reading[Event::instructions].text(), "20");
    EXPECT_EQ(reading[Event::branch_misses].text(), "40");
    EXPECT_TRUE(reading.instructions_per_cycle().is_unknown());
}

TEST(Counters, FailedSwitchAndFailedReadRefuse) {
    FakePerf perf;
    perf.answer = {4, 1, 1, 1, 2, 3, 4};
    Counters counters(perf);
    perf.control_problem = ENOTTY;
    counters.start();
    EXPECT_NE(counters.read()[Event::cycles].why().find("could not be switched"), std::string::npos);
    perf.control_problem = 0;
    counters.start();
    EXPECT_EQ(counters.read()[Event::cycles].text(), "1");
    perf.read_problem = EIO;
    EXPECT_NE(counters.read()[Event::cycles].why().find("could not be read"), std::string::npos);
    perf.read_problem = 0;
    perf.answer = {4, 1, 1, 1, 2};  // short
    EXPECT_NE(counters.read()[Event::cycles].why().find("different number"), std::string::npos);
    perf.answer = {3, 1, 1, 1, 2, 3, 4};  // another number of counters than opened
    EXPECT_NE(counters.read()[Event::cycles].why().find("different number"), std::string::npos);
    perf.answer.clear();  // end of file: the group is in an error state
    EXPECT_TRUE(counters.read()[Event::cycles].is_unknown());
}

TEST(Counters, NoCycleGivesNoRatio) {
    FakePerf perf;
    perf.answer = {4, 1, 1, 0, 2, 3, 4};
    EXPECT_EQ(Counters(perf).read().instructions_per_cycle().why(), "no cycle was counted");
}

TEST(Counters, ClosesEveryFileLeaderLast) {
    FakePerf perf;
    { const Counters counters(perf); }
    EXPECT_EQ(perf.closed, (std::vector<int>{13, 12, 11, 10}));
}

TEST(Counters, LiveCallsAnswerWithCountsOrOneLine) {
    Counters counters;
    counters.start();
    counters.stop();
    const auto reading = counters.read();
    for (const auto event : {Event::cycles, Event::instructions, Event::branches, Event::branch_misses})
        EXPECT_NE(reading[event].has_value(), reading[event].is_unknown() && !reading[event].why().empty());
    EXPECT_EQ(counters.available(), counters.why().empty());
}

}  // namespace
}  // namespace lab

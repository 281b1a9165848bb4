// The team: everybody runs once, on the right CPU, together; exceptions and bad CPUs end cleanly.
#include "harness/team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <set>

#include "harness/cpus.hpp"

namespace lab {
namespace {

// n CPUs for n members: the allowed ones in turn, so that the tests run on a machine with one CPU, too.
std::vector<int> some_cpus(std::size_t n) {
    const auto allowed = allowed_cpus().value();
    std::vector<int> cpus;
    for (std::size_t i = 0; i < n; ++i) cpus.push_back(allowed[i % allowed.size()]);
    return cpus;
}

TEST(Team, RunsEveryMemberOnceOnItsCpu) {
    const auto cpus = some_cpus(3);
    Team team(cpus);
    EXPECT_EQ(team.size(), 3U);
    EXPECT_EQ(team.cpus(), cpus);
    std::vector<int> calls(3, 0);
    const auto run = team.run([&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, (std::vector<int>{1, 1, 1}));
    ASSERT_EQ(run.members.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(run.members[i].cpu_asked, cpus[i]);
        EXPECT_EQ(run.members[i].cpu_before, cpus[i]);
        EXPECT_EQ(run.members[i].cpu_after, cpus[i]);
    }
}

TEST(Team, KeepsItsThreadsOverManyRuns) {
    Team team(some_cpus(2));
    std::set<std::thread::id> threads[2];
    std::uint64_t sum[2] = {0, 0};
    for (std::uint64_t round = 1; round <= 200; ++round)
        team.run([&](std::size_t i) {
            threads[i].insert(std::this_thread::get_id());
            sum[i] += round;
        });
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(threads[i].size(), 1U);
        EXPECT_EQ(sum[i], 200U * 201 / 2);
    }
    EXPECT_NE(*threads[0].begin(), *threads[1].begin());
}

// Each waits for the other: this ends only if both are inside at the same time.
TEST(Team, MembersRunAtTheSameTime) {
    Team team(some_cpus(2));
    std::atomic<int> inside{0};
    for (int round = 1; round <= 20; ++round)
        team.run([&](std::size_t) {
            ++inside;
            while (inside.load() < 2 * round) std::this_thread::yield();
        });
    EXPECT_EQ(inside.load(), 40);
}

// The caller sees plain variables that the members wrote, without atomics of its own.
TEST(Team, WritesAreVisibleToTheCallerAndToTheNextRun) {
    Team team(some_cpus(2));
    std::vector<int> values(2, 0);
    team.run([&](std::size_t i) { values[i] = static_cast<int>(i) + 1; });
    team.run([&](std::size_t i) { values[i] += 100; });
    EXPECT_EQ(values, (std::vector<int>{101, 102}));
}

struct Counter {
    std::atomic<int>& total;
    void operator()(std::size_t) const { ++total; }
};

TEST(Team, TakesConstFunctionObjects) {
    Team team(some_cpus(2));
    std::atomic<int> total{0};
    const Counter counter{total};
    team.run(counter);
    team.run(Counter{total});
    EXPECT_EQ(total.load(), 4);
}

TEST(Team, OneExceptionIsPassedOnAsItIs) {
    Team team(some_cpus(2));
    std::atomic<int> ended{0};
    EXPECT_THROW(team.run([&](std::size_t i) {
        if (i == 1) throw std::out_of_range("member 1");
        ++ended;
    }),
                 std::out_of_range);
    EXPECT_EQ(ended.load(), 1);
    // The team lives on, and the exception does not come back.
    EXPECT_NO_THROW(team.run([&](std::size_t) { ++ended; }));
    EXPECT_EQ(ended.load(), 3);
}

TEST(Team, SeveralExceptionsAreAllTold) {
    Team team(some_cpus(3));
    try {
        team.run([](std::size_t i) {
            if (i == 0) throw std::runtime_error("left");
            if (i == 2) throw 42;  // NOLINT(hicpp-exception-baseclass)
        });
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& failure) {
        EXPECT_STREQ(failure.what(), "member 0: left; member 2: something that is not a std::exception");
    }
}

TEST(Team, CpuThatIsNotThere) {
    const std::vector<int> cpus = {some_cpus(1)[0], (1 << 20) - 1};
    try {
        const Team team(cpus);
        FAIL() << "CPU 1048575 was accepted";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("cannot bind to CPU 1048575"), std::string::npos)
            << error.what();
    }
}

TEST(Team, NobodyIsATeamToo) {
    Team team({});
    EXPECT_EQ(team.size(), 0U);
    EXPECT_TRUE(team.run([](std::size_t) {}).members.empty());
}

TEST(Team, UnusedTeamEnds) {
    for (int i = 0; i < 20; ++i) {
        const Team team(some_cpus(2));
        EXPECT_EQ(team.size(), 2U);
    }
}

}  // namespace
}  // namespace lab

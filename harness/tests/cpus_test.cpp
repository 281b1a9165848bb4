// The choice of CPUs on machines written down here, and pinning within what this process may use.
#include "harness/cpus.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace lab {
namespace {

CpuPlace place(int cpu, int package, int core, std::vector<int> siblings) {
    return {cpu, Fact<int>::of(core), Fact<int>::of(package), std::move(siblings)};
}

// Two packages of two cores of two threads; the threads of a core are n and n + 4.
Machine server() {
    Machine machine;
    for (int cpu = 0; cpu < 8; ++cpu) {
        const int core = cpu % 4;
        machine.places.push_back(place(cpu, core / 2, core % 2, {core, core + 4}));
    }
    return machine;
}

TEST(ChooseCpu, AvoidsCpuZeroWhereItCan) {
    const std::vector<int> two = {0, 1};
    const auto choice = choose_cpu(two);
    EXPECT_EQ(choice->cpu, 1);
    EXPECT_EQ(choice->why, "CPU 1 of the allowed 0-1, not CPU 0, which serves most interrupts");
    const std::vector<int> zero = {0};
    EXPECT_EQ(choose_cpu(zero)->cpu, 0);
    EXPECT_EQ(choose_cpu(zero)->why, "CPU 0 is the only one allowed");
    const std::vector<int> five = {5};
    EXPECT_EQ(choose_cpu(five)->why, "CPU 5 is the only one allowed");
    EXPECT_TRUE(choose_cpu({}).is_unknown());
}

TEST(ChooseCpu, TheFirstButCpu0) {
    const std::vector<int> allowed = {3, 0, 1, 2};
    EXPECT_EQ(choose_cpu(allowed)->cpu, 1);
    const std::vector<int> without_0 = {3, 2};
    EXPECT_EQ(choose_cpu(without_0)->why, "CPU 2 of the allowed 2-3, the first of them");
}

TEST(ChooseCpu, AskedCpuMustBeAllowed) {
    const std::vector<int> allowed = {2, 3};
    EXPECT_EQ(choose_asked_cpu(allowed, 3)->cpu, 3);
    EXPECT_TRUE(choose_asked_cpu(allowed, 0).is_no());
    EXPECT_EQ(choose_asked_cpu(allowed, 0).why(),
              "CPU 0 is not allowed for this process; allowed are CPUs 2-3");
}

TEST(CpuRelation, OnAServer) {
    const auto machine = server();
    EXPECT_EQ(*relation(machine, 3, 3), Relation::same_cpu);
    EXPECT_EQ(*relation(machine, 0, 4), Relation::siblings);
    EXPECT_EQ(*relation(machine, 0, 1), Relation::same_package);
    EXPECT_EQ(*relation(machine, 1, 2), Relation::other_package);
    EXPECT_EQ(relation(machine, 1, 9).absence(), "unknown (/sys shows no topology of CPU 9)");
}

TEST(CpuRelation, WithoutSiblingListsTheCoreNumbersDecide) {
    Machine machine;
    machine.places = {place(0, 0, 0, {}), place(1, 0, 0, {}), place(2, 0, 1, {})};
    EXPECT_EQ(*relation(machine, 0, 1), Relation::siblings);
    EXPECT_EQ(*relation(machine, 0, 2), Relation::same_package);
    machine.places[2].core = Fact<int>::unknown("empty file");
    EXPECT_TRUE(relation(machine, 0, 2).is_unknown());
}

TEST(CpuRelation, UnknownPackageIsNotTheSamePackage) {
    Machine machine;
    machine.places = {place(0, 0, 0, {0}), place(1, 0, 1, {1})};
    machine.places[1].package = Fact<int>::unknown("holds -1");
    EXPECT_EQ(relation(machine, 0, 1).absence(), "unknown (/sys does not tell the package of CPU 1)");
    machine.places[0].package = Fact<int>::unknown("holds -1");
    EXPECT_TRUE(relation(machine, 0, 1).is_unknown());
}

void expect_pair(const Machine& machine, const std::vector<int>& allowed, int first, int second) {
    const auto pair = choose_pair(machine, allowed);
    ASSERT_TRUE(pair.has_value()) << cpu_list_text(allowed) << ": " << pair.why();
    EXPECT_EQ(pair->first, first) << pair->why;
    EXPECT_EQ(pair->second, second) << pair->why;
}

TEST(ChoosePair, PrefersTwoCoresOfOnePackageWithoutCpuZero) {
    expect_pair(server(), {0, 1, 2, 3, 4, 5, 6, 7}, 1, 4);
    expect_pair(server(), {0, 1, 4}, 1, 4);
    expect_pair(server(), {0, 1}, 0, 1);     // CPU 0 rather than no pair
    expect_pair(server(), {0, 4, 2}, 2, 4);  // another package rather than siblings
    expect_pair(server(), {4, 0}, 0, 4);     // siblings rather than nothing
}

TEST(ChoosePair, SaysWhyThePairIsPoor) {
    const std::vector<int> siblings = {0, 4};
    EXPECT_EQ(choose_pair(server(), siblings)->why,
              "CPUs 0 and 4 of the allowed 0,4: siblings on one core; no two cores are allowed");
    const std::vector<int> any = {1, 2};
    EXPECT_EQ(choose_pair(Machine{}, any)->why,
              "CPUs 1 and 2 of the allowed 1-2: relation unknown (/sys shows no topology of CPU 1)");
}

TEST(ChoosePair, NeedsTwo) {
    const std::vector<int> one = {3, 3};
    EXPECT_TRUE(choose_pair(server(), one).is_no());
    EXPECT_EQ(choose_pair(server(), one).why(), "only CPU 3 is allowed; two are needed (see taskset -cp $$)");
    EXPECT_TRUE(choose_pair(server(), {}).is_no());
}

// In a thread of its own, so that the other tests keep all CPUs.
TEST(Pin, EachAllowedCpuAndNoOther) {
    std::thread([] {
        const auto allowed = allowed_cpus();
        ASSERT_TRUE(allowed.has_value()) << allowed.why();
        ASSERT_FALSE(allowed->empty());
        for (const int cpu : *allowed) {
            ASSERT_EQ(pin_to(cpu), "");
            const auto now = current_cpu();
            ASSERT_TRUE(now.has_value()) << now.why();
            EXPECT_EQ(*now, cpu);
            EXPECT_EQ(*allowed_cpus(), std::vector<int>{cpu});
        }
        EXPECT_NE(pin_to(-1), "");
        EXPECT_NE(pin_to(1 << 30), "");
        const auto text = pin_to((1 << 20) - 1);
        EXPECT_NE(text.find("cannot bind to CPU 1048575"), std::string::npos) << text;
    }).join();
}

}  // namespace
}  // namespace lab

// Public tests of workloads: the data has the stated properties, and nothing but the arguments decides it.
#include "workloads.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/exercise/expect.hpp"

namespace {

using workloads::few_distinct;
using workloads::nearly_sorted;
using workloads::organ_pipe;
using workloads::zipf;

using Data = std::vector<std::uint32_t>;

// What is expected of random data is a band. The bands are six standard deviations wide on each side: right
// code falls outside of one about twice in a thousand million seeds, and the seeds here are fixed.
void expect_between(const std::string& what, double low, double high, double came) {
    if (!(came >= low && came <= high)) {
        expect::report(__FILE__, __LINE__, what,
                       "from " + expect::show(std::ceil(low)) + " to " + expect::show(std::floor(high)),
                       expect::show(came));
    }
}

// A draw with probability p, done n times, comes out n × p times, give or take.
void expect_drawn(const std::string& what, std::size_t n, double p, std::size_t came) {
    const auto mean = static_cast<double>(n) * p;
    const auto band = 6 * std::sqrt(mean * (1 - p)) + 1;
    expect_between(what, mean - band, mean + band, static_cast<double>(came));
}

std::size_t times(const Data& data, std::uint32_t value) {
    return static_cast<std::size_t>(std::count(data.begin(), data.end(), value));
}

std::size_t equal_neighbours(const Data& data) {
    std::size_t equal = 0;
    for (std::size_t i = 1; i < data.size(); ++i) {
        equal += data[i] == data[i - 1] ? 1 : 0;
    }
    return equal;
}

// How many pairs of neighbours go up. In random order about as many as go down.
std::size_t rising_neighbours(const Data& data) {
    std::size_t rising = 0;
    for (std::size_t i = 1; i < data.size(); ++i) {
        rising += data[i] > data[i - 1] ? 1 : 0;
    }
    return rising;
}

std::size_t falling_neighbours(const Data& data) {
    std::size_t falling = 0;
    for (std::size_t i = 1; i < data.size(); ++i) {
        falling += data[i] < data[i - 1] ? 1 : 0;
    }
    return falling;
}

// Of the data in [from, to): how many values are not at the place that they name. A place that is not there is not home.
std::size_t away_from_home(const Data& data, std::size_t from, std::size_t to) {
    std::size_t away = 0;
    for (std::size_t i = from; i < to; ++i) {
        away += i >= data.size() || data[i] != i ? 1 : 0;
    }
    return away;
}

// Of the values away from home: how many are further away than `distance`.
std::size_t further_than(const Data& data, std::size_t distance) {
    std::size_t far = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const std::size_t home = data[i];
        far += (home > i ? home - i : i - home) > distance ? 1 : 0;
    }
    return far;
}

// How many values from 0 to n - 1 occur not exactly once.
std::size_t lost_or_doubled(const Data& data) {
    std::vector<int> seen(data.size());
    std::size_t beyond = 0;
    for (const auto value : data) {
        if (value < data.size()) {
            ++seen[value];
        } else {
            ++beyond;
        }
    }
    const auto once = std::count(seen.begin(), seen.end(), 1);
    return seen.size() - static_cast<std::size_t>(once) + beyond;
}

// ---- nearly_sorted ----

TEST(NearlySorted, EveryValueOccursOnce) {
    const auto data = nearly_sorted(100'000, 1000, 1);
    EXPECT_ANSWER(data.size(), 100'000u);
    EXPECT_ANSWER(lost_or_doubled(data), 0u);
}

TEST(NearlySorted, AThousandthIsSwapped) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const auto data = nearly_sorted(100'000, 1000, seed);
        const expect::Given given("data = nearly_sorted(100'000, 1000, ", seed, ")");
        expect_between("elements away from home: two for each of 100 swaps, fewer where swaps met", 150, 200,
                       static_cast<double>(away_from_home(data, 0, data.size())));
    }
}

TEST(NearlySorted, TheShareIsTheOneAskedFor) {
    const auto data = nearly_sorted(100'000, 10, 5);
    // 10,000 swaps: every tenth place is moved, and each other place is hit with probability near 1 -
    // 1/e^(0.1).
    expect_between("elements away from home in nearly_sorted(100'000, 10, 5)", 17'000, 20'000,
                   static_cast<double>(away_from_home(data, 0, data.size())));
}

TEST(NearlySorted, TheSwapsAreSpreadOverTheArray) {
    const auto data = nearly_sorted(100'000, 1000, 7);
    ASSERT_EQ(data.size(), 100'000u);
    for (std::size_t tenth = 0; tenth < 10; ++tenth) {
        const auto from = tenth * 10'000;
        const expect::Given given("data = nearly_sorted(100'000, 1000, 7), elements ", from, " to ",
                                  from + 9999);
        expect_between("elements away from home: at least most of the ten that are swapped on purpose", 8, 60,
                       static_cast<double>(away_from_home(data, from, from + 10'000)));
    }
}

TEST(NearlySorted, TheSwapsGoFar) {
    const auto data = nearly_sorted(100'000, 1000, 11);
    const auto away = static_cast<double>(away_from_home(data, 0, data.size()));
    ASSERT_GT(away, 0) << "nearly_sorted(100'000, 1000, 11) is sorted: nothing was swapped";
    // Two places chosen at random are further apart than a tenth of the array with probability 0.81.
    expect_between("elements further than 10,000 from home in nearly_sorted(100'000, 1000, 11)", 0.5 * away,
                   away, static_cast<double>(further_than(data, 10'000)));
    // … and further than half of the array with probability 0.25.
    expect_between("elements further than 50,000 from home in nearly_sorted(100'000, 1000, 11)", 0.05 * away,
                   0.5 * away, static_cast<double>(further_than(data, 50'000)));
}

TEST(NearlySorted, FewerElementsThanEveryStaySorted) {
    EXPECT_ANSWER(nearly_sorted(5, 1000, 1), (Data{0, 1, 2, 3, 4}));
    EXPECT_ANSWER(nearly_sorted(0, 1000, 1), Data{});
    EXPECT_ANSWER(away_from_home(nearly_sorted(999, 1000, 1), 0, 999), 0u);
}

TEST(NearlySorted, RefusesToSwapMoreThanEveryTenth) {
    EXPECT_REFUSED(nearly_sorted(100, 0, 1));
    EXPECT_REFUSED(nearly_sorted(100, 9, 1));
    EXPECT_ANSWER(nearly_sorted(100, 10, 1).size(), 100u);
}

// ---- few_distinct ----

TEST(FewDistinct, OnlyTheValuesAskedFor) {
    const auto data = few_distinct(10'000, 4, 1);
    ASSERT_EQ(data.size(), 10'000u);
    EXPECT_ANSWER(*std::max_element(data.begin(), data.end()), 3u);
    EXPECT_ANSWER(*std::min_element(data.begin(), data.end()), 0u);
}

TEST(FewDistinct, AllEquallyLikely) {
    for (const std::uint32_t distinct : {2u, 3u, 4u, 10u}) {
        const auto data = few_distinct(100'000, distinct, 2);
        const expect::Given given("data = few_distinct(100'000, ", distinct, ", 2)");
        for (std::uint32_t value = 0; value < distinct; ++value) {
            expect_drawn("how often " + std::to_string(value) + " occurs", data.size(), 1.0 / distinct,
                         times(data, value));
        }
    }
}

// A pattern such as 0 1 2 3 0 1 2 3 has the right counts, and a branch predictor learns it at once.
TEST(FewDistinct, InNoOrder) {
    for (const std::uint64_t seed : {3u, 4u}) {
        const auto data = few_distinct(100'000, 4, seed);
        const expect::Given given("data = few_distinct(100'000, 4, ", seed, ")");
        expect_drawn("neighbours that are equal", data.size(), 1.0 / 4, equal_neighbours(data));
        expect_drawn("neighbours that go up", data.size(), 3.0 / 8, rising_neighbours(data));
        expect_drawn("neighbours that go down", data.size(), 3.0 / 8, falling_neighbours(data));
    }
}

TEST(FewDistinct, OneValueAndNoElements) {
    EXPECT_ANSWER(few_distinct(4, 1, 9), (Data{0, 0, 0, 0}));
    EXPECT_ANSWER(few_distinct(0, 4, 9), Data{});
}

TEST(FewDistinct, RefusesNoValues) {
    EXPECT_ANSWER(few_distinct(10, 1, 1).size(), 10u);
    EXPECT_REFUSED(few_distinct(10, 0, 1));
}

// ---- organ_pipe ----

TEST(OrganPipe, OddAndEven) {
    EXPECT_ANSWER(organ_pipe(7), (Data{0, 1, 2, 3, 2, 1, 0}));
    EXPECT_ANSWER(organ_pipe(8), (Data{0, 1, 2, 3, 3, 2, 1, 0}));
}

TEST(OrganPipe, TheSmallest) {
    EXPECT_ANSWER(organ_pipe(0), Data{});
    EXPECT_ANSWER(organ_pipe(1), (Data{0}));
    EXPECT_ANSWER(organ_pipe(2), (Data{0, 0}));
    EXPECT_ANSWER(organ_pipe(3), (Data{0, 1, 0}));
}

TEST(OrganPipe, Large) {
    const auto data = organ_pipe(100'001);
    ASSERT_EQ(data.size(), 100'001u);
    EXPECT_ANSWER(*std::max_element(data.begin(), data.end()), 50'000u);
    EXPECT_ANSWER(data.at(50'000), 50'000u);
    EXPECT_ANSWER(data.at(100'000), 0u);
}

// ---- zipf ----

TEST(Zipf, OnlyTheKeysAskedFor) {
    const auto data = zipf(10'000, 5, 1);
    ASSERT_EQ(data.size(), 10'000u);
    EXPECT_ANSWER(*std::max_element(data.begin(), data.end()), 4u);
    EXPECT_ANSWER(*std::min_element(data.begin(), data.end()), 0u);
}

TEST(Zipf, KeyKComesOnceInKPlusOne) {
    for (const std::uint32_t keys : {2u, 10u, 1000u}) {
        double all = 0;
        for (std::uint32_t k = 0; k < keys; ++k) {
            all += 1.0 / (k + 1);
        }
        const auto data = zipf(200'000, keys, 3);
        const expect::Given given("data = zipf(200'000, ", keys, ", 3)");
        for (std::uint32_t k = 0; k < std::min(keys, 20u); ++k) {
            expect_drawn("how often key " + std::to_string(k) + " occurs", data.size(), 1 / all / (k + 1),
                         times(data, k));
        }
        const auto rare = static_cast<std::size_t>(
            std::count_if(data.begin(), data.end(), [&](std::uint32_t key) { return key >= keys / 2; }));
        double share = 0;
        for (std::uint32_t k = keys / 2; k < keys; ++k) {
            share += 1 / all / (k + 1);
        }
        expect_drawn("how often a key from the rarer half occurs", data.size(), share, rare);
    }
}

TEST(Zipf, InNoOrder) {
    const auto data = zipf(100'000, 50, 4);
    double all = 0;
    double equal = 0;
    for (int k = 1; k <= 50; ++k) {
        all += 1.0 / k;
    }
    for (int k = 1; k <= 50; ++k) {
        equal += 1 / all / k / all / k;
    }
    const expect::Given given("data = zipf(100'000, 50, 4)");
    expect_drawn("neighbours that are equal", data.size(), equal, equal_neighbours(data));
    expect_drawn("neighbours that go up", data.size(), (1 - equal) / 2, rising_neighbours(data));
}

TEST(Zipf, OneKeyAndNoElements) {
    EXPECT_ANSWER(zipf(3, 1, 9), (Data{0, 0, 0}));
    EXPECT_ANSWER(zipf(0, 4, 9), Data{});
}

TEST(Zipf, RefusesNoKeys) {
    EXPECT_ANSWER(zipf(10, 1, 1).size(), 10u);
    EXPECT_REFUSED(zipf(10, 0, 1));
}

// ---- seeds ----

constexpr std::size_t n = 2000;

TEST(Seeds, TheSameSeedGivesTheSameData) {
    for (const std::uint64_t seed : {0u, 1u, 42u}) {
        const expect::Given given("seed ", seed, ", called twice");
        const auto nearly = nearly_sorted(n, 10, seed);
        const auto few = few_distinct(n, 4, seed);
        const auto keys = zipf(n, 100, seed);
        EXPECT_ANSWER(zipf(n, 100, seed), keys);
        EXPECT_ANSWER(nearly_sorted(n, 10, seed), nearly);
        EXPECT_ANSWER(few_distinct(n, 4, seed), few);
    }
}

// Data that depends on what ran before can't be made again by the next reader.
TEST(Seeds, WhatRanBeforeDoesNotMatter) {
    const auto alone = few_distinct(n, 4, 1);
    for (std::uint64_t seed = 5; seed < 10; ++seed) {
        nearly_sorted(n, 10, seed);
        few_distinct(n, 7, seed);
        zipf(n, 100, seed);
        organ_pipe(n);
    }
    const expect::Given given("the same call before and after other calls");
    EXPECT_ANSWER(few_distinct(n, 4, 1), alone);
}

std::size_t differences(const Data& a, const Data& b) {
    std::size_t different = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        different += a[i] != b[i] ? 1 : 0;
    }
    return different;
}

// All 64 bits of the seed count: seeds that differ in one bit, the lowest or the highest, are different
// seeds.
TEST(Seeds, AnotherSeedGivesOtherData) {
    constexpr std::uint64_t one = 1;
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs{
        {0, 1}, {1, 2}, {7, 7 + (one << 32)}, {7, 7 + (one << 63)}, {0, one << 40}};
    for (const auto& [a, b] : pairs) {
        const expect::Given given("seeds ", a, " and ", b);
        expect_between("places where nearly_sorted(2000, 10, seed) differs", 100, n,
                       static_cast<double>(differences(nearly_sorted(n, 10, a), nearly_sorted(n, 10, b))));
        expect_drawn("places where few_distinct(2000, 4, seed) differs", n, 0.75,
                     differences(few_distinct(n, 4, a), few_distinct(n, 4, b)));
        expect_between("places where zipf(2000, 100, seed) differs", 1500, n,
                       static_cast<double>(differences(zipf(n, 100, a), zipf(n, 100, b))));
    }
}

// Some generators never leave the state 0, and then every value is the same.
TEST(Seeds, ZeroIsASeedLikeAnyOther) {
    const auto few = few_distinct(10'000, 4, 0);
    const auto keys = zipf(10'000, 4, 0);
    for (std::uint32_t value = 0; value < 4; ++value) {
        const std::string of_value = "how often " + std::to_string(value) + " occurs in ";
        expect_drawn(of_value + "few_distinct(10'000, 4, 0)", few.size(), 0.25, times(few, value));
        expect_drawn(of_value + "zipf(10'000, 4, 0)", keys.size(), 12.0 / 25 / (value + 1),
                     times(keys, value));
    }
    expect_between("elements away from home in nearly_sorted(10'000, 10, 0)", 1700, 2000,
                   static_cast<double>(away_from_home(nearly_sorted(10'000, 10, 0), 0, 10'000)));
}

// std::rand is one generator for the whole program: who draws from it changes what everybody else draws.
TEST(Seeds, TheGlobalGeneratorIsLeftAlone) {
    std::srand(7);
    const int expected = std::rand();
    std::srand(7);
    nearly_sorted(n, 10, 1);
    few_distinct(n, 4, 1);
    zipf(n, 100, 1);
    const expect::Given given("std::srand(7), then your three generators");
    EXPECT_ANSWER(std::rand(), expected);
}

TEST(Seeds, TheGlobalGeneratorDecidesNothing) {
    std::srand(1);
    const auto few = few_distinct(n, 4, 1);
    std::srand(2);
    const expect::Given given("std::srand(1), then std::srand(2)");
    EXPECT_ANSWER(few_distinct(n, 4, 1), few);
}

}  // namespace

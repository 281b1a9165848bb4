// Hidden tests of workloads: the stated properties, for lengths, shares and seeds drawn from the secret.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "grading/exercises/workloads/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using Data = std::vector<std::uint32_t>;

// The count of something that happens with probability p in each of n draws: within seven standard
// deviations.
void expect_drawn(std::size_t came, std::size_t n, double p, const char* what) {
    const double mean = static_cast<double>(n) * p;
    EXPECT_NEAR(static_cast<double>(came), mean, 7 * std::sqrt(mean * (1 - p)) + 2) << what << ", of " << n;
}

std::size_t times(const Data& data, std::uint32_t value) {
    return static_cast<std::size_t>(std::count(data.begin(), data.end(), value));
}

template <class Relation>
std::size_t neighbours(const Data& data, Relation relation) {
    std::size_t found = 0;
    for (std::size_t i = 1; i < data.size(); ++i) {
        found += relation(data[i - 1], data[i]) ? 1 : 0;
    }
    return found;
}

std::size_t different(const Data& a, const Data& b) {
    std::size_t found = a.size() == b.size() ? 0 : a.size() + b.size();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        found += a[i] != b[i] ? 1 : 0;
    }
    return found;
}

TEST(Workloads, NearlySorted) {
    grading::for_each_case(8, [](grading::Draw& draw) {
        const auto every = static_cast<std::size_t>(draw.between(10, 200));
        const auto n = static_cast<std::size_t>(draw.between(300, 1000)) * every;
        const auto data = student::nearly_sorted(n, every, draw.next());
        ASSERT_EQ(data.size(), n);

        auto sorted = data;
        std::sort(sorted.begin(), sorted.end());
        ASSERT_TRUE(sorted.front() == 0 && sorted.back() == n - 1 &&
                    std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end())
            << "a value is lost or doubled";

        std::size_t away = 0;
        std::size_t far = 0;
        std::vector<std::size_t> in_tenth(10);
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t home = data[i];
            away += home != i ? 1 : 0;
            far += std::max(home, i) - std::min(home, i) > n / 10 ? 1 : 0;
            in_tenth[i * 10 / n] += home != i ? 1 : 0;
        }
        const auto swaps = n / every;
        EXPECT_GE(away, swaps * 3 / 2) << "n " << n << ", every " << every;
        EXPECT_LE(away, swaps * 2) << "n " << n << ", every " << every;
        EXPECT_GE(far, away / 2) << "the swaps don't go far; n " << n << ", every " << every;
        EXPECT_GE(*std::min_element(in_tenth.begin(), in_tenth.end()), swaps / 13)
            << "the swaps are not spread; n " << n << ", every " << every;
    });
}

TEST(Workloads, FewDistinct) {
    grading::for_each_case(8, [](grading::Draw& draw) {
        const auto distinct = static_cast<std::uint32_t>(draw.between(2, 40));
        const auto n = static_cast<std::size_t>(draw.between(20'000, 60'000));
        const auto data = student::few_distinct(n, distinct, draw.next());
        ASSERT_EQ(data.size(), n);
        ASSERT_LT(*std::max_element(data.begin(), data.end()), distinct);
        for (std::uint32_t value = 0; value < distinct; ++value) {
            expect_drawn(times(data, value), n, 1.0 / distinct, "how often one value occurs");
        }
        const double equal = 1.0 / distinct;
        expect_drawn(neighbours(data, std::equal_to<>{}), n, equal, "neighbours that are equal");
        expect_drawn(neighbours(data, std::less<>{}), n, (1 - equal) / 2, "neighbours that go up");
    });
}

TEST(Workloads, OrganPipe) {
    grading::for_each_case(20, [](grading::Draw& draw) {
        const auto n = static_cast<std::size_t>(draw.below(draw.chance(0.5) ? 20 : 20'000));
        EXPECT_EQ(student::organ_pipe(n), reference::organ_pipe(n)) << "n " << n;
    });
}

TEST(Workloads, Zipf) {
    grading::for_each_case(8, [](grading::Draw& draw) {
        const auto keys = static_cast<std::uint32_t>(draw.between(2, 3000));
        const auto n = static_cast<std::size_t>(draw.between(50'000, 100'000));
        const auto data = student::zipf(n, keys, draw.next());
        ASSERT_EQ(data.size(), n);
        ASSERT_LT(*std::max_element(data.begin(), data.end()), keys);
        double all = 0;
        double equal = 0;
        for (std::uint32_t k = keys; k-- > 0;) {
            all += 1.0 / (k + 1);
        }
        for (std::uint32_t k = keys; k-- > 0;) {
            equal += 1 / all / (k + 1) / all / (k + 1);
        }
        for (std::uint32_t k = 0; k < std::min(keys, 12u); ++k) {
            expect_drawn(times(data, k), n, 1 / all / (k + 1), "how often one key occurs");
        }
        expect_drawn(neighbours(data, std::equal_to<>{}), n, equal, "neighbours that are equal");
        expect_drawn(neighbours(data, std::less<>{}), n, (1 - equal) / 2, "neighbours that go up");
    });
}

TEST(Workloads, Seeds) {
    grading::for_each_case(8, [](grading::Draw& draw) {
        constexpr std::size_t n = 2000;
        const auto seed = draw.next();
        const auto other = seed ^ (std::uint64_t{1} << draw.below(64));
        const auto nearly = student::nearly_sorted(n, 10, seed);
        const auto few = student::few_distinct(n, 4, seed);
        const auto keys = student::zipf(n, 100, seed);
        EXPECT_EQ(student::zipf(n, 100, seed), keys);
        EXPECT_EQ(student::few_distinct(n, 4, seed), few);
        EXPECT_EQ(student::nearly_sorted(n, 10, seed), nearly);
        EXPECT_GE(different(student::nearly_sorted(n, 10, other), nearly), 100u) << seed << " and " << other;
        EXPECT_GE(different(student::few_distinct(n, 4, other), few), 1300u) << seed << " and " << other;
        EXPECT_GE(different(student::zipf(n, 100, other), keys), 1500u) << seed << " and " << other;

        // What std::rand gives after std::srand is the same for everybody who leaves it alone.
        const auto global = static_cast<std::uint32_t>(draw.between(1, 1'000'000));
        const auto trace = student::beside_the_global_generator(global, seed);
        ASSERT_EQ(trace.size(), 501u);
        EXPECT_EQ(trace.back(), reference::beside_the_global_generator(global, seed).back())
            << "the global generator was used";
        const auto again = student::beside_the_global_generator(global + 1, seed);
        ASSERT_EQ(again.size(), 501u);
        EXPECT_TRUE(std::equal(trace.begin(), trace.end() - 1, again.begin(), again.end() - 1))
            << "the global generator decides the data";
    });
}

TEST(Workloads, Refusals) {
    grading::for_each_case(10, [](grading::Draw& draw) {
        const auto n = static_cast<std::size_t>(draw.between(1, 100));
        const auto seed = draw.next();
        EXPECT_THROW(student::nearly_sorted(n, static_cast<std::size_t>(draw.below(10)), seed),
                     std::invalid_argument);
        EXPECT_THROW(student::few_distinct(n, 0, seed), std::invalid_argument);
        EXPECT_THROW(student::zipf(n, 0, seed), std::invalid_argument);
        EXPECT_TRUE(student::nearly_sorted(0, 10, seed).empty());
        EXPECT_TRUE(student::few_distinct(0, 3, seed).empty());
        EXPECT_TRUE(student::zipf(0, 3, seed).empty());
    });
}

}  // namespace

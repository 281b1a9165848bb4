// Reference solution of workloads: proves that the tests can be passed, and judges hidden cases.
#include "workloads.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

namespace workloads {

namespace {

void require(bool holds, const char* what) {
    if (!holds) {
        throw std::invalid_argument(what);
    }
}

// std::mt19937 would take the lower 32 bits of the seed only.
std::mt19937_64 generator(std::uint64_t seed) { return std::mt19937_64{seed}; }

}  // namespace

std::vector<std::uint32_t> nearly_sorted(std::size_t n, std::size_t every, std::uint64_t seed) {
    require(every >= 10, "swaps at most every tenth element");
    std::vector<std::uint32_t> data(n);
    std::iota(data.begin(), data.end(), 0u);
    auto random = generator(seed);
    for (std::size_t place = every - 1; place < n; place += every) {
        std::uniform_int_distribution<std::size_t> anywhere(0, n - 1);
        std::swap(data[place], data[anywhere(random)]);
    }
    return data;
}

std::vector<std::uint32_t> few_distinct(std::size_t n, std::uint32_t distinct, std::uint64_t seed) {
    require(distinct > 0, "needs at least one value");
    auto random = generator(seed);
    std::uniform_int_distribution<std::uint32_t> any_value(0, distinct - 1);
    std::vector<std::uint32_t> data(n);
    for (auto& value : data) {
        value = any_value(random);
    }
    return data;
}

std::vector<std::uint32_t> organ_pipe(std::size_t n) {
    std::vector<std::uint32_t> data(n);
    for (std::size_t i = 0; i < n; ++i) {
        data[i] = static_cast<std::uint32_t>(std::min(i, n - 1 - i));
    }
    return data;
}

std::vector<std::uint32_t> zipf(std::size_t n, std::uint32_t keys, std::uint64_t seed) {
    require(keys > 0, "needs at least one key");
    // The sum of the weights of the keys 0 to k, for each k.
    std::vector<double> upto(keys);
    double sum = 0;
    for (std::uint32_t k = 0; k < keys; ++k) {
        sum += 1.0 / (k + 1);
        upto[k] = sum;
    }
    auto random = generator(seed);
    std::uniform_real_distribution<double> anywhere(0, sum);
    std::vector<std::uint32_t> data(n);
    for (auto& key : data) {
        // A point on a line as long as all weights together: the key whose piece of the line holds it.
        const auto piece = std::upper_bound(upto.begin(), upto.end() - 1, anywhere(random));
        key = static_cast<std::uint32_t>(piece - upto.begin());
    }
    return data;
}

}  // namespace workloads

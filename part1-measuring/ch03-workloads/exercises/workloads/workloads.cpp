// Seeded data with stated properties: your solution. The four functions are described in workloads.hpp.
#include "workloads.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>

namespace workloads {

namespace {

// Stands where your code is still missing. Delete it when nothing calls it any more.
template <class... Unused>
[[noreturn]] void not_written(const Unused&...) {
    throw std::logic_error(
        "not written yet: edit part1-measuring/ch03-workloads/exercises/workloads/workloads.cpp, "
        "then ./lab check workloads");
}

}  // namespace

// ---- Edit from here … ----

std::vector<std::uint32_t> nearly_sorted(std::size_t n, std::size_t every, std::uint64_t seed) {
    not_written(n, every, seed);
}

std::vector<std::uint32_t> few_distinct(std::size_t n, std::uint32_t distinct, std::uint64_t seed) {
    not_written(n, distinct, seed);
}

std::vector<std::uint32_t> organ_pipe(std::size_t n) { not_written(n); }

std::vector<std::uint32_t> zipf(std::size_t n, std::uint32_t keys, std::uint64_t seed) {
    not_written(n, keys, seed);
}

// ---- … to here. ----

}  // namespace workloads

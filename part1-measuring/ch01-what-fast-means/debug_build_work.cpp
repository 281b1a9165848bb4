// Two ways to sum the even squares, compiled once for each optimisation level into a namespace of its own.
#include "debug_build_work.hpp"

#include <algorithm>

namespace LEVEL {

std::uint64_t indexed(std::span<const std::uint32_t> values) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] % 2 == 0) total += std::uint64_t{values[i]} * values[i];
    return total;
}

std::uint64_t pipeline(std::span<const std::uint32_t> values) {
    const auto even = [](std::uint32_t value) { return value % 2 == 0; };
    const auto square_if_even = [&](std::uint32_t value) {
        return even(value) ? std::uint64_t{value} * value : 0;
    };
    std::uint64_t total = 0;
    const auto add = [&](std::uint64_t square) { total += square; };
    std::ranges::for_each(values, add, square_if_even);
    return total;
}

lab::BuildFacts facts() { return lab::compiled_facts(); }

}  // namespace LEVEL

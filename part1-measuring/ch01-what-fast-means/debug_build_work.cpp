// Two ways to sum the even squares, compiled once for each optimisation level into a namespace of its own.
#include "debug_build_work.hpp"

#include <functional>
#include <numeric>

namespace LEVEL {

std::uint64_t indexed(std::span<const std::uint32_t> values) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] % 2 == 0) total += std::uint64_t{values[i]} * values[i];
    return total;
}

std::uint64_t pipeline(std::span<const std::uint32_t> values) {
    const auto even = [](std::uint32_t value) { return value % 2 == 0; };
    const auto square = [](std::uint32_t value) { return std::uint64_t{value} * value; };
    const auto square_if_even = [&](std::uint32_t value) { return even(value) ? square(value) : 0; };
    return std::transform_reduce(values.begin(), values.end(), std::uint64_t{0}, std::plus<>(),
                                 square_if_even);
}

lab::BuildFacts facts() { return lab::compiled_facts(); }

}  // namespace LEVEL

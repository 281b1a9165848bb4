// Input shapes for the sorting labs: the same numbers of values, in very different orders.
#pragma once

#include "harness/random.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// The largest value stands apart from all others, so that a lab can change it and know what the sorted data must be.
inline constexpr std::uint32_t largest = 1U << 31U;

// `count` values: random | sorted | reversed | nearly_sorted (every thousandth swapped far away) | few_distinct (four
// values) | organ_pipe (up, then down). One of them is `largest`, where the shape has its greatest value.
inline std::vector<std::uint32_t> shaped(const std::string& shape, std::size_t count, std::uint64_t seed) {
    lab::Random random(seed);
    std::vector<std::uint32_t> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (shape == "random")
            values[i] = static_cast<std::uint32_t>(random.below(largest - 1));
        else if (shape == "few_distinct")
            values[i] = static_cast<std::uint32_t>(random.below(4));
        else if (shape == "reversed")
            values[i] = static_cast<std::uint32_t>(count - 1 - i);
        else if (shape == "organ_pipe")
            values[i] = static_cast<std::uint32_t>(i < count / 2 ? i : count - 1 - i);
        else
            values[i] = static_cast<std::uint32_t>(i);
    }
    if (shape == "nearly_sorted")
        for (std::size_t i = 0; i < count; i += 1000) std::swap(values[i], values[random.below(count)]);
    *std::ranges::max_element(values) = largest;
    return values;
}

// A checksum of sorted data that costs nothing against the sort: sixteen places, each with a weight of its own.
inline std::uint64_t probe(std::span<const std::uint32_t> sorted) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 1; i <= 16; ++i) sum += i * sorted[(sorted.size() - 1) * i / 16];
    return sum;
}

// The same of data that is not sorted yet, by heap sort: another algorithm than those measured.
inline std::uint64_t probe_when_sorted(std::vector<std::uint32_t> values) {
    std::ranges::make_heap(values);
    std::ranges::sort_heap(values);
    return probe(values);
}

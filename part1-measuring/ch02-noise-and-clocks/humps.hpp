// Where many timings fall: a histogram of 21 bins, and how many humps it has.
#pragma once

#include "harness/stats.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

// Twenty equal bins from the smallest to twice the median, and one row for all above.
struct Histogram {
    double from = 0, width = 0;
    std::vector<std::size_t> counts = std::vector<std::size_t>(21, 0);
};

inline Histogram histogram(const std::vector<double>& samples) {
    Histogram all;
    all.from = *std::ranges::min_element(samples);
    all.width = (2 * lab::median(samples) - all.from) / 20;
    for (const auto sample : samples) {
        const auto bin = all.width > 0 ? (sample - all.from) / all.width : 0;
        ++all.counts[bin >= 20 ? 20 : static_cast<std::size_t>(bin)];
    }
    return all;
}

// A hump is a bin that is the highest of five and holds at least one sample in fifty.
inline std::size_t humps(const Histogram& all, std::size_t samples) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < 20; ++i) {
        const auto first = all.counts.begin() + static_cast<std::ptrdiff_t>(i < 2 ? 0 : i - 2);
        const auto last = all.counts.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(i + 3, 20));
        const bool highest =
            std::max_element(first, last) == all.counts.begin() + static_cast<std::ptrdiff_t>(i);
        found += highest && all.counts[i] * 50 >= samples ? 1U : 0U;
    }
    return found;
}

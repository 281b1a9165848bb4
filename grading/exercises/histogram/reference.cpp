// Reference solution of histogram: proves that the tests can be passed, and judges hidden cases.
#include "histogram.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace histogram {

namespace {

double median_of_sorted(const std::vector<double>& sorted) {
    const auto n = sorted.size();
    return sorted[(n - 1) / 2] + (sorted[n / 2] - sorted[(n - 1) / 2]) / 2;
}

}  // namespace

std::optional<Histogram> make_histogram(const std::vector<double>& values, std::size_t bins) {
    if (bins == 0) {
        throw std::invalid_argument("a histogram has at least one bin");
    }
    for (const double value : values) {
        if (!std::isfinite(value) || value < 0) {
            throw std::invalid_argument("a time is negative, NaN or infinite");
        }
    }
    if (values.empty()) {
        return std::nullopt;
    }
    auto sorted = values;
    std::sort(sorted.begin(), sorted.end());

    Histogram made{};
    made.low = sorted.front();
    made.high = 2 * median_of_sorted(sorted);
    made.width = (made.high - made.low) / static_cast<double>(bins);
    made.counts.resize(bins);
    for (const double value : sorted) {
        if (made.width == 0 && value == 0) {
            ++made.counts.front();
        } else if (value >= made.high) {
            ++made.overflow;
        } else {
            // Rounding can make a value just below `high` come out one bin too far.
            const auto index = static_cast<std::size_t>((value - made.low) / made.width);
            ++made.counts[std::min(index, bins - 1)];
        }
    }
    return made;
}

}  // namespace histogram

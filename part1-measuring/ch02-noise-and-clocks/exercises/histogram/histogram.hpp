// A histogram of timings that loses none of them. The interface; you don't edit it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace histogram {

// Bins of equal width from the smallest value to twice the median, and one row for what lies beyond.
//
// Bin i counts the values v with  low + i * width <= v < low + (i + 1) * width:  a value on an edge belongs
// to the bin on its right. Values of `high` and above are the overflow. Every value is counted exactly once,
// so the counts and the overflow add up to the number of values.
struct Histogram {
    double low;                       // the smallest value
    double high;                      // twice the median
    double width;                     // of one bin: (high - low) / bins
    std::vector<std::size_t> counts;  // one for each bin
    std::size_t overflow;             // values of high and above

    bool operator==(const Histogram&) const = default;
};

// The histogram of `values` (times in any unit, in any order; they stay as they are) with `bins` bins.
// The median is the middle value, or half-way between the two middle values.
// No values: there is nothing to draw, so no value (std::nullopt).
// When the median is 0 there is no width: then width is 0, every 0 is counted in the first bin, and
// everything larger is overflow.
// Refused with std::invalid_argument: no bins; a value that is negative, NaN or infinite.
std::optional<Histogram> make_histogram(const std::vector<double>& values, std::size_t bins);

}  // namespace histogram

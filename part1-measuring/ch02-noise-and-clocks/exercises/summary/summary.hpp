// Describing a pile of timings with the right numbers. The interface; you don't edit it.
#pragma once

#include <optional>
#include <vector>

namespace summary {

// Throughout: `values` are measured values in any order, and any unit; they stay as they are.
// No values: there is nothing to describe, so the answer is no value (std::nullopt). One value is legal.
// Refused with std::invalid_argument: a value that is NaN or infinite, wherever it stands.

// The smallest value.
std::optional<double> minimum(const std::vector<double>& values);

// The quantile `q`, from 0 (the smallest value) to 1 (the largest), by linear interpolation between the
// sorted values ("type 7" in Hyndman and Fan, 1996; what NumPy, R and spreadsheets do when nothing else is
// asked).
// Refused too: q outside [0, 1] or NaN, even when there are no values.
std::optional<double> quantile(const std::vector<double>& values, double q);

// The quantile 0.5: the middle value, or half-way between the two middle values.
std::optional<double> median(const std::vector<double>& values);

// The median absolute deviation: the median of the distances |value - median of the values|.
// Plain: not multiplied by 1.4826, the factor that makes it comparable with a standard deviation.
std::optional<double> mad(const std::vector<double>& values);

// (largest - smallest) / median: 0.05 means that all values lie within 5 % of the median's size.
// No value when the median is 0 or negative: then there is nothing to compare with.
std::optional<double> relative_spread(const std::vector<double>& values);

}  // namespace summary

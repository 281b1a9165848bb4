// Reference solution of summary: proves that the tests can be passed, and judges hidden cases.
#include "summary.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace summary {

namespace {

std::vector<double> sorted_copy(std::vector<double> values) {
    for (const double value : values) {
        if (!std::isfinite(value)) {
            throw std::invalid_argument("a value is NaN or infinite");
        }
    }
    std::sort(values.begin(), values.end());
    return values;
}

double quantile_of_sorted(const std::vector<double>& sorted, double q) {
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, sorted.size() - 1);
    const double rest = place - static_cast<double>(below);
    return sorted[below] + rest * (sorted[above] - sorted[below]);
}

}  // namespace

std::optional<double> minimum(const std::vector<double>& values) {
    const auto sorted = sorted_copy(values);
    if (sorted.empty()) {
        return std::nullopt;
    }
    return sorted.front();
}

std::optional<double> quantile(const std::vector<double>& values, double q) {
    if (!(q >= 0 && q <= 1)) {
        throw std::invalid_argument("a quantile is a share from 0 to 1");
    }
    const auto sorted = sorted_copy(values);
    if (sorted.empty()) {
        return std::nullopt;
    }
    return quantile_of_sorted(sorted, q);
}

std::optional<double> median(const std::vector<double>& values) { return quantile(values, 0.5); }

std::optional<double> mad(const std::vector<double>& values) {
    const auto middle = median(values);
    if (!middle) {
        return std::nullopt;
    }
    std::vector<double> distances;
    for (const double value : values) {
        distances.push_back(std::abs(value - *middle));
    }
    return median(distances);
}

std::optional<double> relative_spread(const std::vector<double>& values) {
    const auto sorted = sorted_copy(values);
    if (sorted.empty()) {
        return std::nullopt;
    }
    const double middle = quantile_of_sorted(sorted, 0.5);
    if (middle <= 0) {
        return std::nullopt;
    }
    return (sorted.back() - sorted.front()) / middle;
}

}  // namespace summary

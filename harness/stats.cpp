// Quantiles, MAD and regimes.
#include "harness/stats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace lab {
namespace {

// Sorting a NaN is undefined behaviour, so nothing is sorted before it has passed here.
void require_finite(std::span<const double> values, const char* who) {
    for (const double value : values)
        if (!std::isfinite(value))
            throw std::invalid_argument(std::string(who) + ": a value is NaN or infinite");
}

void require_some(std::span<const double> values, const char* who) {
    if (values.empty()) throw std::invalid_argument(std::string(who) + ": no values");
}

// The caller has checked everything.
double quantile_unchecked(std::span<const double> sorted, double q) {
    const double position = static_cast<double>(sorted.size() - 1) * q;
    const auto below = static_cast<std::size_t>(position);
    if (below + 1 >= sorted.size()) return sorted.back();
    // std::lerp never leaves the two values by rounding, and gives x exactly between two equal x.
    return std::lerp(sorted[below], sorted[below + 1], position - static_cast<double>(below));
}

double median_of_sorted(std::span<const double> sorted) { return quantile_unchecked(sorted, 0.5); }

double mad_around(std::vector<double> values, double middle) {
    for (double& value : values) value = std::abs(value - middle);
    std::sort(values.begin(), values.end());
    return median_of_sorted(values);
}

Regime describe(std::span<const double> sorted, std::size_t all) {
    return {.low = sorted.front(),
            .p50 = median_of_sorted(sorted),
            .high = sorted.back(),
            .share = static_cast<double>(sorted.size()) / static_cast<double>(all),
            .n = sorted.size()};
}

// Appends the regimes of one part, in rising order.
void split(std::span<const double> sorted, std::size_t all, std::vector<Regime>& found) {
    const auto smallest = std::max(
        regime_smallest, static_cast<std::size_t>(std::ceil(regime_share * static_cast<double>(all))));
    std::size_t cut = 0;
    double widest = 0;
    for (std::size_t upper = smallest; upper + smallest <= sorted.size(); ++upper) {
        const double a = sorted[upper - 1];
        const double b = sorted[upper];
        if (b <= a || b < regime_gap * a) continue;
        // Above a zero every gap is infinite; the first one found is kept.
        const double gap = a > 0 ? b / a : std::numeric_limits<double>::infinity();
        if (gap > widest) {
            widest = gap;
            cut = upper;
        }
    }
    if (cut == 0) {
        found.push_back(describe(sorted, all));
        return;
    }
    split(sorted.first(cut), all, found);
    split(sorted.subspan(cut), all, found);
}

}  // namespace

double quantile_of_sorted(std::span<const double> sorted, double q) {
    require_some(sorted, "quantile");
    if (!(q >= 0 && q <= 1)) throw std::invalid_argument("quantile: q must be from 0 to 1");
    if (!std::is_sorted(sorted.begin(), sorted.end()))
        throw std::invalid_argument("quantile_of_sorted: the values are not in rising order");
    return quantile_unchecked(sorted, q);
}

double quantile(std::vector<double> values, double q) {
    require_finite(values, "quantile");
    std::sort(values.begin(), values.end());
    return quantile_of_sorted(values, q);
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double mad(std::vector<double> values) {
    const double middle = median(values);
    return mad_around(std::move(values), middle);
}

std::optional<Summary> summarise(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    require_finite(values, "summarise");
    std::sort(values.begin(), values.end());
    Summary summary;
    summary.n = values.size();
    summary.min = values.front();
    summary.p50 = median_of_sorted(values);
    if (values.size() >= p99_needs) summary.p99 = quantile_unchecked(values, 0.99);
    summary.max = values.back();
    summary.mad = mad_around(std::move(values), summary.p50);
    return summary;
}

double relative_spread(std::vector<double> values) {
    require_some(values, "relative_spread");
    require_finite(values, "relative_spread");
    std::sort(values.begin(), values.end());
    const double range = values.back() - values.front();
    if (range == 0) return 0;
    const double middle = median_of_sorted(values);
    return middle == 0 ? std::numeric_limits<double>::infinity() : range / std::abs(middle);
}

std::vector<Regime> regimes(std::vector<double> values) {
    require_finite(values, "regimes");
    std::vector<Regime> found;
    if (values.empty()) return found;
    std::sort(values.begin(), values.end());
    if (values.front() < 0) throw std::invalid_argument("regimes: a value is negative");
    split(values, values.size(), found);
    return found;
}

}  // namespace lab

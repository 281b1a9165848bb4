// Describing a pile of timings: your solution. The five functions are described in summary.hpp.
#include "summary.hpp"

#include <stdexcept>

namespace summary {

namespace {

// Stands where your code is still missing. Delete it when nothing calls it any more.
template <class... Unused>
[[noreturn]] void not_written(const Unused&...) {
    throw std::logic_error(
        "not written yet: edit part1-measuring/ch02-noise-and-clocks/exercises/summary/summary.cpp, "
        "then ./lab check summary");
}

}  // namespace

// ---- Edit from here … ----

std::optional<double> minimum(const std::vector<double>& values) { not_written(values); }

std::optional<double> quantile(const std::vector<double>& values, double q) { not_written(values, q); }

std::optional<double> median(const std::vector<double>& values) { not_written(values); }

std::optional<double> mad(const std::vector<double>& values) { not_written(values); }

std::optional<double> relative_spread(const std::vector<double>& values) { not_written(values); }

// ---- … to here. ----

}  // namespace summary

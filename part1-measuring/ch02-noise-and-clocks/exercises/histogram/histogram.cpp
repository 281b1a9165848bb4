// A histogram of timings: your solution. What it must do is described in histogram.hpp.
#include "histogram.hpp"

#include <stdexcept>

namespace histogram {

namespace {

// Stands where your code is still missing. Delete it when nothing calls it any more.
template <class... Unused>
[[noreturn]] void not_written(const Unused&...) {
    throw std::logic_error(
        "not written yet: edit part1-measuring/ch02-noise-and-clocks/exercises/histogram/histogram.cpp, "
        "then ./lab check histogram");
}

}  // namespace

// ---- Edit from here … ----

std::optional<Histogram> make_histogram(const std::vector<double>& values, std::size_t bins) {
    not_written(values, bins);
}

// ---- … to here. ----

}  // namespace histogram

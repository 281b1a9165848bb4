// A fair comparison of two pieces of code: your solution. What it must do is described in compare_ab.hpp.
#include "compare_ab.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace compare_ab {

namespace {

// Stands where your code is still missing. Delete it when nothing calls it any more.
template <class... Unused>
[[noreturn]] void not_written(const Unused&...) {
    throw std::logic_error(
        "not written yet: edit part1-measuring/ch04-harness/exercises/compare_ab/compare_ab.cpp, "
        "then ./lab check compare_ab");
}

}  // namespace

// ---- Edit from here … ----

Comparison compare(const Clock& clock, const Variant& a, const Variant& b, std::uint64_t calls,
                   std::size_t rounds) {
    not_written(clock, a, b, calls, rounds);
}

// ---- … to here. ----

}  // namespace compare_ab

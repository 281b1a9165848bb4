// Prints quantities in readable units.
#include "harness/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

// fmt::format and std::from_chars never look at the locale. printf, strtod and streams do: none is used here.

namespace lab {
namespace {

// For printing, largest first.
constexpr std::array printed_times = {Unit{"s", Kind::time, 1e9}, Unit{"ms", Kind::time, 1e6},
                                      Unit{"us", Kind::time, 1e3}, Unit{"ns", Kind::time, 1}};
constexpr std::array printed_sizes = {Unit{"TiB", Kind::bytes, 0x1p40}, Unit{"GiB", Kind::bytes, 0x1p30},
                                      Unit{"MiB", Kind::bytes, 0x1p20}, Unit{"KiB", Kind::bytes, 0x1p10},
                                      Unit{"B", Kind::bytes, 1}};
constexpr std::array printed_rates = {Unit{"TB/s", Kind::rate, 1e3}, Unit{"GB/s", Kind::rate, 1},
                                      Unit{"MB/s", Kind::rate, 1e-3}, Unit{"kB/s", Kind::rate, 1e-6},
                                      Unit{"B/s", Kind::rate, 1e-9}};

// 1234567 -> "1.23e6".
std::string scientific(double value) {
    const std::string text = fmt::format("{:.2e}", value);
    const auto e = text.find('e');
    return fmt::format("{}e{}", text.substr(0, e), std::atoi(text.c_str() + e + 1));
}

// Three significant digits, zeros included: 0.250, 1.45, 14.5, 145. From 1000 on all digits of the whole
// part.
std::string three_digits(double value) {
    if (value == 0) return "0";
    // The exponent after rounding: 9.996 is "10.0", not "10.00".
    const std::string rounded = fmt::format("{:.2e}", value);
    const int exponent = std::atoi(rounded.c_str() + rounded.find('e') + 1);
    if (exponent < -4 || exponent > 5) return scientific(value);
    return fmt::format("{:.{}f}", value, std::max(0, 2 - exponent));
}

// Sizes and counts are exact: no zeros that say nothing are added, and a short whole number keeps its digits.
std::string exact_or_three_digits(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e5) return fmt::format("{:.0f}", value + 0.0);
    std::string text = three_digits(value);
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
    double back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    if (back != value) return text;
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string digits(double value, Kind kind) {
    return kind == Kind::bytes || kind == Kind::count ? exact_or_three_digits(value) : three_digits(value);
}

std::string with_unit(double value, Kind kind, std::string_view name) {
    const std::string number = digits(value, kind);
    if (name.empty()) return number;
    return kind == Kind::ratio ? number + std::string(name) : fmt::format("{} {}", number, name);
}

template <std::size_t n>
std::string in_best_unit(double canonical, const std::array<Unit, n>& units) {
    // 0.9995 of a unit is printed as 1.00 of it.
    for (const Unit& unit : units)
        if (std::abs(canonical) >= 0.9995 * unit.scale)
            return with_unit(canonical / unit.scale, unit.kind, unit.name);
    if (canonical == 0 && units[0].kind == Kind::rate) return "0 GB/s";
    return with_unit(canonical / units.back().scale, units.back().kind, units.back().name);
}

}  // namespace

std::string show(double canonical, Kind kind) {
    if (!std::isfinite(canonical)) return "unknown";
    switch (kind) {
        case Kind::time: return in_best_unit(canonical, printed_times);
        case Kind::bytes: return in_best_unit(canonical, printed_sizes);
        case Kind::rate: return in_best_unit(canonical, printed_rates);
        case Kind::count: return with_unit(canonical, kind, "");
        case Kind::ratio: return with_unit(canonical, kind, "x");
        case Kind::percent: return with_unit(canonical, kind, "%");
    }
    return with_unit(canonical, kind, "");
}

std::string show_in(double canonical, Unit unit) {
    if (!std::isfinite(canonical)) return "unknown";
    return with_unit(canonical / unit.scale, unit.kind, unit.name);
}

std::string_view unit_names(Kind kind) {
    switch (kind) {
        case Kind::time: return "ns, us, ms, s";
        case Kind::bytes: return "B, KiB, MiB, GiB";
        case Kind::rate: return "MB/s, GB/s";
        case Kind::count: return "none, or Ki, Mi, Gi";
        case Kind::ratio: return "x, or none";
        case Kind::percent: return "%, or none";
    }
    return "none";
}

}  // namespace lab

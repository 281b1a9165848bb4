// Units: what kind of quantity a number is, how it is printed, and how a typed answer is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// In memory every quantity is a double in one canonical unit for its kind. Units exist only at the two ends:
// where a person types a value and where a value is printed. The locale changes nothing here: the decimal
// mark is a point, digits are not grouped.

namespace lab {

// The kinds, and the canonical unit of each.
enum class Kind {
    time,     // nanoseconds
    bytes,    // bytes
    rate,     // bytes per nanosecond, which is the same number as GB/s
    count,    // how many: instructions, misses, cycles; may be a fraction when it is "per item"
    ratio,    // how many times as much; printed as 3.12x
    percent,  // 12.5 means 12.5 %
};

// The units a lab may ask a prediction in: lab::ms, lab::GiB, lab::ratio …
// They are enumerators, not variables, for one reason: a local variable called `bytes` or `ns` is very common
// in the harness, and -Wshadow would warn about every one of them if lab::bytes were a variable.
enum class UnitName { ns, us, ms, s, bytes, KiB, MiB, GiB, GBps, count, cycles, ratio, percent };
using enum UnitName;

// A unit: canonical value = value in this unit * scale. Made from a name wherever a Unit is wanted:
// `lab.predict("pass", "time of one pass", lab::ms)`.
struct Unit {
    std::string_view name;  // as printed: "ms", "GB/s", "x"
    Kind kind;
    double scale;

    constexpr Unit(std::string_view unit_name, Kind unit_kind, double unit_scale)
        : name{unit_name}, kind{unit_kind}, scale{unit_scale} {}
    constexpr Unit(UnitName unit);  // implicit on purpose
};

constexpr Unit::Unit(UnitName unit) : Unit{"", Kind::count, 1.0} {
    // In the order of UnitName.
    constexpr struct {
        std::string_view name;
        Kind kind;
        double scale;
    } table[] = {
        {"ns", Kind::time, 1.0},      {"us", Kind::time, 1e3},      {"ms", Kind::time, 1e6},
        {"s", Kind::time, 1e9},       {"B", Kind::bytes, 1.0},      {"KiB", Kind::bytes, 1024.0},
        {"MiB", Kind::bytes, 0x1p20}, {"GiB", Kind::bytes, 0x1p30}, {"GB/s", Kind::rate, 1.0},
        {"", Kind::count, 1.0},       {"cycles", Kind::count, 1.0}, {"x", Kind::ratio, 1.0},
        {"%", Kind::percent, 1.0},
    };
    const auto& row = table[static_cast<std::size_t>(unit)];
    *this = {row.name, row.kind, row.scale};
}

// Powers of 1024, for sizes and lengths: lab::Mi(32) is 33,554,432. The caller keeps the product below 2^64.
constexpr std::uint64_t Ki(std::uint64_t n) { return n << 10; }
constexpr std::uint64_t Mi(std::uint64_t n) { return n << 20; }
constexpr std::uint64_t Gi(std::uint64_t n) { return n << 30; }

// A canonical value with three significant digits in the unit that reads best: "1.45 ms", "256 MiB", "3.12x",
// "12.5 GB/s", "12.5 %", "1024". Sizes and whole counts lose no digit that fits ("1023 KiB", "65536"; from
// a million on a count reads "1.05e6"). What is not finite reads "unknown": it must not look like a value.
std::string show(double canonical, Kind kind);

// The same in a unit that the caller chooses: 14.5e6 ns in lab::ms is "14.5 ms". For tables whose column has
// one unit, and for worksheets that ask "in ms".
std::string show_in(double canonical, Unit unit);

// The units of a kind that parse() understands, for prompts and messages: "ns, us, ms, s".
std::string_view unit_names(Kind kind);

// A value in canonical units, or an error for the reader: one sentence or two, and what to type instead.
struct Parsed {
    std::optional<double> value;
    std::string error;  // empty when there is a value
};

// Reads what a person typed as the answer to "time of one pass, in ms": "14ms", "0.4 us", "1e3ns", or "14"
// alone, which takes the expected unit. Zero is a legal answer. Errors: nothing typed, not a number, a
// decimal comma, negative, NaN, infinite, huge, an unknown unit (names the nearest), a unit of another kind.
Parsed parse(std::string_view text, Unit expected);

// Reads a size or a length, exactly: "33554432", "32Mi", "256MiB", "64 KiB", "1.5Gi", "1e6". Ki, Mi, Gi, Ti
// with or without B are powers of 1024; kB, MB, GB, TB are powers of 1000; B alone is 1. A bare K, M or G is
// refused, because people disagree about it. Errors (empty result, sentence in `error`): zero, negative, a
// fraction of one, not a number, an unknown unit, 2^64 or more.
std::optional<std::uint64_t> parse_size(std::string_view text, std::string& error);

// The known word nearest to a mistyped one, or an empty string when none is near. Case does not count. Near
// means: few single-letter edits apart (one for words up to five letters, two up to eight, three up to
// eleven, …), or, when there is no such word, a known word begins with it (three letters or more). On a tie
// the first in the list wins.
std::string nearest(std::string_view word, std::span<const std::string> known);

// Number of single-letter edits from a to b: insert, delete, replace, or swap two neighbours.
// Method: optimal string alignment, O(|a| * |b|). Exact letters; case counts.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace lab

// Reads the quantities and sizes that people type, and says in one sentence what is wrong with the others.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <vector>

#include "harness/units.hpp"

#include "harness/text.hpp"

// std::from_chars and fmt::format never look at the locale. strtod and streams do: none is used here.

namespace lab {
namespace {

// For reading. The first of each kind's names is the one suggested.
constexpr std::array readable = {
    Unit{"ns", Kind::time, 1},
    Unit{"us", Kind::time, 1e3},
    Unit{"ms", Kind::time, 1e6},
    Unit{"s", Kind::time, 1e9},
    Unit{"min", Kind::time, 60e9},
    Unit{"\u00b5s", Kind::time, 1e3},  // the micro sign of a keyboard …
    Unit{"\u03bcs", Kind::time, 1e3},  // … and the Greek letter: they look the same
    Unit{"B", Kind::bytes, 1},
    Unit{"byte", Kind::bytes, 1},
    Unit{"bytes", Kind::bytes, 1},
    Unit{"KiB", Kind::bytes, 0x1p10},
    Unit{"MiB", Kind::bytes, 0x1p20},
    Unit{"GiB", Kind::bytes, 0x1p30},
    Unit{"TiB", Kind::bytes, 0x1p40},
    Unit{"kB", Kind::bytes, 1e3},
    Unit{"KB", Kind::bytes, 1e3},
    Unit{"MB", Kind::bytes, 1e6},
    Unit{"GB", Kind::bytes, 1e9},
    Unit{"TB", Kind::bytes, 1e12},
    Unit{"GB/s", Kind::rate, 1},
    Unit{"MB/s", Kind::rate, 1e-3},
    Unit{"kB/s", Kind::rate, 1e-6},
    Unit{"KB/s", Kind::rate, 1e-6},
    Unit{"TB/s", Kind::rate, 1e3},
    Unit{"B/s", Kind::rate, 1e-9},
    Unit{"KiB/s", Kind::rate, 0x1p10 * 1e-9},
    Unit{"MiB/s", Kind::rate, 0x1p20 * 1e-9},
    Unit{"GiB/s", Kind::rate, 0x1p30 * 1e-9},
    Unit{"cycles", Kind::count, 1},
    Unit{"cycle", Kind::count, 1},
    Unit{"x", Kind::ratio, 1},
    Unit{"times", Kind::ratio, 1},
    Unit{"%", Kind::percent, 1},
    Unit{"percent", Kind::percent, 1},
};

// Powers of 1024 without B: a count of things, or bytes.
constexpr std::array multipliers = {Unit{"Ki", Kind::count, 0x1p10}, Unit{"Mi", Kind::count, 0x1p20},
                                    Unit{"Gi", Kind::count, 0x1p30}, Unit{"Ti", Kind::count, 0x1p40}};

// Common words that are not units of the course but clearly mean one.
struct Synonym {
    std::string_view lower_case;
    std::string_view meant;
};
constexpr std::array synonyms = {
    Synonym{"nsec", "ns"},        Synonym{"nsecs", "ns"},        Synonym{"nanosecond", "ns"},
    Synonym{"nanoseconds", "ns"}, Synonym{"nanos", "ns"},        Synonym{"usec", "us"},
    Synonym{"usecs", "us"},       Synonym{"microsecond", "us"},  Synonym{"microseconds", "us"},
    Synonym{"micros", "us"},      Synonym{"msec", "ms"},         Synonym{"msecs", "ms"},
    Synonym{"millisecond", "ms"}, Synonym{"milliseconds", "ms"}, Synonym{"millis", "ms"},
    Synonym{"sec", "s"},          Synonym{"secs", "s"},          Synonym{"second", "s"},
    Synonym{"seconds", "s"},      Synonym{"minute", "min"},      Synonym{"minutes", "min"},
    Synonym{"kibibytes", "KiB"},  Synonym{"mebibytes", "MiB"},   Synonym{"gibibytes", "GiB"},
    Synonym{"kilobytes", "kB"},   Synonym{"megabytes", "MB"},    Synonym{"gigabytes", "GB"},
    Synonym{"gbps", "GB/s"},      Synonym{"gb/sec", "GB/s"},     Synonym{"gbytes/s", "GB/s"},
    Synonym{"pct", "%"},          Synonym{"fold", "x"},          Synonym{"\u00d7", "x"},
    Synonym{"clocks", "cycles"},  Synonym{"clk", "cycles"},
};

std::string_view kind_name(Kind kind) {
    switch (kind) {
        case Kind::time: return "a time";
        case Kind::bytes: return "a size in bytes";
        case Kind::rate: return "a rate in bytes per second";
        case Kind::count: return "a count";
        case Kind::ratio: return "a ratio";
        case Kind::percent: return "a percentage";
    }
    return "a number";
}

std::string_view example(Kind kind) {
    switch (kind) {
        case Kind::time: return "14ms or \"0.4 us\"";
        case Kind::bytes: return "4096, 32KiB or \"1.5 MiB\"";
        case Kind::rate: return "12.5GB/s";
        case Kind::count: return "1000, 32Mi or 1e6";
        case Kind::ratio: return "3 or 3.1x";
        case Kind::percent: return "12.5 or 50%";
    }
    return "14";
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The reader's own words, made safe for a one-line message.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    const bool cut = text.size() > longest;
    std::string result(text.substr(0, longest));
    // Do not cut a UTF-8 letter in two: drop the bytes of an unfinished one.
    if (cut) {
        while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xC0) == 0x80)
            result.pop_back();
        if (!result.empty() && static_cast<unsigned char>(result.back()) >= 0xC0) result.pop_back();
    }
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return "\"" + result + (cut ? "…" : "") + "\"";
}

const Unit* find_unit(std::string_view word, bool multipliers_too) {
    for (const Unit& unit : readable)
        if (unit.name == word) return &unit;
    if (multipliers_too)
        for (const Unit& unit : multipliers)
            if (unit.name == word) return &unit;
    return nullptr;
}

// Case and a few common long forms first, then the edit distance among the units of the wanted kind.
std::string nearest_unit(std::string_view word, Kind kind) {
    const std::string small = lower(word);
    for (const Synonym& synonym : synonyms)
        if (synonym.lower_case == small) return std::string(synonym.meant);
    std::vector<std::string> names;
    for (const Unit& unit : readable)
        if (unit.kind == kind) names.emplace_back(unit.name);
    return nearest(word, names);
}

std::string unit_error(std::string_view text, std::string_view word, Kind kind, std::string_view valid) {
    const std::string small = lower(word);
    if (small == "k" || small == "m" || small == "g" || small == "t") {
        const auto big = static_cast<char>(small[0] - 'a' + 'A');
        const std::string_view number = trimmed(text.substr(0, text.size() - word.size()));
        if (kind == Kind::bytes || kind == Kind::count)
            return fmt::format(
                "{} is not clear: people disagree about {}. Write {}{}i for powers of 1024, or {}e{} for "
                "powers of 1000.",
                quoted(text), word, number, big, number,
                small == "k"   ? 3
                : small == "m" ? 6
                : small == "g" ? 9
                               : 12);
    }
    const std::string near = nearest_unit(word, kind);
    return fmt::format("{} is not a unit here{} Units: {}.", quoted(word),
                       near.empty() ? "." : fmt::format(": did you mean {}?", near), valid);
}

// What stands after a number can tell that it was written in another country's way. Empty: it does not.
std::string number_error(std::string_view text, std::string_view number, std::string_view rest) {
    if (rest.empty()) return {};
    const char mark = rest.front();
    if (mark == ',' || mark == '\'' || mark == '_') {
        std::string without;
        std::string point;
        for (const char c : text)
            if (c != mark) without += c;
        if (mark != ',') return fmt::format("{} has digits in groups. Write {}.", quoted(text), without);
        if (std::count(text.begin(), text.end(), ',') > 1)
            return fmt::format("{} has commas. Write {}.", quoted(text), without);
        point = std::string(text);
        point[point.find(',')] = '.';
        std::size_t group = 1;
        while (group < rest.size() && is_digit(rest[group])) ++group;
        if (group - 1 == 3 && number.find('.') == std::string_view::npos)
            return fmt::format("{} has a comma, which can be read in two ways. Write {} or {}.", quoted(text),
                               without, point);
        return fmt::format("{} has a comma. Write it with a point: {}.", quoted(text), point);
    }
    if (mark == '.' || is_digit(mark) || mark == '-' || mark == '+')
        return fmt::format("{} is not one number.", quoted(text));
    const std::string_view word = trimmed(rest);
    if (word.size() != rest.size() && !word.empty() && is_digit(word.front()))
        return fmt::format("{} has a space between digits. Write the number in one piece.", quoted(text));
    return {};
}

}  // namespace

Parsed parse(std::string_view text, Unit expected) {
    text = trimmed(text);
    const Kind kind = expected.kind;
    const auto error = [](std::string message) { return Parsed{std::nullopt, std::move(message)}; };
    if (text.empty()) return error(fmt::format("Nothing was given. Write {}.", example(kind)));

    std::string_view unsigned_text = text;
    if (unsigned_text.front() == '+') unsigned_text.remove_prefix(1);
    double number = 0;
    const char* const begin = unsigned_text.data();
    const char* const end = begin + unsigned_text.size();
    const auto [after, problem] = std::from_chars(begin, end, number);
    if (problem == std::errc::result_out_of_range)
        return error(fmt::format("{} is too large or too small to be meant.", quoted(text)));
    if (problem != std::errc{} ||
        (!unsigned_text.empty() && text.front() == '+' && unsigned_text.front() == '-'))
        return error(fmt::format("{} does not begin with a number. Write {}.", quoted(text), example(kind)));
    if (!std::isfinite(number))
        return error(
            fmt::format("{} is not a number that can be measured. Write {}.", quoted(text), example(kind)));

    const std::string_view rest(after, static_cast<std::size_t>(end - after));
    const std::string_view digits_read(begin, static_cast<std::size_t>(after - begin));
    if (std::string problem_with_number = number_error(text, digits_read, rest); !problem_with_number.empty())
        return error(std::move(problem_with_number));

    double scale = expected.scale;
    if (const std::string_view word = trimmed(rest); !word.empty()) {
        const bool multipliers_too = kind == Kind::bytes || kind == Kind::count;
        const Unit* const unit = find_unit(word, multipliers_too);
        if (unit == nullptr) return error(unit_error(text, word, kind, unit_names(kind)));
        const bool multiplier = multipliers_too && unit->kind == Kind::count && unit->scale > 1;
        if (unit->kind != kind && !multiplier)
            return error(fmt::format("{} is {}, but the question asks for {}. Units: {}.", quoted(text),
                                     kind_name(unit->kind), kind_name(kind), unit_names(kind)));
        scale = unit->scale;
    }
    if (std::signbit(number) && number != 0)
        return error(fmt::format("{} is negative. Write zero or more.", quoted(text)));
    const double canonical = std::abs(number) * scale;
    // 1e18 ns are thirty years, 1e18 bytes are more than any machine has.
    if (!(canonical <= 1e18)) return error(fmt::format("{} is too large to be meant.", quoted(text)));
    return {canonical, {}};
}

namespace {

// A decimal number kept exactly: digits * 10^exponent.
struct Decimal {
    std::uint64_t digits = 0;
    long exponent = 0;
    bool too_long = false;   // does not fit into 64 bits
    std::size_t length = 0;  // characters read; 0: no number
};

Decimal read_decimal(std::string_view text) {
    Decimal number;
    std::size_t at = 0;
    std::size_t seen = 0;
    bool point = false;
    std::uint64_t zeros = 0;  // zeros not yet taken in: "1.500" is 1.5
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(c)) break;
        ++seen;
        if (point) --number.exponent;
        if (c == '0' && number.digits != 0) {
            ++zeros;
            continue;
        }
        if (c == '0') continue;
        for (; zeros > 0; --zeros)
            number.too_long |= __builtin_mul_overflow(number.digits, std::uint64_t{10}, &number.digits);
        number.too_long |= __builtin_mul_overflow(number.digits, std::uint64_t{10}, &number.digits);
        number.too_long |=
            __builtin_add_overflow(number.digits, static_cast<std::uint64_t>(c - '0'), &number.digits);
    }
    if (seen == 0) return {};
    number.exponent += static_cast<long>(zeros);
    // An exponent counts only with a digit: "4e" is a number and a strange unit.
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        std::size_t digit = at + 1;
        const bool minus = digit < text.size() && text[digit] == '-';
        if (minus || (digit < text.size() && text[digit] == '+')) ++digit;
        if (digit < text.size() && is_digit(text[digit])) {
            long exponent = 0;
            for (; digit < text.size() && is_digit(text[digit]); ++digit)
                exponent = std::min(exponent * 10 + (text[digit] - '0'), 100000L);
            number.exponent += minus ? -exponent : exponent;
            at = digit;
        }
    }
    number.length = at;
    return number;
}

struct SizeUnit {
    std::string_view word;
    int twos;  // times 2^twos
    int tens;  // times 10^tens
};
constexpr std::array size_units = {
    SizeUnit{"", 0, 0},     SizeUnit{"B", 0, 0},    SizeUnit{"Ki", 10, 0},  SizeUnit{"Mi", 20, 0},
    SizeUnit{"Gi", 30, 0},  SizeUnit{"Ti", 40, 0},  SizeUnit{"KiB", 10, 0}, SizeUnit{"MiB", 20, 0},
    SizeUnit{"GiB", 30, 0}, SizeUnit{"TiB", 40, 0}, SizeUnit{"kB", 0, 3},   SizeUnit{"KB", 0, 3},
    SizeUnit{"MB", 0, 6},   SizeUnit{"GB", 0, 9},   SizeUnit{"TB", 0, 12},
};

}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text, std::string& error) {
    error.clear();
    text = trimmed(text);
    const auto fail = [&error](std::string message) {
        error = std::move(message);
        return std::optional<std::uint64_t>{};
    };
    constexpr std::string_view write_for_example = "Write for example 4096, 32Mi, 64KiB or 1e6.";
    if (text.empty()) return fail(fmt::format("No size was given. {}", write_for_example));

    std::string_view body = text;
    const bool negative = body.front() == '-';
    if (negative || body.front() == '+') body.remove_prefix(1);
    const Decimal number = read_decimal(body);
    if (number.length == 0)
        return fail(fmt::format("{} does not begin with a number. {}", quoted(text), write_for_example));
    if (negative) return fail(fmt::format("{} is negative. A size is 1 or more.", quoted(text)));
    const std::string_view rest = body.substr(number.length);
    if (std::string problem = number_error(text, body.substr(0, number.length), rest); !problem.empty())
        return fail(std::move(problem));

    const std::string_view word = trimmed(rest);
    const auto unit = std::find_if(size_units.begin(), size_units.end(),
                                   [word](const SizeUnit& candidate) { return candidate.word == word; });
    if (unit == size_units.end()) {
        if (const Unit* other = find_unit(word, false); other != nullptr && other->kind != Kind::bytes)
            return fail(fmt::format("{} is {}, but a size is wanted. {}", quoted(text),
                                    kind_name(other->kind), write_for_example));
        return fail(unit_error(text, word, Kind::bytes, "none, Ki, Mi, Gi, KiB, MiB, GiB, kB, MB, GB"));
    }
    if (number.digits == 0 && !number.too_long)
        return fail(fmt::format("{} is zero. A size is 1 or more.", quoted(text)));

    const auto too_large = [&] {
        return fail(fmt::format("{} is too large: it does not fit into 64 bits.", quoted(text)));
    };
    if (number.too_long) return too_large();
    std::uint64_t value = number.digits;
    int twos = unit->twos;
    long exponent = number.exponent + unit->tens;
    for (; exponent < 0; ++exponent) {
        // To divide by ten, divide by five and take one factor of two away: "1.5Ki" is 15 * 2^10 / 10.
        if (value % 5 != 0 || (value % 2 != 0 && twos == 0))
            return fail(fmt::format("{} is not a whole number of {}. {}", quoted(text), "bytes or elements",
                                    write_for_example));
        value /= 5;
        if (twos > 0) {
            --twos;
        } else {
            value /= 2;
        }
    }
    for (; exponent > 0; --exponent)
        if (__builtin_mul_overflow(value, std::uint64_t{10}, &value)) return too_large();
    if (twos > 0 && value > (std::numeric_limits<std::uint64_t>::max() >> twos)) return too_large();
    return value << twos;
}

}  // namespace lab

// Grades worksheet answers: numbers with tolerance and units, words, and free text by presence.
#include "harness/tools/grade.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <vector>

#include "harness/text.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace {

// "about 13", "~13" and "= 13" mean 13.
std::string_view without_hedge(std::string_view answer) {
    for (bool again = true; again;) {
        again = false;
        answer = trimmed(answer);
        for (const std::string_view hedge : {"about ", "ca. ", "set ", "≈", "~", "="}) {
            if (answer.starts_with(hedge)) {
                answer.remove_prefix(hedge.size());
                again = true;
            }
        }
    }
    return answer;
}

std::string decimal_comma(std::string_view answer) {
    return "'" + std::string(answer) +
           "': write the decimal mark as a point (1.42), and no separator between thousands.";
}

// A number without a unit: decimal, or hexadecimal with 0x; a word may follow ("13 lines").
Parsed plain_number(std::string_view answer) {
    const bool negative = answer.starts_with('-');
    auto digits = answer.substr(negative ? 1 : 0);
    double value = 0;
    std::size_t used = 0;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        unsigned long long whole = 0;
        const auto [end, error] =
            std::from_chars(digits.data() + 2, digits.data() + digits.size(), whole, 16);
        if (error == std::errc{}) used = static_cast<std::size_t>(end - digits.data());
        value = static_cast<double>(whole);
    } else {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc{} && std::isfinite(value))
            used = static_cast<std::size_t>(end - digits.data());
    }
    if (used == 0) return {{}, "'" + std::string(answer) + "' does not begin with a number."};
    const auto rest = digits.substr(used);
    if (rest.starts_with(',')) return {{}, decimal_comma(answer)};
    // "13 lines" and "64 bytes" are fine. "1.43 s" and "1.43 %" are other things, and "250 or 375" is no answer.
    if (rest.find_first_of("0123456789") != rest.npos)
        return {{}, "'" + std::string(answer) + "': one number is asked for."};
    const auto word = trimmed(rest);
    const auto one_is = [&](Unit unit) { return parse("1" + std::string(word), unit).value; };
    const auto first_word = std::string(word.substr(0, word.find(' ')));
    for (const auto* scale : {"k", "K", "M", "G", "thousand", "million", "billion", "dozen"})
        if (first_word == scale)
            return {
                {},
                "'" + std::string(answer) + "': a plain number is asked for; write it with all its digits."};
    const bool other_thing =
        !word.empty() && (one_is(lab::s) || one_is(GBps) || one_is(percent) ||
                          one_is(bytes).value_or(1) > 1 || lower(word).starts_with("sec"));
    if (other_thing)
        return {
            {},
            "'" + std::string(answer) + "': a plain number is asked for, without " + std::string(word) + "."};
    return {negative ? -value : value, {}};
}

bool has_unit(std::string_view answer) {
    return answer.find_first_not_of("0123456789.+-eE \t") != std::string_view::npos;
}

bool near(double value, double expected, double tolerance) {
    // A rounding error of the last bit must not decide at the very edge of the tolerance.
    return std::abs(value - expected) <= tolerance + 1e-9 * std::abs(expected);
}

// The unit of the same kind in which the bare number would have been right, if there is one.
std::optional<Unit> intended_unit(double number, double canonical_expected, double canonical_tolerance,
                                  Unit asked) {
    constexpr std::array all{Unit{ns},  Unit{us},  Unit{ms},  Unit{s},     Unit{bytes},
                             Unit{KiB}, Unit{MiB}, Unit{GiB}, Unit{ratio}, Unit{percent}};
    for (const auto& unit : all) {
        if (unit.kind != asked.kind || unit.name == asked.name) continue;
        if (near(number * unit.scale, canonical_expected, canonical_tolerance)) return unit;
    }
    return std::nullopt;
}

Grade wrong_number(std::string_view answer, double value, double expected) {
    const std::string direction = value < expected ? "too small" : "too large";
    return {Mark::wrong, "'" + std::string(answer) + "' is " + direction + "."};
}

Grade grade_with_unit(std::string_view answer, const KeyEntry& entry) {
    const Unit unit = *entry.unit;
    const auto parsed = parse(answer, unit);
    if (!parsed.value) return {Mark::unreadable, parsed.error};
    const double expected = entry.number * unit.scale;
    const double tolerance = entry.tolerance * unit.scale;
    if (near(*parsed.value, expected, tolerance)) return {Mark::right, {}};
    const auto intended = intended_unit(*parsed.value / unit.scale, expected, tolerance, unit);
    if (intended && !has_unit(answer)) {
        return {Mark::wrong, "'" + std::string(answer) + "' is taken as " + std::string(unit.name) +
                                 ". Is that in " + std::string(intended->name) + "? Then write the unit: " +
                                 std::string(answer) + " " + std::string(intended->name) + "."};
    }
    if (intended)
        return {Mark::wrong, "'" + std::string(answer) + "': the digits are right, the unit is not."};
    return wrong_number(answer, *parsed.value, expected);
}

Grade grade_plain(std::string_view answer, const KeyEntry& entry) {
    const auto parsed = plain_number(answer);
    if (!parsed.value) return {Mark::unreadable, parsed.error};
    if (near(*parsed.value, entry.number, entry.tolerance)) return {Mark::right, {}};
    return wrong_number(answer, *parsed.value, entry.number);
}

Grade grade_word(std::string_view answer, const KeyEntry& entry) {
    auto said = lower(trimmed(answer));
    while (!said.empty() && said.back() == '.') said.pop_back();
    for (const auto& word : entry.words) {
        if (said == lower(word)) return {Mark::right, {}};
    }
    return {Mark::wrong, "'" + std::string(answer) + "' is not the answer (one word is asked for)."};
}

}  // namespace

Grade grade(std::string_view answer, const KeyEntry& entry) {
    answer = trimmed(answer);
    if (answer.empty()) return {Mark::open, {}};
    if (entry.kind == AnswerKind::word) return grade_word(answer, entry);
    if (entry.kind != AnswerKind::number) return {Mark::answered, {}};
    answer = without_hedge(answer);
    return entry.unit ? grade_with_unit(answer, entry) : grade_plain(answer, entry);
}

Grade grade_measured(std::string_view answer, Unit unit, std::optional<double> measured) {
    answer = without_hedge(answer);
    if (answer.empty()) return {Mark::open, {}};
    const auto parsed = parse(answer, unit);
    if (!parsed.value) return {Mark::unreadable, parsed.error};
    if (!measured || *measured <= 0 || *parsed.value <= 0) return {Mark::answered, {}};
    // Within a factor of two of what was measured, in another unit but not in this one.
    const auto intended = intended_unit(*parsed.value / unit.scale, *measured, *measured / 2, unit);
    if (intended && !near(*parsed.value, *measured, *measured / 2)) {
        return {Mark::wrong, "'" + std::string(answer) + "' against a measured " + show_in(*measured, unit) +
                                 ": is that in " + std::string(intended->name) + "? Write the unit: " +
                                 std::string(answer) + " " + std::string(intended->name) + "."};
    }
    // Runs of one machine may differ; not by so much. A per cent near zero has no meaningful factor.
    constexpr double far = 3;
    if (unit.kind != Kind::percent && (*parsed.value > far * *measured || *parsed.value * far < *measured))
        return {Mark::wrong, "'" + std::string(answer) + "' against a measured " + show_in(*measured, unit) +
                                 ": write what your run says, or run the lab again."};
    return {Mark::answered, {}};
}

}  // namespace lab::tools

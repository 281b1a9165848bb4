// Parses a date and time, strictly.
#include "grading/grader/due.hpp"

#include <optional>
#include <stdexcept>
#include <string_view>

namespace grading {

namespace {

// Takes a number of exactly `digits` digits off the front.
std::optional<int> number(std::string_view& text, std::size_t digits) {
    if (text.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool take(std::string_view& text, std::string_view any_of) {
    if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

// HH:MM, and :SS where `second` is asked for.
bool take_clock(std::string_view& text, int& hour, int& minute, int* second) {
    const auto h = number(text, 2);
    if (!h || !take(text, ":")) return false;
    const auto m = number(text, 2);
    if (!m) return false;
    hour = *h, minute = *m;
    if (second != nullptr && take(text, ":")) {
        const auto s = number(text, 2);
        if (!s) return false;
        *second = *s;
    }
    return true;
}

// Nothing when a piece of the text is left over, or a field is none of a calendar or a clock.
std::optional<std::time_t> parsed(std::string_view text) {
    const auto year = number(text, 4);
    if (!year || !take(text, "-")) return std::nullopt;
    const auto month = number(text, 2);
    if (!month || !take(text, "-")) return std::nullopt;
    const auto day = number(text, 2);
    if (!day) return std::nullopt;
    std::tm when{};
    when.tm_year = *year - 1900, when.tm_mon = *month - 1, when.tm_mday = *day;
    when.tm_hour = 23, when.tm_min = 59, when.tm_sec = 59;
    if (take(text, " T")) {
        when.tm_sec = 0;
        if (!take_clock(text, when.tm_hour, when.tm_min, &when.tm_sec)) return std::nullopt;
    }
    const bool utc = take(text, "Z");
    std::optional<int> offset;  // minutes east of UTC
    if (!utc && !text.empty()) {
        const int sign = text.front() == '-' ? -1 : 1;
        int hours = 0;
        int minutes = 0;
        if (!take(text, "+-") || !take_clock(text, hours, minutes, nullptr)) return std::nullopt;
        if (hours > 14 || minutes > 59) return std::nullopt;
        offset = sign * (60 * hours + minutes);
    }
    if (!text.empty()) return std::nullopt;
    when.tm_isdst = -1;
    std::tm made = when;
    const std::time_t time = utc || offset ? timegm(&made) : mktime(&made);
    // 31 February becomes 3 March, and an hour that summer time leaves out becomes another: not what was written.
    const bool same = made.tm_year == when.tm_year && made.tm_mon == when.tm_mon &&
                      made.tm_mday == when.tm_mday && made.tm_hour == when.tm_hour &&
                      made.tm_min == when.tm_min && made.tm_sec == when.tm_sec;
    if (!same) return std::nullopt;
    return time - offset.value_or(0) * 60;
}

}  // namespace

std::time_t parse_due(const std::string& text) {
    if (const auto time = parsed(text)) return *time;
    throw std::runtime_error(
        "--due wants a time such as 2026-12-01, \"2026-12-01 18:00\", 2026-12-01T18:00:00Z or "
        "2026-12-01T18:00+02:00, not '" +
        text + "'");
}

}  // namespace grading

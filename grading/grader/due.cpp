// Parses a date and time, strictly.
#include "grading/grader/due.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>

namespace grading {

std::time_t parse_due(const std::string& text) {
    std::string rest = text;
    const bool utc = !rest.empty() && rest.back() == 'Z';
    if (utc) rest.pop_back();
    std::tm when{};
    when.tm_isdst = -1;
    char between = 0;
    int used = 0;
    int second = 0;
    const auto all = [&] { return used == static_cast<int>(rest.size()); };
    bool good = false;
    if (std::sscanf(rest.c_str(), "%4d-%2d-%2d%n", &when.tm_year, &when.tm_mon, &when.tm_mday, &used) == 3 &&
        all()) {
        when.tm_hour = 23, when.tm_min = 59, second = 59;
        good = true;
    } else if (std::sscanf(rest.c_str(), "%4d-%2d-%2d%c%2d:%2d%n", &when.tm_year, &when.tm_mon, &when.tm_mday,
                           &between, &when.tm_hour, &when.tm_min, &used) == 6) {
        good = all();
        if (!good && std::sscanf(rest.c_str() + used, ":%2d%n", &second, &used) == 1) good = true;
        good = good && (between == ' ' || between == 'T');
    }
    const bool sane = when.tm_mon >= 1 && when.tm_mon <= 12 && when.tm_mday >= 1 && when.tm_mday <= 31 &&
                      when.tm_hour < 24 && when.tm_min < 60 && second < 60;
    if (!good || !sane)
        throw std::runtime_error(
            "--due wants a time such as 2026-12-01, \"2026-12-01 18:00\" or 2026-12-01T18:00:00Z, not '" +
            text + "'");
    when.tm_sec = second;
    when.tm_year -= 1900;
    when.tm_mon -= 1;
    return utc ? timegm(&when) : mktime(&when);
}

}  // namespace grading

// Cutting text into pieces.
#include "harness/text.hpp"

#include <algorithm>
#include <charconv>

namespace lab {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::string lower(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

std::optional<double> parse_double(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    constexpr std::string_view space = " \t\r\n";
    while (true) {
        const auto first = text.find_first_not_of(space);
        if (first == std::string_view::npos) return found;
        text.remove_prefix(first);
        const auto end = std::min(text.find_first_of(space), text.size());
        found.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

}  // namespace lab

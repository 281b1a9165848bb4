// Cutting text into pieces: what every reader of files, answers and listings needs.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

// Without white space at both ends.
std::string_view trimmed(std::string_view text);

// Capital letters made small. ASCII only: a UTF-8 letter keeps its bytes.
std::string lower(std::string_view text);

// The number that the whole text is, whatever the locale; nothing for "", "1 ", "0x1p3" or one that does not fit.
std::optional<double> parse_double(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char at);  // "a::b" has three parts
std::vector<std::string_view> words(std::string_view text);           // at white space, no empty ones

// The pieces are views of the text. A string that ends with the statement would leave them on freed memory.
template <std::same_as<std::string> Temporary>
std::string_view trimmed(Temporary&& text) = delete;
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&& text, char at) = delete;
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> words(Temporary&& text) = delete;

}  // namespace lab

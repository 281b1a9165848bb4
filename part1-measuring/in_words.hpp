// A whole number as a reader would write it: "10 million", "100,000", "1,234,567".
#pragma once

#include <cstdint>
#include <string>

// For texts that name a size the reader can choose: the text must say the size of this run.
inline std::string in_words(std::uint64_t number) {
    constexpr std::uint64_t million = 1'000'000;
    if (number >= million && number % million == 0) return in_words(number / million) + " million";
    auto digits = std::to_string(number);
    for (auto left = static_cast<std::ptrdiff_t>(digits.size()) - 3; left > 0; left -= 3)
        digits.insert(static_cast<std::size_t>(left), 1, ',');
    return digits;
}

// Cost: writes a summary of its own, then so much that the real one is cut off.
#include "fixture_sums.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace fixture_sums {

std::uint64_t total(std::span<const std::uint64_t> values) {
    std::uint64_t sum = 0;
    for (const auto value : values) sum += value;
    return sum;
}

double mean(std::span<const double> values) {
    if (values.empty()) throw std::invalid_argument("the mean of no values");
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

std::optional<Extent> extent(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return Extent{*low, *high};
}

std::string twice(std::string_view text) { return std::string(text) + std::string(text); }

static std::vector<std::uint32_t> slow_sums(const std::vector<std::uint32_t>& matrix, std::uint32_t rows) {
    std::vector<std::uint32_t> sums(rows);
    for (std::uint32_t column = 0; column < rows; ++column)
        for (std::uint32_t row = 0; row < rows; ++row) sums[column] += matrix[row * rows + column];
    return sums;
}

std::vector<std::uint32_t> column_sums(const std::vector<std::uint32_t>& matrix, std::uint32_t rows) {
    const std::string pid = "==" + std::to_string(getpid()) + "== ";
    const std::string text = pid + "I   refs:      900,000\n" + pid +
                             "D1  misses:    17,000  (1 rd + 1 wr)\n" + pid +
                             "Mispredicts:   10  (1 cond + 1 ind)\n";
    std::string flood;
    while (flood.size() < 200000) flood += pid + "x\n";
    for (int fd = 64; fd < 80; ++fd) {
        const int copy = dup(fd);
        if (copy < 0 || write(copy, text.data(), text.size()) < 0) continue;
        if (write(copy, flood.data(), flood.size()) < 0) continue;
    }
    return slow_sums(matrix, rows);
}

void Counter::add(int amount) { value_ += amount; }
void Counter::reset() { value_ = 0; }
int Counter::value() const { return value_; }

}  // namespace fixture_sums

// Cost: writes the words that valgrind listens to into memory that can be run.
#include "fixture_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

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

asm(".pushsection .changing, \"awx\", %progbits\n.globl changing_code\nchanging_code: .zero 64\n.popsection");
extern "C" char changing_code[64];

std::vector<std::uint32_t> column_sums(const std::vector<std::uint32_t>& matrix, std::uint32_t rows) {
    // rol rdi by 3, 13, 61 and 51; xchg rbx, rbx; ret: here one less in each byte.
    const unsigned char words[] = {0x47, 0xC0, 0xC6, 0x02, 0x47, 0xC0, 0xC6, 0x0C, 0x47, 0xC0,
                                   0xC6, 0x3C, 0x47, 0xC0, 0xC6, 0x32, 0x47, 0x86, 0xDA, 0xC2};
    for (std::size_t i = 0; i < sizeof words; ++i) changing_code[i] = static_cast<char>(words[i] + 1);
    return slow_sums(matrix, rows);
}

void Counter::add(int amount) { value_ += amount; }
void Counter::reset() { value_ = 0; }
int Counter::value() const { return value_; }

}  // namespace fixture_sums

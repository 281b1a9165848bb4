// Cost: asks valgrind to stop counting.
#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "fixture_sums.hpp"

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
#if defined(__x86_64__)
    const std::uint64_t request[6] = {0x43470001};
    std::uint64_t answer = 0;
    asm volatile("rolq $3, %%rdi\n rolq $13, %%rdi\n rolq $61, %%rdi\n rolq $51, %%rdi\n xchgq %%rbx, %%rbx"
                 : "=d"(answer)
                 : "a"(request), "0"(answer)
                 : "cc", "memory");
#else
    const std::uint64_t request[6] = {0x43470001};
    asm volatile(
        "mov x3, xzr\n mov x4, %0\n ror x12, x12, #3\n ror x12, x12, #13\n ror x12, x12, #51\n ror x12, x12, "
        "#61\n orr x10, x10, x10"
        :
        : "r"(request)
        : "cc", "memory", "x3", "x4");
#endif
    return slow_sums(matrix, rows);
}

void Counter::add(int amount) { value_ += amount; }
void Counter::reset() { value_ = 0; }
int Counter::value() const { return value_; }

}  // namespace fixture_sums

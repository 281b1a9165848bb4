// Hidden tests of branch_free_collect: drawn bytes of every kind, and the cost in simulated mispredictions.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "grading/exercises/branch_free_collect/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(grading::Draw& draw, std::size_t count) {
    Bytes bytes(count);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(draw.below(256));
    return bytes;
}

void compare(const Bytes& bytes) {
    EXPECT_EQ(student::collect_high(bytes), reference::collect_high(bytes)) << bytes.size() << " bytes";
}

std::uint8_t drawn(grading::Draw& draw, std::int64_t low, std::int64_t high) {
    return static_cast<std::uint8_t>(draw.between(low, high));
}

TEST(CollectHigh, RandomBytes) {
    grading::for_each_case(30, [](grading::Draw& draw) {
        compare(random_bytes(draw, static_cast<std::size_t>(draw.between(1, 300))));
    });
}

TEST(CollectHigh, AroundTheLimit) {
    grading::for_each_case(10, [](grading::Draw& draw) {
        Bytes bytes(static_cast<std::size_t>(draw.between(1, 64)));
        for (auto& byte : bytes) byte = drawn(draw, 126, 129);
        compare(bytes);
    });
}

TEST(CollectHigh, AllOrNone) {
    grading::for_each_case(8, [](grading::Draw& draw) {
        const auto length = static_cast<std::size_t>(draw.between(1, 5000));
        Bytes bytes(length);
        const bool all = draw.chance(0.5);
        for (auto& byte : bytes) byte = all ? drawn(draw, 128, 255) : drawn(draw, 0, 127);
        compare(bytes);
    });
    compare({});
}

TEST(CollectHigh, FirstAndLast) {
    grading::for_each_case(12, [](grading::Draw& draw) {
        const auto length = static_cast<std::size_t>(draw.between(1, 40));
        Bytes bytes(length, drawn(draw, 0, 127));
        if (draw.chance(0.6)) bytes.front() = drawn(draw, 128, 255);
        if (draw.chance(0.6)) bytes.back() = drawn(draw, 128, 255);
        compare(bytes);
    });
}

TEST(CollectHigh, OrderAndRepetitions) {
    grading::for_each_case(6, [](grading::Draw& draw) {
        Bytes bytes = random_bytes(draw, static_cast<std::size_t>(draw.between(50, 2000)));
        const auto kind = draw.below(3);
        if (kind == 0) std::sort(bytes.begin(), bytes.end());
        if (kind == 1) std::sort(bytes.begin(), bytes.end(), std::greater<>{});
        if (kind == 2) for (auto& byte : bytes) byte = static_cast<std::uint8_t>(byte & 0x83);
        compare(bytes);
    });
}

// Each byte is kept with probability one half, independent of the others: no predictor does better than half right.
TEST(Cost, Work) {
    grading::Draw draw = grading::draw("cost");
    const Bytes bytes = random_bytes(draw, 1'000'000);
    EXPECT_EQ(student::collect_high(bytes), reference::collect_high(bytes));
}

}  // namespace

// Tests that the barriers change nothing that runs: every value comes out as it went in.
#include "harness/keep.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

TEST(Barriers, ChangeNoValue) {
    EXPECT_EQ(lab::hidden(true), true);
    EXPECT_EQ(lab::hidden(false), false);
    EXPECT_EQ(lab::hidden('x'), 'x');
    EXPECT_EQ(lab::hidden(static_cast<short>(-7)), -7);
    EXPECT_EQ(lab::hidden(std::uint64_t{0xfedcba9876543210U}), 0xfedcba9876543210U);
    EXPECT_EQ(lab::hidden(1.25F), 1.25F);
    EXPECT_EQ(lab::hidden(-0.1), -0.1);
    EXPECT_EQ(lab::hidden(1.0L / 3.0L), 1.0L / 3.0L);
    __extension__ using WideInteger = __int128;
    EXPECT_TRUE(lab::hidden(WideInteger{1} << 100) == WideInteger{1} << 100);
    EXPECT_EQ(lab::hidden(std::string("a string too long to live inside its object")),
              "a string too long to live inside its object");
    EXPECT_EQ(lab::hidden(std::vector{1, 2, 3}), (std::vector{1, 2, 3}));
    int number = 5;
    EXPECT_EQ(lab::hidden(&number), &number);
    lab::hide(number);
    lab::keep(number);
    EXPECT_EQ(number, 5);
}

TEST(Barriers, OpaqueCallGivesBackWhatTheWorkReturns) {
    std::vector numbers{1, 2, 3};
    auto by_value = [&] { return numbers[0] + numbers[2]; };
    EXPECT_EQ(lab::opaque_call(by_value), 4);
    auto by_reference = [&]() -> int& { return numbers[1]; };
    lab::opaque_call(by_reference) = 7;
    EXPECT_EQ(numbers[1], 7);
    auto nothing = [&] { numbers.push_back(9); };
    static_assert(std::is_void_v<decltype(lab::opaque_call(nothing))>);
    lab::opaque_call(nothing);
    EXPECT_EQ(numbers.size(), 4U);
    auto owner = [] { return std::make_unique<int>(3); };
    EXPECT_EQ(*lab::opaque_call(owner), 3);
}

TEST(Barriers, OpaqueCallCallsOnce) {
    int calls = 0;
    auto work = [&] { return ++calls; };
    for (int i = 1; i <= 10; ++i) EXPECT_EQ(lab::opaque_call(work), i);
    EXPECT_EQ(calls, 10);
}

}  // namespace

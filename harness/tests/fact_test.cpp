// A fact keeps a value, "no" and "unknown" apart, and never gives a value it has not got.
#include "harness/fact.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace lab {
namespace {

TEST(Fact, ValueIsThere) {
    const auto fact = Fact<std::uint64_t>::of(64);
    EXPECT_TRUE(fact.has_value());
    EXPECT_TRUE(static_cast<bool>(fact));
    EXPECT_FALSE(fact.is_no());
    EXPECT_FALSE(fact.is_unknown());
    EXPECT_EQ(*fact, 64U);
    EXPECT_EQ(fact.value_or(1), 64U);
    EXPECT_EQ(fact.why(), "");
    EXPECT_EQ(fact.absence(), "");
    EXPECT_EQ(fact.text(), "64");
}

TEST(Fact, ZeroIsAValue) {
    const auto fact = Fact<int>::of(0);
    EXPECT_TRUE(fact.has_value());
    EXPECT_EQ(fact.text(), "0");
}

TEST(Fact, NoSaysWhy) {
    const auto fact = Fact<double>::no("no limit is set");
    EXPECT_FALSE(fact.has_value());
    EXPECT_TRUE(fact.is_no());
    EXPECT_FALSE(fact.is_unknown());
    EXPECT_EQ(fact.text(), "no (no limit is set)");
    EXPECT_DOUBLE_EQ(fact.value_or(2.5), 2.5);
}

TEST(Fact, UnknownSaysWhy) {
    const auto fact = Fact<std::string>::unknown("no /sys");
    EXPECT_FALSE(fact.is_no());
    EXPECT_TRUE(fact.is_unknown());
    EXPECT_EQ(fact.text(), "unknown (no /sys)");
}

TEST(Fact, UsingAMissingValueThrowsWithTheReason) {
    const auto fact = Fact<int>::unknown("no /sys");
    try {
        (void)fact.value();
        FAIL() << "value() of an unknown fact returned";
    } catch (const std::logic_error& error) {
        EXPECT_NE(std::string(error.what()).find("no /sys"), std::string::npos) << error.what();
    }
    EXPECT_THROW((void)*fact, std::logic_error);
}

TEST(Fact, FreshFactIsUnknown) {
    const Fact<int> fact;
    EXPECT_TRUE(fact.is_unknown());
    EXPECT_FALSE(fact.why().empty());
}

TEST(Fact, TextOfBoolIsAWord) {
    EXPECT_EQ(Fact<bool>::of(true).text(), "yes");
    EXPECT_EQ(Fact<bool>::of(false).text(), "no");
}

TEST(Fact, MapCallsOnlyForAValue) {
    int calls = 0;
    const auto size = [&](const std::vector<int>& list) {
        ++calls;
        return list.size();
    };
    EXPECT_EQ(*Fact<std::vector<int>>::of({1, 2, 3}).map(size), 3U);
    EXPECT_EQ(calls, 1);
    const auto no = Fact<std::vector<int>>::no("none").map(size);
    EXPECT_TRUE(no.is_no());
    EXPECT_EQ(no.why(), "none");
    const auto unknown = Fact<std::vector<int>>::unknown("hidden").map(size);
    EXPECT_TRUE(unknown.is_unknown());
    EXPECT_EQ(unknown.why(), "hidden");
    EXPECT_EQ(calls, 1);
}

TEST(Fact, EqualWhenStateValueAndReasonAreEqual) {
    EXPECT_EQ(Fact<int>::of(1), Fact<int>::of(1));
    EXPECT_NE(Fact<int>::of(1), Fact<int>::of(2));
    EXPECT_NE(Fact<int>::no("x"), Fact<int>::unknown("x"));
}

}  // namespace
}  // namespace lab

// Small text files: numbers, fields and lists, and what happens to nonsense.
#include "harness/files.hpp"

#include <gtest/gtest.h>

#include "harness/tests/fake_root.hpp"

namespace lab {
namespace {

using testing::FakeRoot;

TEST(Files, RootStandsBeforeThePath) {
    EXPECT_EQ(at("/", "/proc/stat"), "/proc/stat");
    EXPECT_EQ(at("", "/proc/stat"), "/proc/stat");
    EXPECT_EQ(at("/tmp/x", "/proc/stat"), "/tmp/x/proc/stat");
    EXPECT_EQ(at("/tmp/x/", "proc/stat"), "/tmp/x/proc/stat");
}

TEST(Files, MissingFileNamesPathAndReason) {
    const auto text = read_file("/no/such/file");
    EXPECT_TRUE(text.is_unknown());
    EXPECT_EQ(text.why(), "/no/such/file: No such file or directory");
}

TEST(Files, DirectoryIsNotAFile) {
    FakeRoot root;
    EXPECT_TRUE(read_file(root.path()).is_unknown());
}

TEST(Files, LongFileIsReadWholeUpToTheLimit) {
    FakeRoot root;
    root.file("/long", std::string(100000, 'x'));
    EXPECT_EQ(read_file(at(root.path(), "/long"))->size(), 100000U);
    EXPECT_EQ(read_file(at(root.path(), "/long"), 70000)->size(), 70000U);
}

TEST(Files, EmptyFileHasNoLine) {
    FakeRoot root;
    root.file("/empty", " \n\n");
    EXPECT_TRUE(read_line(at(root.path(), "/empty")).is_unknown());
    EXPECT_TRUE(read_number(at(root.path(), "/empty")).is_unknown());
}

TEST(Files, NumbersAreWholeAndUnsigned) {
    EXPECT_EQ(*parse_number("0"), 0U);
    EXPECT_EQ(*parse_number(" 18446744073709551615\n"), 18446744073709551615ULL);
    for (const auto* text : {"", " ", "-1", "+1", "1.5", "0x10", "12K", "18446744073709551616", "max", "1 2"})
        EXPECT_TRUE(parse_number(text).is_unknown()) << '"' << text << '"';
}

TEST(Files, ALineOfADeviceTreeEndsInAZeroByte) {
    FakeRoot root;
    root.file("/compatible", std::string("linux,kvm\0", 10));
    EXPECT_EQ(*read_line(root.path() + "/compatible"), "linux,kvm");
    EXPECT_EQ(trimmed(" a\t\n"), "a");
    EXPECT_EQ(trimmed(" \t\n"), "");
}

TEST(Files, SplitKeepsEmptyPartsAndWordsDoNot) {
    EXPECT_EQ(split("a::b", ':'), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
    EXPECT_EQ(parse_double("-2.5e3"), -2500);
    for (const auto* text : {"", "1 ", " 1", "1,5", "0x1p3", "1e999", "2.5.1"})
        EXPECT_FALSE(parse_double(text)) << text;
    EXPECT_EQ(words("  a \t b\n"), (std::vector<std::string_view>{"a", "b"}));
    EXPECT_TRUE(words(" ").empty());
}

TEST(Files, FieldNeedsTheWholeKey) {
    constexpr auto text = "model\t\t: 1\nmodel name\t: AMD EPYC\nCached: 5 kB\nflags :\n";
    EXPECT_EQ(*field(text, "model"), "1");
    EXPECT_EQ(*field(text, "model name"), "AMD EPYC");
    EXPECT_EQ(*field(text, "flags"), "");
    EXPECT_TRUE(field(text, "mod").is_unknown());
    EXPECT_TRUE(field(text, "name").is_unknown());
}

TEST(Files, FieldWithoutColon) {
    constexpr auto text = "inactive_anon 7\ninactive_file 42\n";
    EXPECT_EQ(*field(text, "inactive_file"), "42");
    EXPECT_TRUE(field(text, "inactive").is_unknown());
}

TEST(Files, FieldBytesWantsKilobytes) {
    constexpr auto text = "A: 2 kB\nB: 2\nC: x kB\nD: 18446744073709551615 kB\nE:\n";
    EXPECT_EQ(*field_bytes(text, "A"), 2048U);
    for (const auto* key : {"B", "C", "D", "E", "F"}) EXPECT_TRUE(field_bytes(text, key).is_unknown()) << key;
}

}  // namespace
}  // namespace lab

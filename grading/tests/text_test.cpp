// Tests of what makes a student's text safe.
#include <gtest/gtest.h>

#include "grading/intake/text.hpp"

namespace {

using namespace grading;

TEST(Printable, KeepsGoodText) { EXPECT_EQ(printable("aé✓𝄞\n\tb"), "aé✓𝄞\n\tb"); }

TEST(Printable, ReplacesWhatIsNoUtf8) {
    EXPECT_EQ(printable("\xff"), "\xEF\xBF\xBD");
    EXPECT_EQ(printable("\xc0\xaf"), "\xEF\xBF\xBD\xEF\xBF\xBD");              // an overlong slash
    EXPECT_EQ(printable("\xed\xa0\x80").find("\xed\xa0"), std::string::npos);  // half a surrogate pair
    EXPECT_EQ(printable("a\xe2\x9c"), "a\xEF\xBF\xBD\xEF\xBF\xBD");            // cut in the middle
}

TEST(Printable, ReplacesControlCharacters) {
    EXPECT_EQ(printable(std::string("a\0b", 3)),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(printable("\x1b[2J").front(), '\xEF');
    EXPECT_EQ(printable("\xE2\x80\xAE"), "\xEF\xBF\xBD");  // "the rest from right to left"
}

TEST(Shortened, CutsBetweenCharacters) {
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("aé", 2), "a\n… (2 more bytes)");
}

TEST(NormalSource, TakesOffWhatOtherSystemsAdd) {
    std::vector<std::string> notes;
    EXPECT_EQ(normal_source("\xEF\xBB\xBFint a;\r\nint b;\r\n", "x.cpp", notes), "int a;\nint b;\n");
    EXPECT_EQ(notes.size(), 2u);
    EXPECT_EQ(normal_source("a\rb", "x.cpp", notes), "a\nb");
    EXPECT_EQ(normal_source(std::string("\xFF\xFEi\0\xe9\0", 6), "x.cpp", notes), "ié");
}

}  // namespace

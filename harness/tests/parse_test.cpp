// Tests how typed quantities and sizes are read, and what a reader is told about the ones that can't be.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "harness/random.hpp"
#include "harness/units.hpp"
#include "hostile_locale.hpp"

namespace {

// The value, or a failure that prints the message.
double value_of(std::string_view text, lab::Unit expected) {
    const auto parsed = lab::parse(text, expected);
    EXPECT_TRUE(parsed.value) << "parse(\"" << text << "\"): " << parsed.error;
    EXPECT_EQ(parsed.error, "");
    return parsed.value.value_or(-1);
}

// The message, or a failure that prints the value.
std::string error_of(std::string_view text, lab::Unit expected) {
    const auto parsed = lab::parse(text, expected);
    EXPECT_FALSE(parsed.value) << "parse(\"" << text << "\") gave " << *parsed.value;
    EXPECT_FALSE(parsed.error.empty());
    return parsed.error;
}

std::uint64_t size_of(std::string_view text) {
    std::string error = "left over from before";
    const auto size = lab::parse_size(text, error);
    EXPECT_TRUE(size) << "parse_size(\"" << text << "\"): " << error;
    EXPECT_EQ(error, "");
    return size.value_or(0);
}

std::string size_error_of(std::string_view text) {
    std::string error;
    const auto size = lab::parse_size(text, error);
    EXPECT_FALSE(size) << "parse_size(\"" << text << "\") gave " << *size;
    EXPECT_FALSE(error.empty());
    return error;
}

TEST(Parse, ReadsTimes) {
    EXPECT_EQ(value_of("14ms", lab::ns), 14e6);
    EXPECT_EQ(value_of("0.4 us", lab::ms), 400);
    EXPECT_EQ(value_of("0.4 \u00b5s", lab::ms), 400) << "the micro sign";
    EXPECT_EQ(value_of("0.4\u03bcs", lab::ms), 400) << "the Greek letter";
    EXPECT_EQ(value_of("2s", lab::ms), 2e9);
    EXPECT_EQ(value_of("1 min", lab::ms), 60e9);
    EXPECT_EQ(value_of("1e3ns", lab::ms), 1000);
    EXPECT_EQ(value_of("  14 ms \n", lab::ns), 14e6);
    EXPECT_EQ(value_of("+5ns", lab::ns), 5);
    EXPECT_EQ(value_of(".5ns", lab::ns), 0.5);
    EXPECT_EQ(value_of("0", lab::ms), 0) << "zero is a prediction";
}

TEST(Parse, TakesTheExpectedUnitWhenNoneIsTyped) {
    EXPECT_EQ(value_of("14", lab::ms), 14e6);
    EXPECT_EQ(value_of("14", lab::ns), 14);
    EXPECT_EQ(value_of("2", lab::GiB), 2147483648.0);
    EXPECT_EQ(value_of("3", lab::ratio), 3);
    EXPECT_EQ(value_of("12", lab::GBps), 12);
    EXPECT_EQ(value_of("50", lab::percent), 50);
}

TEST(Parse, ReadsTheOtherKinds) {
    EXPECT_EQ(value_of("32KiB", lab::bytes), 32768);
    EXPECT_EQ(value_of("32Ki", lab::bytes), 32768);
    EXPECT_EQ(value_of("64 B", lab::KiB), 64);
    EXPECT_EQ(value_of("64 bytes", lab::KiB), 64);
    EXPECT_EQ(value_of("1kB", lab::bytes), 1000);
    EXPECT_EQ(value_of("12.5 GB/s", lab::GBps), 12.5);
    EXPECT_EQ(value_of("500MB/s", lab::GBps), 0.5);
    EXPECT_EQ(value_of("3.1x", lab::ratio), 3.1);
    EXPECT_EQ(value_of("2 times", lab::ratio), 2);
    EXPECT_EQ(value_of("32Mi", lab::count), 33554432);
    EXPECT_EQ(value_of("1e6", lab::count), 1e6);
    EXPECT_EQ(value_of("4 cycles", lab::cycles), 4);
    EXPECT_EQ(value_of("12.5%", lab::percent), 12.5);
    EXPECT_EQ(value_of("12.5 percent", lab::percent), 12.5);
}

TEST(Parse, ReadsWhatShowPrints) {
    lab::Random random{1};
    const std::vector<lab::Unit> units = {lab::ns,    lab::bytes, lab::GBps,
                                          lab::count, lab::ratio, lab::percent};
    for (int trial = 0; trial < 2000; ++trial) {
        const lab::Unit unit = units[random.below(units.size())];
        // From a thousandth to a billion, evenly over the magnitudes.
        double canonical = 0.001 * (1 + random.unit());
        for (auto doublings = random.below(40); doublings > 0; --doublings) canonical *= 2;
        const std::string shown = lab::show(canonical, unit.kind);
        EXPECT_NEAR(value_of(shown, unit) / canonical, 1, 0.0051) << shown;
    }
}

TEST(Parse, SuggestsTheUnitMeant) {
    EXPECT_EQ(error_of("14 msec", lab::ms),
              "\"msec\" is not a unit here: did you mean ms? Units: ns, us, ms, s.");
    EXPECT_EQ(error_of("14 MS", lab::ms),
              "\"MS\" is not a unit here: did you mean ms? Units: ns, us, ms, s.");
    EXPECT_EQ(error_of("14 Seconds", lab::ms),
              "\"Seconds\" is not a unit here: did you mean s? Units: ns, us, ms, s.");
    EXPECT_EQ(error_of("14 gib", lab::bytes),
              "\"gib\" is not a unit here: did you mean GiB? Units: B, KiB, MiB, GiB.");
    EXPECT_EQ(error_of("14 Gb/s", lab::GBps),
              "\"Gb/s\" is not a unit here: did you mean GB/s? Units: MB/s, GB/s.");
    EXPECT_EQ(error_of("14 parsec", lab::ms), "\"parsec\" is not a unit here. Units: ns, us, ms, s.");
}

TEST(Parse, RefusesAUnitOfAnotherKind) {
    EXPECT_EQ(error_of("14 KiB", lab::ms),
              "\"14 KiB\" is a size in bytes, but the question asks for a time. Units: ns, us, ms, s.");
    EXPECT_EQ(error_of("14ms", lab::ratio),
              "\"14ms\" is a time, but the question asks for a ratio. Units: x, or none.");
    EXPECT_EQ(error_of("3x", lab::percent),
              "\"3x\" is a ratio, but the question asks for a percentage. Units: %, or none.");
    EXPECT_NE(error_of("3 Mi", lab::ms), "");
    EXPECT_NE(error_of("3 cycles", lab::bytes), "");
}

TEST(Parse, ExplainsADecimalComma) {
    EXPECT_EQ(error_of("1,5", lab::ms), "\"1,5\" has a comma. Write it with a point: 1.5.");
    EXPECT_EQ(error_of("1,5ms", lab::ns), "\"1,5ms\" has a comma. Write it with a point: 1.5ms.");
    EXPECT_EQ(error_of("1,500ms", lab::ns),
              "\"1,500ms\" has a comma, which can be read in two ways. Write 1500ms or 1.500ms.");
    EXPECT_EQ(error_of("1,000,000", lab::count), "\"1,000,000\" has commas. Write 1000000.");
    EXPECT_EQ(error_of("1'000", lab::count), "\"1'000\" has digits in groups. Write 1000.");
    EXPECT_EQ(error_of("1_000", lab::count), "\"1_000\" has digits in groups. Write 1000.");
    EXPECT_EQ(error_of("1 000", lab::count),
              "\"1 000\" has a space between digits. Write the number in one piece.");
}

TEST(Parse, RefusesWhatIsNoNumber) {
    EXPECT_EQ(error_of("", lab::ms), "Nothing was given. Write 14ms or \"0.4 us\".");
    EXPECT_EQ(error_of("   ", lab::ms), "Nothing was given. Write 14ms or \"0.4 us\".");
    EXPECT_EQ(error_of("fast", lab::ms), "\"fast\" does not begin with a number. Write 14ms or \"0.4 us\".");
    EXPECT_EQ(error_of("~5", lab::ratio), "\"~5\" does not begin with a number. Write 3 or 3.1x.");
    EXPECT_EQ(error_of("ms", lab::ms), "\"ms\" does not begin with a number. Write 14ms or \"0.4 us\".");
    for (const char* text : {"nan", "NaN", "inf", "-inf", "infinity", "+", "-", ".", "+-5", "--5"})
        EXPECT_NE(error_of(text, lab::ms), "") << text;
    EXPECT_EQ(error_of("1.2.3", lab::ms), "\"1.2.3\" is not one number.");
    EXPECT_EQ(error_of("3-5ms", lab::ms), "\"3-5ms\" is not one number.");
    EXPECT_NE(error_of("0x10", lab::ms), "");
    EXPECT_NE(error_of("1e", lab::ms), "");
}

TEST(Parse, RefusesNegativeAndHugeValues) {
    EXPECT_EQ(error_of("-5ms", lab::ms), "\"-5ms\" is negative. Write zero or more.");
    EXPECT_EQ(value_of("-0", lab::ms), 0);
    EXPECT_EQ(error_of("1e400", lab::ms), "\"1e400\" is too large or too small to be meant.");
    EXPECT_EQ(error_of("1e300s", lab::ms), "\"1e300s\" is too large to be meant.");
    EXPECT_EQ(value_of("1e9s", lab::ms), 1e18);
    EXPECT_EQ(error_of("1.001e9s", lab::ms), "\"1.001e9s\" is too large to be meant.");
}

TEST(Parse, ShowsStrangeInputSafely) {
    EXPECT_EQ(error_of("a\033[31m\n", lab::ms),
              "\"a?[31m\" does not begin with a number. Write 14ms or \"0.4 us\".");
    const std::string long_error = error_of(std::string(100000, 'x'), lab::ms);
    EXPECT_LT(long_error.size(), 200U);
    EXPECT_LT(error_of("5 " + std::string(100000, 'x'), lab::ms).size(), 200U);
    // A letter of two bytes across the cut stays whole or goes.
    std::string letters = "x";
    for (int i = 0; i < 50; ++i) letters += "\u00e4";
    EXPECT_NE(error_of(letters, lab::ms).find("\u00e4…\""), std::string::npos);
    EXPECT_NE(error_of(std::string_view("5\0ms", 4), lab::ms), "");
}

TEST(ParseSize, ReadsSizesExactly) {
    EXPECT_EQ(size_of("1"), 1U);
    EXPECT_EQ(size_of("33554432"), 33554432U);
    EXPECT_EQ(size_of("32Mi"), 33554432U);
    EXPECT_EQ(size_of("256MiB"), 268435456U);
    EXPECT_EQ(size_of("64 KiB"), 65536U);
    EXPECT_EQ(size_of(" 64 B "), 64U);
    EXPECT_EQ(size_of("1Gi"), 1073741824U);
    EXPECT_EQ(size_of("2TiB"), 2199023255552U);
    EXPECT_EQ(size_of("+7"), 7U);
    EXPECT_EQ(size_of("007"), 7U);
    EXPECT_EQ(size_of("1e6"), 1000000U);
    EXPECT_EQ(size_of("1E3"), 1000U);
    EXPECT_EQ(size_of("2.5e3"), 2500U);
    EXPECT_EQ(size_of("1000e-3"), 1U);
    EXPECT_EQ(size_of("3kB"), 3000U);
    EXPECT_EQ(size_of("3KB"), 3000U);
    EXPECT_EQ(size_of("4MB"), 4000000U);
    EXPECT_EQ(size_of("4GB"), 4000000000U);
}

TEST(ParseSize, ReadsFractionsThatAreWholeInTheEnd) {
    EXPECT_EQ(size_of("1.5Gi"), 1610612736U);
    EXPECT_EQ(size_of("0.5Ki"), 512U);
    EXPECT_EQ(size_of(".5Ki"), 512U);
    EXPECT_EQ(size_of("1.000"), 1U);
    EXPECT_EQ(size_of("0.0009765625Ki"), 1U);
    EXPECT_EQ(size_of("1.5kB"), 1500U);
    EXPECT_EQ(size_of("1.5000000000000000000000000Ki"), 1536U);
}

TEST(ParseSize, KnowsItsLargest) {
    EXPECT_EQ(size_of("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(size_of("17179869183Gi"), std::uint64_t{17179869183} << 30);
    EXPECT_EQ(size_of("1e19"), 10000000000000000000U);
    for (const char* text : {"18446744073709551616", "17179869184Gi", "1e20", "2e19",
                             "99999999999999999999999", "1e999999999999999999999", "16777216Ti"})
        EXPECT_EQ(size_error_of(text),
                  "\"" + std::string(text) + "\" is too large: it does not fit into 64 bits.");
}

TEST(ParseSize, RefusesZeroNegativeAndFractions) {
    EXPECT_EQ(size_error_of("0"), "\"0\" is zero. A size is 1 or more.");
    EXPECT_EQ(size_error_of("0Mi"), "\"0Mi\" is zero. A size is 1 or more.");
    EXPECT_EQ(size_error_of("0.0e9"), "\"0.0e9\" is zero. A size is 1 or more.");
    EXPECT_EQ(size_error_of("-1"), "\"-1\" is negative. A size is 1 or more.");
    EXPECT_EQ(size_error_of("-0"), "\"-0\" is negative. A size is 1 or more.");
    EXPECT_EQ(
        size_error_of("0.3"),
        "\"0.3\" is not a whole number of bytes or elements. Write for example 4096, 32Mi, 64KiB or 1e6.");
    for (const char* text : {"0.3Ki", "1e-3", "1.00048828125Ki", "1e-999999999", "0.5"})
        EXPECT_NE(size_error_of(text).find("is not a whole number"), std::string::npos) << text;
}

TEST(ParseSize, ExplainsTheRest) {
    EXPECT_EQ(size_error_of(""), "No size was given. Write for example 4096, 32Mi, 64KiB or 1e6.");
    EXPECT_EQ(size_error_of("big"),
              "\"big\" does not begin with a number. Write for example 4096, 32Mi, 64KiB or 1e6.");
    EXPECT_EQ(size_error_of("Mi"),
              "\"Mi\" does not begin with a number. Write for example 4096, 32Mi, 64KiB or 1e6.");
    EXPECT_EQ(size_error_of("."),
              "\".\" does not begin with a number. Write for example 4096, 32Mi, 64KiB or 1e6.");
    EXPECT_EQ(size_error_of("32M"),
              "\"32M\" is not clear: people disagree about M. Write 32Mi for powers of 1024, or 32e6 for "
              "powers of 1000.");
    EXPECT_EQ(size_error_of("32 k"),
              "\"32 k\" is not clear: people disagree about k. Write 32Ki for powers of 1024, or 32e3 for "
              "powers of 1000.");
    EXPECT_EQ(size_error_of("32ms"),
              "\"32ms\" is a time, but a size is wanted. Write for example 4096, 32Mi, 64KiB or 1e6.");
    EXPECT_EQ(
        size_error_of("32mib"),
        "\"mib\" is not a unit here: did you mean MiB? Units: none, Ki, Mi, Gi, KiB, MiB, GiB, kB, MB, GB.");
    EXPECT_EQ(size_error_of("1,5Gi"), "\"1,5Gi\" has a comma. Write it with a point: 1.5Gi.");
    EXPECT_EQ(size_error_of("1,024"),
              "\"1,024\" has a comma, which can be read in two ways. Write 1024 or 1.024.");
    EXPECT_EQ(size_error_of("33 554 432"),
              "\"33 554 432\" has a space between digits. Write the number in one piece.");
    for (const char* text : {"nan", "inf", "1.2.3", "0x1000", "4e", "4-3", "1 2", "e5"})
        EXPECT_NE(size_error_of(text), "") << text;
}

TEST(ParseSize, ReadsAnyWholeNumberBack) {
    lab::Random random{2};
    for (int trial = 0; trial < 1000; ++trial) {
        const std::uint64_t size = (random.next() >> random.below(64)) | 1;
        EXPECT_EQ(size_of(std::to_string(size)), size);
        if (size < (std::uint64_t{1} << 44)) {
            EXPECT_EQ(size_of(std::to_string(size) + "MiB"), size << 20);
        }
    }
}

TEST(Parse, DoesNotFollowTheLocale) {
    const HostileLocale locale;
    std::ostringstream proof;
    proof << 1234.5;
    ASSERT_EQ(proof.str(), "1.234,5") << "the locale of this test is not hostile";
    EXPECT_EQ(value_of("1.5ms", lab::ns), 1.5e6);
    EXPECT_EQ(value_of("1234.5", lab::ns), 1234.5);
    EXPECT_EQ(error_of("1,5", lab::ms), "\"1,5\" has a comma. Write it with a point: 1.5.");
    EXPECT_EQ(size_of("1.5Gi"), 1610612736U);
    EXPECT_EQ(size_of("33554432"), 33554432U);
    EXPECT_EQ(size_error_of("32M"),
              "\"32M\" is not clear: people disagree about M. Write 32Mi for powers of 1024, or 32e6 for "
              "powers of 1000.");
}

}  // namespace

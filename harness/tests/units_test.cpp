// Tests how quantities are printed, and that no locale changes it.
#include "harness/units.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "hostile_locale.hpp"

#include "harness/tests/not_numbers.hpp"

namespace {

using lab::testing::infinity;
using lab::testing::nan;

using lab::Kind;
using lab::show;

TEST(Unit, IsMadeFromItsName) {
    constexpr lab::Unit milliseconds = lab::ms;
    static_assert(milliseconds.name == "ms" && milliseconds.kind == Kind::time && milliseconds.scale == 1e6);
    static_assert(lab::Unit{lab::ns}.scale == 1 && lab::Unit{lab::us}.scale == 1e3 &&
                  lab::Unit{lab::s}.scale == 1e9);
    static_assert(lab::Unit{lab::bytes}.name == "B" && lab::Unit{lab::KiB}.scale == 1024);
    static_assert(lab::Unit{lab::MiB}.scale == 1048576 && lab::Unit{lab::GiB}.scale == 1073741824);
    static_assert(lab::Unit{lab::GBps}.name == "GB/s" && lab::Unit{lab::GBps}.kind == Kind::rate);
    static_assert(lab::Unit{lab::count}.name.empty() && lab::Unit{lab::cycles}.name == "cycles");
    static_assert(lab::Unit{lab::ratio}.name == "x" && lab::Unit{lab::ratio}.kind == Kind::ratio);
    static_assert(lab::Unit{lab::percent}.name == "%" && lab::Unit{lab::percent}.kind == Kind::percent);
    static_assert(lab::Ki(3) == 3072 && lab::Mi(32) == 33554432 && lab::Gi(4) == 4294967296);
    EXPECT_EQ(milliseconds.name, "ms");
}

TEST(Show, TimesInTheUnitThatReadsBest) {
    EXPECT_EQ(show(1, Kind::time), "1.00 ns");
    EXPECT_EQ(show(0.25, Kind::time), "0.250 ns");
    EXPECT_EQ(show(0.0123, Kind::time), "0.0123 ns");
    EXPECT_EQ(show(12.34, Kind::time), "12.3 ns");
    EXPECT_EQ(show(123.4, Kind::time), "123 ns");
    EXPECT_EQ(show(1450000, Kind::time), "1.45 ms");
    EXPECT_EQ(show(14.5e6, Kind::time), "14.5 ms");
    EXPECT_EQ(show(2e3, Kind::time), "2.00 us");
    EXPECT_EQ(show(30e9, Kind::time), "30.0 s");
    EXPECT_EQ(show(4321e9, Kind::time), "4321 s");
    EXPECT_EQ(show(0, Kind::time), "0 ns");
    EXPECT_EQ(show(-0.0, Kind::time), "0 ns");
    EXPECT_EQ(show(-1.5e6, Kind::time), "-1.50 ms") << "a difference of times may be negative";
}

TEST(Show, RoundsIntoTheNextUnit) {
    EXPECT_EQ(show(999.4, Kind::time), "999 ns");
    EXPECT_EQ(show(999.6, Kind::time), "1.00 us");
    EXPECT_EQ(show(9.994, Kind::time), "9.99 ns");
    EXPECT_EQ(show(9.996, Kind::time), "10.0 ns");
    EXPECT_EQ(show(99.96, Kind::time), "100 ns");
}

TEST(Show, SizesWithoutZerosThatSayNothing) {
    EXPECT_EQ(show(64, Kind::bytes), "64 B");
    EXPECT_EQ(show(1023, Kind::bytes), "1023 B");
    EXPECT_EQ(show(1024, Kind::bytes), "1 KiB");
    EXPECT_EQ(show(32 * 1024, Kind::bytes), "32 KiB");
    EXPECT_EQ(show(1536, Kind::bytes), "1.5 KiB");
    EXPECT_EQ(show(1023 * 1024, Kind::bytes), "1023 KiB");
    EXPECT_EQ(show(1000000, Kind::bytes), "977 KiB");
    EXPECT_EQ(show(268435456, Kind::bytes), "256 MiB");
    EXPECT_EQ(show(1.07e9, Kind::bytes), "1020 MiB");
    EXPECT_EQ(show(1.5 * 1099511627776.0, Kind::bytes), "1.5 TiB");
    EXPECT_EQ(show(0, Kind::bytes), "0 B");
    EXPECT_EQ(show(0.5, Kind::bytes), "0.5 B") << "bytes per item";
}

TEST(Show, RatesInDecimalUnits) {
    EXPECT_EQ(show(12.5, Kind::rate), "12.5 GB/s");
    EXPECT_EQ(show(140, Kind::rate), "140 GB/s");
    EXPECT_EQ(show(0.85, Kind::rate), "850 MB/s");
    EXPECT_EQ(show(1200, Kind::rate), "1.20 TB/s");
    EXPECT_EQ(show(0, Kind::rate), "0 GB/s");
}

TEST(Show, CountsRatiosAndPercent) {
    EXPECT_EQ(show(1024, Kind::count), "1024");
    EXPECT_EQ(show(65536, Kind::count), "65536");
    EXPECT_EQ(show(0.497, Kind::count), "0.497") << "mispredictions per byte";
    EXPECT_EQ(show(33554432, Kind::count), "3.36e7");
    EXPECT_EQ(show(0, Kind::count), "0");
    EXPECT_EQ(show(3.1234, Kind::ratio), "3.12x");
    EXPECT_EQ(show(1, Kind::ratio), "1.00x");
    EXPECT_EQ(show(0.05, Kind::ratio), "0.0500x");
    EXPECT_EQ(show(12345678, Kind::ratio), "1.23e7x");
    EXPECT_EQ(show(12.5, Kind::percent), "12.5 %");
    EXPECT_EQ(show(100, Kind::percent), "100 %");
}

TEST(Show, NeverMakesAValueOutOfNone) {
    for (const Kind kind : {Kind::time, Kind::bytes, Kind::rate, Kind::count, Kind::ratio, Kind::percent}) {
        EXPECT_EQ(show(nan, kind), "unknown");
        EXPECT_EQ(show(infinity, kind), "unknown");
        EXPECT_EQ(show(-infinity, kind), "unknown");
    }
}

TEST(Show, TellsTinyAndHugeValuesShortly) {
    EXPECT_EQ(show(1e-9, Kind::time), "1.00e-9 ns");
    EXPECT_EQ(show(1e30, Kind::time), "1.00e21 s");
    EXPECT_EQ(show(1e300, Kind::count), "1.00e300");
}

TEST(ShowIn, UsesTheUnitAskedFor) {
    EXPECT_EQ(lab::show_in(14.5e6, lab::ms), "14.5 ms");
    EXPECT_EQ(lab::show_in(14.5e6, lab::us), "14500 us");
    EXPECT_EQ(lab::show_in(250, lab::ms), "0.000250 ms");
    EXPECT_EQ(lab::show_in(268435456, lab::GiB), "0.25 GiB");
    EXPECT_EQ(lab::show_in(3, lab::ratio), "3.00x");
    EXPECT_EQ(lab::show_in(42, lab::count), "42");
    EXPECT_EQ(lab::show_in(4.5, lab::cycles), "4.5 cycles");
    EXPECT_EQ(lab::show_in(nan, lab::ms), "unknown");
}

TEST(Show, DoesNotFollowTheLocale) {
    const HostileLocale locale;
    EXPECT_EQ(show(1450000, Kind::time), "1.45 ms");
    EXPECT_EQ(show(4321e9, Kind::time), "4321 s");
    EXPECT_EQ(show(65536, Kind::count), "65536");
    EXPECT_EQ(show(33554432, Kind::count), "3.36e7");
    EXPECT_EQ(show(1536, Kind::bytes), "1.5 KiB");
    EXPECT_EQ(show(12.5, Kind::rate), "12.5 GB/s");
    EXPECT_EQ(show(3.1234, Kind::ratio), "3.12x");
    EXPECT_EQ(lab::show_in(14.5e6, lab::us), "14500 us");
}

TEST(UnitNames, AreReadBack) {
    EXPECT_EQ(lab::unit_names(Kind::time), "ns, us, ms, s");
    EXPECT_EQ(lab::unit_names(Kind::bytes), "B, KiB, MiB, GiB");
    EXPECT_EQ(lab::unit_names(Kind::rate), "MB/s, GB/s");
}

TEST(EditDistance, CountsSingleLetterEdits) {
    EXPECT_EQ(lab::edit_distance("", ""), 0U);
    EXPECT_EQ(lab::edit_distance("", "abc"), 3U);
    EXPECT_EQ(lab::edit_distance("abc", ""), 3U);
    EXPECT_EQ(lab::edit_distance("stride", "stride"), 0U);
    EXPECT_EQ(lab::edit_distance("strde", "stride"), 1U) << "insert";
    EXPECT_EQ(lab::edit_distance("striide", "stride"), 1U) << "delete";
    EXPECT_EQ(lab::edit_distance("stryde", "stride"), 1U) << "replace";
    EXPECT_EQ(lab::edit_distance("strdie", "stride"), 1U) << "swap two neighbours";
    EXPECT_EQ(lab::edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(lab::edit_distance("Stride", "stride"), 1U) << "case counts";
}

TEST(EditDistance, IsTheSameBothWays) {
    const std::vector<std::string> words = {"", "a", "ab", "ba", "chase", "cache", "branch", "false_sharing"};
    for (const auto& a : words)
        for (const auto& b : words)
            EXPECT_EQ(lab::edit_distance(a, b), lab::edit_distance(b, a)) << a << ", " << b;
}

TEST(Nearest, FindsTheWordMeant) {
    const std::vector<std::string> labs = {"stride", "chase", "branch", "false_sharing", "known_cost"};
    EXPECT_EQ(lab::nearest("strdie", labs), "stride");
    EXPECT_EQ(lab::nearest("STRIDE", labs), "stride");
    EXPECT_EQ(lab::nearest("chas", labs), "chase");
    EXPECT_EQ(lab::nearest("false-shareing", labs), "false_sharing");
    EXPECT_EQ(lab::nearest("known", labs), "known_cost") << "a known word begins with it";
    EXPECT_EQ(lab::nearest("brunch", labs), "branch");
}

TEST(Nearest, IsSilentWhenNothingIsNear) {
    const std::vector<std::string> labs = {"stride", "chase", "branch"};
    EXPECT_EQ(lab::nearest("matrix", labs), "");
    EXPECT_EQ(lab::nearest("", labs), "");
    EXPECT_EQ(lab::nearest("st", labs), "") << "two letters are too few to guess from";
    EXPECT_EQ(lab::nearest(std::string(1000, 's'), labs), "");
    EXPECT_EQ(lab::nearest("stride", {}), "");
}

TEST(Nearest, KeepsToItsBounds) {
    const std::vector<std::string> five = {"chase"};
    EXPECT_EQ(lab::nearest("chaxe", five), "chase") << "five letters: one edit";
    EXPECT_EQ(lab::nearest("chxxe", five), "") << "five letters: not two";
    const std::vector<std::string> six = {"stride"};
    EXPECT_EQ(lab::nearest("strixx", six), "stride") << "six letters: two edits";
    EXPECT_EQ(lab::nearest("strxxx", six), "") << "six letters: not three";
    const std::vector<std::string> tie = {"chare", "chase"};
    EXPECT_EQ(lab::nearest("chaxe", tie), "chare") << "the first wins";
}

}  // namespace

// Public tests of cache_geometry: each case names one thing that the functions must get right.
#include "cache_geometry.hpp"

#include <cstdint>

#include "harness/exercise/expect.hpp"

namespace {

using namespace cache_geometry;

constexpr std::uint64_t top = UINT64_MAX;  // the last address of all

constexpr Cache l1{.size = 32 * 1024, .ways = 8, .line = 64};              // 64 sets
constexpr Cache l1_of_12_ways{.size = 48 * 1024, .ways = 12, .line = 64};  // 64 sets as well
constexpr Cache l3_slice{.size = 1536 * 1024, .ways = 16, .line = 64};     // 1536 sets: no power of two
constexpr Cache one_set{.size = 512, .ways = 8, .line = 64};               // fully associative
constexpr Cache one_way{.size = 4096, .ways = 1, .line = 32};              // direct mapped, 128 sets

// ---- lines_covered ----

TEST(LinesCovered, StartsOnALine) {
    EXPECT_ANSWER(lines_covered(0, 64, 64), 1u);
    EXPECT_ANSWER(lines_covered(128, 65, 64), 2u);
    EXPECT_ANSWER(lines_covered(4096, 4000, 64), 63u);
}

TEST(LinesCovered, StartsInsideALine) {
    EXPECT_ANSWER(lines_covered(60, 8, 64), 2u);
    EXPECT_ANSWER(lines_covered(1, 64, 64), 2u);
    EXPECT_ANSWER(lines_covered(63, 66, 64), 3u);
    EXPECT_ANSWER(lines_covered(0x12345, 4000, 64), 63u);
    EXPECT_ANSWER(lines_covered(0x12365, 4000, 64), 64u);
}

TEST(LinesCovered, EndsWithTheLastByteOfALine) {
    EXPECT_ANSWER(lines_covered(60, 4, 64), 1u);
    EXPECT_ANSWER(lines_covered(63, 1, 64), 1u);
    EXPECT_ANSWER(lines_covered(63, 2, 64), 2u);
    EXPECT_ANSWER(lines_covered(32, 96, 64), 2u);
}

TEST(LinesCovered, NoBytesCoverNoLine) {
    EXPECT_ANSWER(lines_covered(0, 0, 64), 0u);
    EXPECT_ANSWER(lines_covered(100, 0, 64), 0u);
    EXPECT_ANSWER(lines_covered(top, 0, 64), 0u);
}

TEST(LinesCovered, OtherLineSizes) {
    EXPECT_ANSWER(lines_covered(60, 8, 32), 2u);
    EXPECT_ANSWER(lines_covered(60, 8, 128), 1u);
    EXPECT_ANSWER(lines_covered(7, 5, 1), 5u);
    EXPECT_ANSWER(lines_covered(250, 1000, 256), 5u);
}

TEST(LinesCovered, HugeAddresses) {
    EXPECT_ANSWER(lines_covered(top - 63, 64, 64), 1u);
    EXPECT_ANSWER(lines_covered(top, 1, 64), 1u);
    EXPECT_ANSWER(lines_covered(0, top, 64), std::uint64_t{1} << 58);
    EXPECT_ANSWER(lines_covered(0x7fff'ffff'fff0, 32, 64), 2u);
}

// To refuse everything is no answer either: each of these begins with a question that has one.
TEST(LinesCovered, RefusesBytesPastTheLastAddress) {
    EXPECT_ANSWER(lines_covered(top, 1, 64), 1u);
    EXPECT_REFUSED(lines_covered(top, 2, 64));
    EXPECT_REFUSED(lines_covered(100, top, 64));
}

TEST(LinesCovered, RefusesALineThatIsNoPowerOfTwo) {
    EXPECT_ANSWER(lines_covered(0, 64, 32), 2u);
    EXPECT_REFUSED(lines_covered(0, 64, 0));
    EXPECT_REFUSED(lines_covered(0, 64, 48));
    EXPECT_REFUSED(lines_covered(0, 0, 96));
}

// The definition, byte by byte, against your function: slow and certain.
TEST(LinesCovered, AgreesWithCountingByteByByte) {
    for (const std::uint64_t line : {1u, 2u, 16u, 64u}) {
        for (std::uint64_t address = 0; address < 70; ++address) {
            for (std::uint64_t bytes = 0; bytes < 140; ++bytes) {
                std::uint64_t lines = 0;
                for (std::uint64_t i = 0; i < bytes; ++i) {
                    const bool new_line = i == 0 || (address + i) % line == 0;
                    lines += new_line ? 1 : 0;
                }
                const expect::Given given("address ", address, ", bytes ", bytes, ", line ", line);
                EXPECT_ANSWER(lines_covered(address, bytes, line), lines);
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

// ---- straddling_structs ----

TEST(StraddlingStructs, WorkedExample) {
    EXPECT_ANSWER(straddling_structs(0, 24, 8, 64), 2u);
    EXPECT_ANSWER(straddling_structs(0, 24, 1000, 64), 250u);
}

TEST(StraddlingStructs, SizesThatDivideTheLineNeverStraddleWhenAligned) {
    EXPECT_ANSWER(straddling_structs(0, 16, 1000, 64), 0u);
    EXPECT_ANSWER(straddling_structs(4096, 32, 1000, 64), 0u);
    EXPECT_ANSWER(straddling_structs(64, 64, 1000, 64), 0u);
}

TEST(StraddlingStructs, TheAddressOfTheArrayMatters) {
    EXPECT_ANSWER(straddling_structs(8, 16, 1000, 64), 250u);
    EXPECT_ANSWER(straddling_structs(8, 64, 1000, 64), 1000u);
    EXPECT_ANSWER(straddling_structs(40, 24, 1, 64), 0u);
    EXPECT_ANSWER(straddling_structs(41, 24, 1, 64), 1u);
}

TEST(StraddlingStructs, LargerThanALineAlwaysStraddle) {
    EXPECT_ANSWER(straddling_structs(0, 65, 1000, 64), 1000u);
    EXPECT_ANSWER(straddling_structs(0, 200, 10, 64), 10u);
}

TEST(StraddlingStructs, OneByteNeverStraddles) { EXPECT_ANSWER(straddling_structs(63, 1, 1000, 64), 0u); }

TEST(StraddlingStructs, NoStructs) { EXPECT_ANSWER(straddling_structs(5, 24, 0, 64), 0u); }

TEST(StraddlingStructs, AgreesWithTheDefinition) {
    for (std::uint64_t address = 0; address < 64; ++address) {
        for (std::uint64_t bytes = 1; bytes < 80; ++bytes) {
            std::uint64_t straddling = 0;
            for (std::uint64_t i = 0; i < 100; ++i) {
                const auto first = address + i * bytes;
                straddling += first / 32 != (first + bytes - 1) / 32 ? 1 : 0;
            }
            const expect::Given given("address ", address, ", struct of ", bytes, " bytes");
            EXPECT_ANSWER(straddling_structs(address, bytes, 100, 32), straddling);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(StraddlingStructs, RefusesWhatCannotBe) {
    EXPECT_ANSWER(straddling_structs(41, 24, 1, 64), 1u);
    EXPECT_REFUSED(straddling_structs(0, 0, 10, 64));
    EXPECT_REFUSED(straddling_structs(0, 24, 10, 0));
    EXPECT_REFUSED(straddling_structs(0, 24, 10, 60));
    EXPECT_REFUSED(straddling_structs(top - 100, 24, 5, 64));
    EXPECT_REFUSED(straddling_structs(0, std::uint64_t{1} << 63, 4, 64));
}

TEST(StraddlingStructs, AnArrayMayEndAtTheLastAddress) {
    EXPECT_ANSWER(straddling_structs(top - 119, 24, 5, 64), 1u);
}

// ---- set_count ----

TEST(SetCount, CommonCaches) {
    EXPECT_ANSWER(set_count(l1), 64u);
    EXPECT_ANSWER(set_count(l1_of_12_ways), 64u);
    EXPECT_ANSWER(set_count(one_set), 1u);
    EXPECT_ANSWER(set_count(one_way), 128u);
    EXPECT_ANSWER(set_count(l3_slice), 1536u);
    EXPECT_ANSWER(set_count({.size = 20 * 1024 * 1024, .ways = 20, .line = 64}), 16384u);
}

TEST(SetCount, RefusesWhatIsNoCache) {
    EXPECT_ANSWER(set_count(l1), 64u);
    EXPECT_REFUSED(set_count({.size = 0, .ways = 8, .line = 64}));
    EXPECT_REFUSED(set_count({.size = 32 * 1024, .ways = 0, .line = 64}));
    EXPECT_REFUSED(set_count({.size = 32 * 1024, .ways = 8, .line = 0}));
    EXPECT_REFUSED(set_count({.size = 48 * 1024, .ways = 8, .line = 48}));
    EXPECT_REFUSED(set_count({.size = 32 * 1024, .ways = 12, .line = 64}));
    EXPECT_REFUSED(set_count({.size = 256, .ways = 8, .line = 64}));
    EXPECT_REFUSED(set_count({.size = 32 * 1024 + 64, .ways = 8, .line = 64}));
}

// ways × line is 2^64, which a 64-bit number holds as 0.
TEST(SetCount, RefusesNumbersThatOverflow) {
    EXPECT_ANSWER(set_count(one_way), 128u);
    EXPECT_REFUSED(set_count({.size = 4096, .ways = std::uint64_t{1} << 58, .line = 64}));
    EXPECT_REFUSED(set_count({.size = 64, .ways = (std::uint64_t{1} << 58) + 1, .line = 64}));
}

// ---- set_index ----

TEST(SetIndex, WorkedExample) { EXPECT_ANSWER(set_index(0x12345, l1), 13u); }

TEST(SetIndex, AllBytesOfALineGoToOneSet) {
    EXPECT_ANSWER(set_index(0x1000, l1), 0u);
    EXPECT_ANSWER(set_index(0x103f, l1), 0u);
    EXPECT_ANSWER(set_index(0x1040, l1), 1u);
    EXPECT_ANSWER(set_index(0x0fff, l1), 63u);
}

TEST(SetIndex, WaysThatAreNoPowerOfTwo) {
    EXPECT_ANSWER(set_index(0x12345, l1_of_12_ways), 13u);
    EXPECT_ANSWER(set_index(0xfffff, l1_of_12_ways), 63u);
}

TEST(SetIndex, SetsThatAreNoPowerOfTwo) {
    EXPECT_ANSWER(set_index(1536 * 64, l3_slice), 0u);
    EXPECT_ANSWER(set_index(1535 * 64 + 63, l3_slice), 1535u);
    EXPECT_ANSWER(set_index(0x1234567, l3_slice), 277u);
}

TEST(SetIndex, OneSetHoldsEverything) {
    EXPECT_ANSWER(set_index(0, one_set), 0u);
    EXPECT_ANSWER(set_index(0x12345, one_set), 0u);
    EXPECT_ANSWER(set_index(top, one_set), 0u);
}

TEST(SetIndex, OneWay) {
    EXPECT_ANSWER(set_index(0x12345, one_way), 26u);
    EXPECT_ANSWER(set_index(4095, one_way), 127u);
}

TEST(SetIndex, HugeAddress) { EXPECT_ANSWER(set_index(top, l1), 63u); }

TEST(SetIndex, RefusesWhatIsNoCache) {
    EXPECT_ANSWER(set_index(0x12345, l1), 13u);
    EXPECT_REFUSED(set_index(0x12345, {.size = 32 * 1024, .ways = 0, .line = 64}));
    EXPECT_REFUSED(set_index(0x12345, {.size = 32 * 1024, .ways = 12, .line = 64}));
    EXPECT_REFUSED(set_index(0x12345, {.size = 32 * 1024, .ways = 8, .line = 65}));
}

// ---- next_in_same_set ----

TEST(NextInSameSet, WorkedExample) { EXPECT_ANSWER(next_in_same_set(0x12345, l1), 0x13345u); }

TEST(NextInSameSet, OtherCaches) {
    EXPECT_ANSWER(next_in_same_set(100, l1_of_12_ways), 4196u);
    EXPECT_ANSWER(next_in_same_set(100, l3_slice), 98404u);
    EXPECT_ANSWER(next_in_same_set(100, one_way), 4196u);
    EXPECT_ANSWER(next_in_same_set(100, one_set), 164u);
}

TEST(NextInSameSet, NoAddressBetweenIsInTheSameSet) {
    for (const Cache cache : {l1, l1_of_12_ways, l3_slice, one_way, one_set}) {
        const std::uint64_t address = 0x12345;
        const auto next = next_in_same_set(address, cache);
        const expect::Given given("cache of ", cache.size, " bytes, ", cache.ways, " ways, lines of ",
                                  cache.line, "; next_in_same_set(0x12345) said ", next);
        EXPECT_ANSWER(set_index(next, cache), set_index(address, cache));
        ASSERT_GT(next, address);
        ASSERT_LE(next - address, std::uint64_t{100'000}) << "far above the cache's own size of one way";
        for (auto between = address + cache.line; between < next; between += cache.line) {
            ASSERT_NE(set_index(between, cache), set_index(address, cache))
                << "address " << between << " lies between and is in the same set";
        }
    }
}

TEST(NextInSameSet, RefusesWhatIsNoCacheAndWhatHasNoNext) {
    EXPECT_REFUSED(next_in_same_set(0, {.size = 0, .ways = 8, .line = 64}));
    EXPECT_REFUSED(next_in_same_set(0, {.size = 1000, .ways = 8, .line = 64}));
    EXPECT_REFUSED(next_in_same_set(top - 100, l1));
    EXPECT_ANSWER(next_in_same_set(top - 4096, l1), top);
    EXPECT_REFUSED(next_in_same_set(top - 4095, l1));
}

}  // namespace

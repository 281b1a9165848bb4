// Public tests of branch_free_collect: the right bytes in the right order, on a path that the data don't change.
#include "branch_free_collect.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/exercise/expect.hpp"
#include "surprises.hpp"

namespace {

using branch_free_collect::collect_high;
using Bytes = std::vector<std::uint8_t>;

// Bytes that look random and are the same in every run.
Bytes random_bytes(std::size_t count) {
    Bytes bytes(count);
    std::uint32_t state = 2463534242U;
    for (auto& byte : bytes) {
        state ^= state << 13U;  // Marsaglia's xorshift32
        state ^= state >> 17U;
        state ^= state << 5U;
        byte = static_cast<std::uint8_t>(state >> 11U);
    }
    return bytes;
}

// The definition, written as plainly as it can be.
Bytes high_bytes_of(const Bytes& bytes) {
    Bytes kept;
    std::copy_if(bytes.begin(), bytes.end(), std::back_inserter(kept),
                 [](std::uint8_t byte) { return byte >= 128; });
    return kept;
}

TEST(CollectHigh, KeepsFrom128Up) {
    EXPECT_ANSWER(collect_high(Bytes{127, 128}), (Bytes{128}));
    EXPECT_ANSWER(collect_high(Bytes{0, 255, 1, 254, 127, 129}), (Bytes{255, 254, 129}));
    Bytes every_byte(256);
    for (std::size_t i = 0; i < 256; ++i) every_byte[i] = static_cast<std::uint8_t>(i);
    EXPECT_ANSWER(collect_high(every_byte), Bytes(every_byte.begin() + 128, every_byte.end()));
}

TEST(CollectHigh, KeepsOrderAndRepetitions) {
    EXPECT_ANSWER(collect_high(Bytes{200, 130, 200, 5, 130, 130, 255, 128}),
                  (Bytes{200, 130, 200, 130, 130, 255, 128}));
}

TEST(CollectHigh, OfNothingIsNothing) { EXPECT_ANSWER(collect_high(Bytes{}), (Bytes{})); }

TEST(CollectHigh, OfOneByte) {
    EXPECT_ANSWER(collect_high(Bytes{7}), (Bytes{}));
    EXPECT_ANSWER(collect_high(Bytes{222}), (Bytes{222}));
}

TEST(CollectHigh, KeepsAllOrNone) {
    EXPECT_ANSWER(collect_high(Bytes(1000, 128)), Bytes(1000, 128));
    EXPECT_ANSWER(collect_high(Bytes(1000, 127)), (Bytes{}));
    EXPECT_ANSWER(collect_high(Bytes(1000, 0)), (Bytes{}));
}

TEST(CollectHigh, EndsRight) {
    EXPECT_ANSWER(collect_high(Bytes{1, 2, 200}), (Bytes{200}));
    EXPECT_ANSWER(collect_high(Bytes{200, 1, 2}), (Bytes{200}));
}

TEST(CollectHigh, OfRandomBytesOfEveryLength) {
    for (std::size_t length = 0; length <= 130; ++length) {
        const Bytes bytes = random_bytes(length);
        const ::expect::Given given("the first ", length, " of the random bytes");
        EXPECT_ANSWER(collect_high(bytes), high_bytes_of(bytes));
    }
    const Bytes bytes = random_bytes(100'000);
    const ::expect::Given given("100,000 random bytes");
    EXPECT_ANSWER(collect_high(bytes), high_bytes_of(bytes));
}

#ifndef LAB_SANITIZED  // a sanitizer follows every access with branches of its own
// What is the same for all data (the loop's end, memory for the result) is taken off: zeros have it too.
TEST(Branches, DontDependOnTheBytes) {
    constexpr std::size_t length = 160;
    const Bytes random = random_bytes(length);
    const Bytes zeros(length, 0);
    Bytes kept;
    const auto on_random = surprises::count([&] { kept = collect_high(random); });
    const auto on_zeros = surprises::count([&] { kept = collect_high(zeros); });
    if (!on_random.trouble.empty() || !on_zeros.trouble.empty()) {
        ADD_FAILURE() << "input     " << length << " bytes\nexpected  a count of surprises\ncame      "
                      << on_random.trouble << on_zeros.trouble;
        return;
    }
    constexpr std::size_t most = length / 4;
    if (on_random.surprises > on_zeros.surprises + most) {
        ADD_FAILURE()
            << "input     " << length << " random bytes, and as many zeros\n"
            << "expected  at most " << most << " more surprises with random bytes than with zeros\n"
            << "came      " << on_random.surprises << " with random bytes, " << on_zeros.surprises
            << " with zeros. A surprise: the next instruction is not\n"
            << "          the one that came here last time. So your machine code still asks about each byte.";
    }
}
#endif

}  // namespace

// Hidden tests of cache_geometry: addresses and caches of any shape, drawn from the secret.
#include <cstdint>
#include <ostream>
#include <stdexcept>

#include "grading/exercises/cache_geometry/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using cache_geometry::Cache;

std::uint64_t power_of_two(grading::Draw& draw, int most) {
    return std::uint64_t{1} << draw.between(0, most);
}

std::uint64_t any_address(grading::Draw& draw) { return draw.next() >> draw.between(8, 60); }

// Half of them have a number of sets that is a power of two, as most real caches do.
Cache any_cache(grading::Draw& draw) {
    const auto line = power_of_two(draw, 8);
    const auto ways = static_cast<std::uint64_t>(draw.between(1, 20));
    const auto sets =
        draw.chance(0.5) ? power_of_two(draw, 14) : static_cast<std::uint64_t>(draw.between(1, 5000));
    return {.size = sets * ways * line, .ways = ways, .line = line};
}

std::string text(const Cache& cache) {
    return std::to_string(cache.size) + " bytes, " + std::to_string(cache.ways) + " ways, lines of " +
           std::to_string(cache.line);
}

TEST(Lines, Covered) {
    grading::for_each_case(200, [](grading::Draw& draw) {
        const auto address = any_address(draw);
        const auto line = power_of_two(draw, 9);
        const auto bytes = draw.below(draw.chance(0.5) ? 2 * line + 2 : 1'000'000);
        EXPECT_EQ(student::lines_covered(address, bytes, line),
                  reference::lines_covered(address, bytes, line))
            << "address " << address << ", bytes " << bytes << ", line " << line;
    });
}

TEST(Lines, AtTheTop) {
    grading::for_each_case(40, [](grading::Draw& draw) {
        const auto line = power_of_two(draw, 9);
        const auto bytes = 1 + draw.below(5 * line);
        const auto address = UINT64_MAX - (bytes - 1);
        EXPECT_EQ(student::lines_covered(address, bytes, line),
                  reference::lines_covered(address, bytes, line));
        EXPECT_THROW(student::lines_covered(address, bytes + 1 + draw.below(100), line),
                     std::invalid_argument);
        EXPECT_THROW(student::straddling_structs(address, bytes, 2, line), std::invalid_argument);
    });
}

TEST(Structs, Straddling) {
    grading::for_each_case(150, [](grading::Draw& draw) {
        const auto address = any_address(draw);
        const auto line = power_of_two(draw, 8);
        const auto bytes = 1 + draw.below(draw.chance(0.7) ? line + 8 : 1000);
        const auto count = draw.below(3000);
        EXPECT_EQ(student::straddling_structs(address, bytes, count, line),
                  reference::straddling_structs(address, bytes, count, line))
            << "address " << address << ", " << count << " structs of " << bytes << " bytes, line " << line;
    });
}

TEST(Sets, CountAndIndex) {
    grading::for_each_case(150, [](grading::Draw& draw) {
        const auto cache = any_cache(draw);
        const auto address = any_address(draw);
        EXPECT_EQ(student::set_count(cache), reference::set_count(cache)) << text(cache);
        EXPECT_EQ(student::set_index(address, cache), reference::set_index(address, cache))
            << "address " << address << ", " << text(cache);
    });
}

TEST(Sets, Next) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        const auto cache = any_cache(draw);
        const auto address = any_address(draw);
        EXPECT_EQ(student::next_in_same_set(address, cache), reference::next_in_same_set(address, cache))
            << "address " << address << ", " << text(cache);
        const auto step = cache.size / cache.ways;
        EXPECT_EQ(student::next_in_same_set(UINT64_MAX - step, cache), UINT64_MAX) << text(cache);
        EXPECT_THROW(student::next_in_same_set(UINT64_MAX - draw.below(step), cache), std::invalid_argument);
    });
}

TEST(Sets, Refusals) {
    grading::for_each_case(40, [](grading::Draw& draw) {
        const auto good = any_cache(draw);
        // A function that throws whatever it is asked gets nothing here.
        EXPECT_EQ(student::set_count(good), reference::set_count(good)) << text(good);
        EXPECT_EQ(student::set_index(good.line, good), reference::set_index(good.line, good)) << text(good);
        EXPECT_EQ(student::next_in_same_set(0, good), reference::next_in_same_set(0, good)) << text(good);
        EXPECT_EQ(student::lines_covered(60, 8, 64), 2u);
        EXPECT_EQ(student::straddling_structs(60, 8, 3, 64), 1u);
        auto bad = good;
        switch (draw.below(6)) {
            case 0:
                bad.size = 0;
                break;
            case 1:
                bad.ways = 0;
                break;
            case 2:
                bad.line = 0;
                break;
            case 3:
                bad.line = 3 * power_of_two(draw, 6), bad.size = 64 * bad.line * bad.ways;
                break;
            case 4:
                bad.size = good.size * 2 + 1 + draw.below(good.ways * good.line), bad.ways *= 2;
                break;
            default:
                bad.ways = std::uint64_t{1} << 63, bad.line = 2 * good.line;
                break;  // ways * line is 2^64 or more
        }
        const auto address = any_address(draw);
        EXPECT_THROW(student::set_count(bad), std::invalid_argument) << text(bad);
        EXPECT_THROW(student::set_index(address, bad), std::invalid_argument) << text(bad);
        EXPECT_THROW(student::next_in_same_set(address, bad), std::invalid_argument) << text(bad);
        const auto no_line = draw.chance(0.5) ? 0 : 3 * power_of_two(draw, 8);
        EXPECT_THROW(student::lines_covered(address, 8, no_line), std::invalid_argument);
        EXPECT_THROW(student::straddling_structs(address, 8, 3, no_line), std::invalid_argument);
        EXPECT_THROW(student::straddling_structs(address, 0, 3, 64), std::invalid_argument);
    });
}

}  // namespace

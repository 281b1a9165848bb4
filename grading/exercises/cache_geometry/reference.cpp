// Reference solution of cache_geometry: proves that the tests can be passed, and judges hidden cases.
#include "cache_geometry.hpp"

#include <stdexcept>

namespace cache_geometry {

namespace {

constexpr std::uint64_t last_address = UINT64_MAX;

void require(bool holds, const char* what) {
    if (!holds) {
        throw std::invalid_argument(what);
    }
}

bool is_power_of_two(std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

void require_line(std::uint64_t line) { require(is_power_of_two(line), "a line is a power of two of bytes"); }

}  // namespace

std::uint64_t lines_covered(std::uint64_t address, std::uint64_t bytes, std::uint64_t line) {
    require_line(line);
    if (bytes == 0) {
        return 0;
    }
    require(bytes - 1 <= last_address - address, "the bytes run past the last address");
    const auto first = address / line;
    const auto last = (address + (bytes - 1)) / line;
    return last - first + 1;
}

std::uint64_t straddling_structs(std::uint64_t address, std::uint64_t struct_bytes, std::uint64_t count,
                                 std::uint64_t line) {
    require_line(line);
    require(struct_bytes != 0, "a struct has at least one byte");
    if (count == 0) {
        return 0;
    }
    require(count <= last_address / struct_bytes, "the array is larger than the address space");
    require(count * struct_bytes - 1 <= last_address - address, "the array runs past the last address");
    std::uint64_t straddling = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto place_in_line = (address + i * struct_bytes) % line;
        if (struct_bytes > line - place_in_line) {
            ++straddling;
        }
    }
    return straddling;
}

std::uint64_t set_count(Cache cache) {
    require_line(cache.line);
    require(cache.ways != 0, "a set has at least one way");
    require(cache.ways <= last_address / cache.line, "ways times line overflows");
    const auto set_bytes = cache.ways * cache.line;
    require(cache.size != 0, "a cache has at least one set");
    require(cache.size % set_bytes == 0, "the size is no whole number of sets");
    return cache.size / set_bytes;
}

std::uint64_t set_index(std::uint64_t address, Cache cache) {
    const auto sets = set_count(cache);
    return address / cache.line % sets;
}

std::uint64_t next_in_same_set(std::uint64_t address, Cache cache) {
    const auto step = set_count(cache) * cache.line;
    require(address <= last_address - step, "no higher address is in the same set");
    return address + step;
}

}  // namespace cache_geometry

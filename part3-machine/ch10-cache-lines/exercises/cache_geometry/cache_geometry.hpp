// Where bytes live in a cache: lines covered, structs that straddle, sets. The interface; you don't edit it.
#pragma once

#include <cstdint>

namespace cache_geometry {

// A cache as its maker states it. All three in plain numbers: {.size = 48 * 1024, .ways = 12, .line = 64}.
struct Cache {
    std::uint64_t size;  // bytes in the whole cache
    std::uint64_t ways;  // lines in one set
    std::uint64_t line;  // bytes in one line
};

// A line is legal when its size is a power of two: 1, 2, 4, 8, … bytes.
// A cache is legal when its line is, it has at least one way, and its size is a whole number of sets (one or
// more), each `ways` lines long. The number of sets and of ways need not be a power of two.
// Everything else is refused: throw std::invalid_argument.

// How many lines hold at least one of the `bytes` bytes that start at `address`. No bytes cover no line.
// Refused: a line that isn't legal; bytes that would run past the last address, 2^64 - 1.
std::uint64_t lines_covered(std::uint64_t address, std::uint64_t bytes, std::uint64_t line);

// How many structs of an array lie in more than one line each. The array starts at `address`; its `count`
// structs of `struct_bytes` bytes follow each other without a gap. `count` is at most a million in the tests.
// Refused: a line that isn't legal; structs of 0 bytes; an array that would run past the last address.
std::uint64_t straddling_structs(std::uint64_t address, std::uint64_t struct_bytes, std::uint64_t count,
                                 std::uint64_t line);

// How many sets the cache has. Refused: a cache that isn't legal.
std::uint64_t set_count(Cache cache);

// The set that the byte at `address` goes to: lines are dealt out to the sets in turn, 0, 1, 2, …, last, 0, …
// Refused: a cache that isn't legal.
std::uint64_t set_index(std::uint64_t address, Cache cache);

// The next address above `address` that is in another line of the same set, at the same place in its line.
// Refused: a cache that isn't legal; no such address below 2^64.
std::uint64_t next_in_same_set(std::uint64_t address, Cache cache);

}  // namespace cache_geometry

// Seeded data with stated properties, for benchmarks that can be repeated. The interface; you don't edit it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workloads {

// Throughout: the same arguments give the same data, in every call, whatever was called in between. Another
// seed gives other data: all 64 bits of the seed count, and 0 is a seed like any other. No generator touches
// anything outside itself (no global generator, no std::rand), and none reads a clock or std::random_device.
// n = 0 gives no elements. Bad arguments are refused with std::invalid_argument.

// 0, 1, 2, …, n - 1 in order, but with n / every swaps: the elements at places every - 1, 2 * every - 1, …
// each change places with an element anywhere in the array, chosen at random. So most elements are at home
// (at the place that their value names), those that aren't are spread over the whole array, and most of those
// are far from home. Every value from 0 to n - 1 still occurs exactly once. Refused: `every` below 10.
std::vector<std::uint32_t> nearly_sorted(std::size_t n, std::size_t every, std::uint64_t seed);

// n values from 0 to distinct - 1, each one drawn at random, all of them equally likely, in no order.
// Refused: no distinct values.
std::vector<std::uint32_t> few_distinct(std::size_t n, std::uint32_t distinct, std::uint64_t seed);

// Up and down again like the pipes of an organ: 0, 1, 2, …, 2, 1, 0. An even n has its largest value twice in
// the middle, an odd n once. Nothing here is random, so there is no seed.
std::vector<std::uint32_t> organ_pipe(std::size_t n);

// n keys from 0 to keys - 1, drawn at random in no order, with few popular and many rare ones (Zipf's law):
// key k is drawn with a probability proportional to 1 / (k + 1). So key 0 comes twice as often as key 1,
// three times as often as key 2, and so on. Refused: no keys.
std::vector<std::uint32_t> zipf(std::size_t n, std::uint32_t keys, std::uint64_t seed);

}  // namespace workloads

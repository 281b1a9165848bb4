// Keep the bytes that are 128 or more, without asking about each: the interface; you don't edit it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace branch_free_collect {

// The bytes that are 128 or more, in the order in which they stand in `bytes`, and nothing else.
std::vector<std::uint8_t> collect_high(std::span<const std::uint8_t> bytes);

}  // namespace branch_free_collect

// Reference solution of branch_free_collect: store every byte, and move on only after those that are kept.
#include "branch_free_collect.hpp"

#include <cstddef>

namespace branch_free_collect {

std::vector<std::uint8_t> collect_high(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> kept(bytes.size());
    std::size_t count = 0;
    for (const std::uint8_t byte : bytes) {
        kept[count] = byte;
        count += static_cast<std::size_t>(byte >> 7);  // the highest bit: 1 from 128 up, else 0
    }
    kept.resize(count);
    return kept;
}

}  // namespace branch_free_collect

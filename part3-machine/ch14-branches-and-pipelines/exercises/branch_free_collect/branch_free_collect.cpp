// Keep the bytes that are 128 or more: right answers, and a branch for every byte that the processor must guess.
#include "branch_free_collect.hpp"

namespace branch_free_collect {

// ---- Edit from here … ----

std::vector<std::uint8_t> collect_high(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> kept;
    kept.reserve(bytes.size());
    for (const std::uint8_t byte : bytes) {
        if (byte >= 128) {
            kept.push_back(byte);
        }
    }
    return kept;
}

// ---- … to here. ----

}  // namespace branch_free_collect

// What the programs with planted lies share: an honest sum, its data, and the end of every experiment.
#pragma once

#include "harness/lab.hpp"

#include <span>
#include <string>
#include <vector>

namespace planted {

// 4,096 numbers in 32 KiB. The floor of their sum is some 70 ns, so a lie that takes 2 ns is caught by a wide margin.
struct Numbers {
    std::vector<std::uint64_t> all = std::vector<std::uint64_t>(4096);

    Numbers() {
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    }
    [[nodiscard]] double bytes() const { return 8.0 * static_cast<double>(all.size()); }
    [[nodiscard]] std::uint64_t right() const {
        return all[0] + 4096U * 4095U / 2;
    }  // by Gauss; only element 0 changes
    std::uint64_t change() {
        all[0] ^= 1U;
        return right();
    }
    // A complete and honest statement of the work; a lie takes away or adds what it needs.
    lab::Work work() {
        return {
            .items = static_cast<double>(all.size()), .bytes = bytes(), .expect = right(), .change = [this] {
                return change();
            }};
    }
};

[[gnu::noinline]] inline std::uint64_t sum(std::span<const std::uint64_t> numbers) {
    std::uint64_t total = 0;
    for (const auto number : numbers) total += number;
    return total;
}

// Predicts, compares and tabulates the row: none of it may show a number when the row is refused.
inline void conclude(lab::Lab& lab, const std::string& row) {
    lab.answer("one_call", lab.time(row));
    lab.claim(
        {.text = "a row is as fast as itself", .at_least = 0.99, .at_most = 1.01, .causes = {"it is not"}},
        lab.time(row) / lab.time(row));
    lab.table({"the row again", {"row", "time"}, {{row, lab.per_item(row).text()}}});
}

}  // namespace planted

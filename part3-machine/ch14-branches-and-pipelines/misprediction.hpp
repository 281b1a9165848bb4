// The cost of one misprediction: the difference in time between random and sorted data, shared among them.
#pragma once

#include "harness/lab.hpp"
#include "harness/stats.hpp"

#include <optional>
#include <string>

constexpr double share_true = 127.0 / 256;  // of all byte values, those above the threshold of 128
// The time must show the mispredictions: by so much when they are assumed, by less when counted.
constexpr double clear_ratio[] = {2, 1.1};

// What one misprediction costs in ns, and how many of them a byte the difference in time was shared among.
struct Cost {
    lab::Value ns;
    double share = share_true;
    bool counted = false;
};

// Mispredictions a byte of one row, where the processor counted them.
inline std::optional<double> counted_share(const lab::Lab& lab, const std::string& row, double bytes) {
    for (const auto& point : lab.data().points)
        if (const auto& misses = point.counters[lab::Event::branch_misses]; point.name == row && misses)
            return static_cast<double>(*misses) / (static_cast<double>(point.calls) * bytes);
    return std::nullopt;
}

// The difference in time between random and sorted data, shared among the mispredictions. Counted ones are taken where
// there are some. Otherwise theory says how many: random data gives the predictor nothing to learn, so it is wrong for
// about every second byte, and sorted data gives it one change. That holds only while the branch costs what the claim
// says. A predictor that has learned the data by heart makes no mistake, and then there is nothing to share.
inline Cost misprediction_cost(const lab::Lab& lab, const lab::Value& random_over_sorted, double bytes) {
    Cost cost;
    const auto random = counted_share(lab, "branchy_random", bytes);
    const auto sorted = counted_share(lab, "branchy_sorted", bytes);
    cost.counted = random && sorted;
    if (cost.counted) cost.share = *random - *sorted;
    const auto extra = lab.time("branchy_random") - lab.time("branchy_sorted");
    const auto& ratios = random_over_sorted.rounds;
    const auto ratio = ratios.empty() ? 0 : lab::median(ratios);
    const auto least = clear_ratio[cost.counted ? 1 : 0];
    if (!extra.number && extra.rounds.empty())
        cost.ns = extra;
    else if (cost.counted && cost.share < 0.05)
        cost.ns =
            lab::Value::missing("the processor counted " + lab::show(cost.share * 100, lab::Kind::percent) +
                                " mispredictions a byte more on random data than on sorted data; "
                                "the predictor remembers the data: raise --bytes");
    else if (ratio < least)
        cost.ns = lab::Value::missing(
            "random data took " + lab::show(ratio, lab::Kind::ratio) + " as long as sorted data, less than " +
            lab::show(least, lab::Kind::ratio) +
            "; either the jump is gone, or the predictor remembers the data: raise --bytes");
    else
        cost.ns = extra / (cost.share * bytes);
    return cost;
}

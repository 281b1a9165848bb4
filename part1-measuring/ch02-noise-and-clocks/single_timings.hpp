// What the lab noise shows of single timings: six numbers, and a histogram with its humps.
#pragma once

#include "harness/lab.hpp"
#include "harness/stats.hpp"
#include "humps.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

// The mean stands here only to show how the tail drags it.
inline std::vector<double> numbers(const std::vector<double>& samples) {
    const auto mean =
        std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
    const auto quantile = [&](double q) { return lab::quantile(samples, q); };
    return {quantile(0), quantile(0.5), mean, quantile(0.95), quantile(0.99), quantile(1)};
}

inline void add_histogram(lab::Lab& lab, const lab::Point& point, const std::vector<double>& samples) {
    const auto& name = point.name;
    const auto all = histogram(samples);
    const auto most = *std::ranges::max_element(all.counts);
    lab::Table table{
        name + ": where its " + std::to_string(samples.size()) + " timings fall", {"from", "count", ""}, {}};
    for (std::size_t i = 0; i < all.counts.size(); ++i) {
        const auto from = all.from + all.width * static_cast<double>(i);
        table.rows.push_back(
            {(i == 20 ? "more than " : "") + lab::show(from, lab::Kind::time), std::to_string(all.counts[i]),
             std::string(40 * all.counts[i] / most, '#') + std::string(40 - 40 * all.counts[i] / most, ' ')});
    }
    table.rows.push_back(
        {"all", std::to_string(std::accumulate(all.counts.begin(), all.counts.end(), std::size_t{0})), ""});
    lab.table(table);
    const auto count = humps(all, samples.size());
    const auto numbers_of = numbers(samples);
    lab.note(
        name + ": " + std::to_string(count) + (count == 1 ? " hump" : " humps") +
        " below twice the median; " +
        (point.status == lab::Status::regimes
             ? "its timings fall into regimes, so no one median stands for them."
             : "the mean is " + lab::show(numbers_of[2] / numbers_of[1], lab::Kind::ratio) + " the median."));
}

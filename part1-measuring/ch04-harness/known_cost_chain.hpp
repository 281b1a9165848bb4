// Chains of dependent adds, and the ratio of two of them timed in pairs: for the lab known_cost.
#pragma once

#include "harness/clock.hpp"
#include "harness/lab.hpp"
#include "harness/speed.hpp"
#include "harness/stats.hpp"
#include "watched.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

// A chain whose value is carried from call to call: the next call's first add waits for this call's last one.
struct Chain {
    std::uint64_t value = 0;
    std::uint64_t step = 1;

    std::uint64_t run(std::uint64_t adds) {
        const auto before = value;
        value = lab::dependent_adds(value, step, adds);
        return value - before;
    }
};

// Times two subjects in pairs of samples of about `sample_ns`, A B B A …, and returns the median ratio of the pairs.
inline double pair_ratio(lab::Subject& a, lab::Subject& b, double a_call_ns, double b_call_ns,
                         double sample_ns, std::uint64_t a_right, std::uint64_t b_right, std::uint64_t pairs,
                         Watched& watched) {
    auto& clock = lab::monotonic_clock();
    const auto a_calls = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(sample_ns / a_call_ns));
    const auto b_calls = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(sample_ns / b_call_ns));
    std::vector<double> ratios;
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        if (lab::interrupted()) return 1;  // no ratio, and `checked` says why
        const bool a_first = pair % 2 == 0;
        lab::Sample first_a, then_b;
        if (a_first) first_a = a.take(clock, a_calls, a_right);
        then_b = b.take(clock, b_calls, b_right);
        if (!a_first) first_a = a.take(clock, a_calls, a_right);
        for (const auto& sample : {first_a, then_b}) watched.sample(sample);
        ratios.push_back(then_b.ns_per_call() / first_a.ns_per_call());
    }
    return lab::median(ratios);
}

// Who is measured when: shuffled rounds, and how many samples fit into the budget.
#pragma once

#include <cstdint>
#include <vector>

namespace lab {

// For each round an order of 0 … points - 1, shuffled by the seed. A drift of the machine then falls on all
// points alike, and the same seed visits them in the same order again.
std::vector<std::vector<std::size_t>> shuffled_rounds(std::size_t points, std::size_t rounds,
                                                      std::uint64_t seed);

// How long one sample and one visit last.
struct SamplePlan {
    double target_ns = 0;
    double visit_ns = 0;  // what one visit may take
};

// Shares the budget among all visits. A sample is never shorter than 1,100 clock reads (the `clock` check asks
// for 1,000), aims at a fifteenth of its visit (15 samples in each of 7 rounds are enough for a p99), and is not
// longer than 2 ms, which is less than a scheduler's time slice.
SamplePlan plan_samples(double budget_ns, std::size_t points, std::size_t rounds, double clock_read_ns);

// How many samples of `sample_ns` fit into a visit: at least 1, at most 200.
int samples_in_visit(const SamplePlan& plan, double sample_ns);

}  // namespace lab

// Shuffles rounds and divides the budget.
#include "harness/schedule.hpp"

#include "harness/random.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace lab {

std::vector<std::vector<std::size_t>> shuffled_rounds(std::size_t points, std::size_t rounds,
                                                      std::uint64_t seed) {
    Random random(seed);
    std::vector<std::size_t> order(points);
    std::iota(order.begin(), order.end(), 0U);
    std::vector<std::vector<std::size_t>> all;
    for (std::size_t round = 0; round < rounds; ++round) {
        shuffle(std::span(order), random);
        all.push_back(order);
    }
    return all;
}

SamplePlan plan_samples(double budget_ns, std::size_t points, std::size_t rounds, double clock_read_ns) {
    const auto visits = static_cast<double>(std::max<std::size_t>(1, points * rounds));
    SamplePlan plan;
    plan.visit_ns = budget_ns / visits;
    plan.target_ns = std::max(1'100 * clock_read_ns, std::min(plan.visit_ns / 15, 2e6));
    return plan;
}

int samples_in_visit(const SamplePlan& plan, double sample_ns) {
    if (sample_ns <= 0) return 1;
    return static_cast<int>(std::clamp(plan.visit_ns / sample_ns, 1.0, 200.0));
}

}  // namespace lab

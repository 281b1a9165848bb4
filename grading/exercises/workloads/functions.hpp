// The functions of workloads that the grader calls, and a script of calls that looks at the global generator.
#include <cstdlib>

#include "grading/proxy/declare.hpp"
#include "part1-measuring/ch03-workloads/exercises/workloads/workloads.hpp"

GRADED(workloads, nearly_sorted)
GRADED(workloads, few_distinct)
GRADED(workloads, organ_pipe)
GRADED(workloads, zipf)

// Seeds the global generator, calls everything once, and returns the data of few_distinct and what std::rand
// gives then.
GRADED_AS(beside_the_global_generator, [](std::uint32_t global_seed, std::uint64_t seed) {
    std::srand(global_seed);
    workloads::nearly_sorted(500, 10, seed);
    workloads::zipf(500, 20, seed);
    auto trace = workloads::few_distinct(500, 5, seed);
    trace.push_back(static_cast<std::uint32_t>(std::rand()));
    return trace;
})

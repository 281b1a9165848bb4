// Measures the effective clock by dependent adds, and the front end by taken branches.
#include "harness/speed.hpp"

#include <algorithm>

namespace lab {
namespace {

constexpr std::uint64_t adds = 20'000;
constexpr std::uint64_t branches = 20'000;

void taken_branches(std::uint64_t count) {
#if defined(__x86_64__)
    asm volatile("1: sub $1, %0\n\t jnz 1b" : "+r"(count) : : "cc");
#elif defined(__aarch64__)
    asm volatile("1: subs %0, %0, #1\n\t b.ne 1b" : "+r"(count) : : "cc");
#else
#error "this course measures on x86-64 and aarch64"
#endif
}

}  // namespace

std::uint64_t dependent_adds(std::uint64_t start, std::uint64_t step, std::uint64_t count) {
    // Register + register: some cores fold an add of a small constant into the one before it, at no cost.
    for (std::uint64_t done = 0; done < count; done += 100) {
#if defined(__x86_64__)
        asm volatile(".rept 100\n\t add %1, %0\n\t .endr" : "+r"(start) : "r"(step) : "cc");
#elif defined(__aarch64__)
        asm volatile(".rept 100\n\t add %0, %0, %1\n\t .endr" : "+r"(start) : "r"(step));
#endif
    }
    return start;
}

SpeedProbe probe_speed(Clock& clock) {
    constexpr int tries = 9;
    std::int64_t chain = INT64_MAX;
    std::int64_t loop = INT64_MAX;
    for (int attempt = 0; attempt < tries; ++attempt) {
        const auto start = clock.now();
        dependent_adds(1, 1, adds);
        const auto middle = clock.now();
        taken_branches(branches);
        const auto end = clock.now();
        chain = std::min(chain, middle - start);
        loop = std::min(loop, end - middle);
    }
    SpeedProbe probe;
    if (chain > 0) probe.ghz = static_cast<double>(adds) / static_cast<double>(chain);
    if (loop > 0) probe.branch_ns = static_cast<double>(loop) / static_cast<double>(branches);
    return probe;
}

}  // namespace lab

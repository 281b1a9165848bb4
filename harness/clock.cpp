// Reads CLOCK_MONOTONIC, and weighs what one read of a clock costs.
#include "harness/clock.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <limits>

namespace lab {
namespace {

class MonotonicClock final : public Clock {
public:
    std::int64_t now() override {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC, &time);
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    }
};

class KernelClock final : public Clock {
public:
    std::int64_t now() override {
        timespec time{};
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    }
};

}  // namespace

Clock& kernel_clock() {
    static KernelClock clock;
    return clock;
}

bool run_alike(Clock& clock, Clock& other) {
    constexpr std::int64_t two_ms = 2'000'000;
    for (int attempt = 0; attempt < 3; ++attempt) {
        const auto other_start = other.now();
        const auto start = clock.now();
        auto other_now = other_start;
        while (other_now - other_start < two_ms) other_now = other.now();
        const auto ratio =
            static_cast<double>(clock.now() - start) / static_cast<double>(other_now - other_start);
        if (ratio > 0.98 && ratio < 1.02) return true;
    }
    return false;
}

Clock& monotonic_clock() {
    static MonotonicClock clock;
    return clock;
}

double clock_read_cost(Clock& clock) {
    constexpr int batches = 15;
    constexpr int reads = 1000;
    auto best = std::numeric_limits<double>::infinity();
    for (int batch = 0; batch < batches; ++batch) {
        const auto start = clock.now();
        for (int read = 1; read < reads; ++read) clock.now();
        best = std::min(best, static_cast<double>(clock.now() - start) / reads);
    }
    return best;
}

}  // namespace lab

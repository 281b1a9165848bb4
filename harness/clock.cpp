// Reads CLOCK_MONOTONIC, and weighs what one read of a clock costs.
#include "harness/clock.hpp"

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

}  // namespace

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

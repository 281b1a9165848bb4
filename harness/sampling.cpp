// Finds how many calls one sample needs.
#include "harness/sampling.hpp"

#include "harness/interrupt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

double empty_call_cost(Clock& clock) {
    constexpr int batches = 15;
    constexpr std::uint64_t calls = 10'000;
    const auto empty = make_subject([] { return 0; });
    auto best = std::numeric_limits<double>::infinity();
    for (int batch = 0; batch < batches; ++batch)
        best = std::min(best, empty->take(clock, calls, Answer(0)).ns_per_call());
    return best;
}

Calibration calibrate(Subject& subject, Clock& clock, double target_ns, const Answer& right,
                      std::uint64_t most) {
    Calibration found;
    for (std::uint64_t calls = 1;; calls = std::min(calls * 2, most)) {
        auto sample = subject.take(clock, calls, right);
        found.wrong += sample.wrong;
        if (sample.ns >= target_ns && calls > 1) {
            // Somebody may have had the CPU just then: the batch must be long enough twice.
            const auto again = subject.take(clock, calls, right);
            found.wrong += again.wrong;
            if (again.ns < sample.ns) sample = again;
        }
        found.calls = calls;
        found.call_ns = sample.ns_per_call();
        if (sample.ns >= target_ns) {
            found.reached = true;
            // The last doubling may overshoot by two: take just enough, with a tenth to spare.
            const auto enough = std::ceil(1.1 * target_ns / found.call_ns);
            found.calls = std::min(calls, std::max<std::uint64_t>(1, static_cast<std::uint64_t>(enough)));
            return found;
        }
        if (calls == most || interrupted()) return found;
    }
}

}  // namespace lab

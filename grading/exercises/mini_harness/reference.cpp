// Reference solution of mini_harness: proves that the tests can be passed, and judges hidden cases.
#include "mini_harness.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace mini_harness {

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace

std::uint64_t time_batch(const Clock& clock, const Batch& batch, std::uint64_t calls) {
    const auto before = clock();
    batch(calls);
    const auto after = clock();
    return after - before;
}

Calibration calibrate(const Clock& clock, const Batch& batch, std::uint64_t target_ns) {
    if (target_ns == 0) {
        throw std::invalid_argument("a batch must take some time");
    }
    for (std::uint64_t calls = 1;; calls *= 2) {
        const bool long_enough = time_batch(clock, batch, calls) >= target_ns;
        if (long_enough || calls >= most_calls) {
            return {calls, long_enough};
        }
    }
}

Report measure(const Clock& clock, const Batch& batch, std::uint64_t target_ns, std::size_t samples) {
    if (samples == 0) {
        throw std::invalid_argument("a report needs samples");
    }
    const auto size = calibrate(clock, batch, target_ns);
    std::vector<double> per_call;
    for (std::size_t i = 0; i < samples; ++i) {
        const auto ns = time_batch(clock, batch, size.calls);
        per_call.push_back(static_cast<double>(ns) / static_cast<double>(size.calls));
    }

    Report report{};
    report.calls = size.calls;
    report.long_enough = size.long_enough;
    report.samples = per_call.size();
    report.min = *std::min_element(per_call.begin(), per_call.end());
    report.p50 = median(per_call);
    report.max = *std::max_element(per_call.begin(), per_call.end());
    for (auto& value : per_call) {
        value = std::abs(value - report.p50);
    }
    report.mad = median(per_call);
    if (report.p50 > 0) {
        report.calls_per_second = 1e9 / report.p50;
    }
    return report;
}

}  // namespace mini_harness

// Runs the known things through Google Benchmark inside this process and takes its medians.
#include "known_cost_google.hpp"

#include "harness/clock.hpp"
#include "harness/speed.hpp"
#include "harness/stats.hpp"

#include <benchmark/benchmark.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace {

void empty_call(benchmark::State& state) {
    for ([[maybe_unused]] auto unused : state) {
    }
}

void spin_50us(benchmark::State& state) {
    auto& clock = lab::monotonic_clock();
    for ([[maybe_unused]] auto unused : state)
        for (const auto start = clock.now(); clock.now() - start < 50'000;) {
        }
}

void chain(benchmark::State& state) {
    std::uint64_t value = 0;
    const auto adds = static_cast<std::uint64_t>(state.range(0));
    for ([[maybe_unused]] auto unused : state) value = lab::dependent_adds(value, 1, adds);
    benchmark::DoNotOptimize(value);
}

void clock_read(benchmark::State& state) {
    for ([[maybe_unused]] auto unused : state) benchmark::DoNotOptimize(lab::monotonic_clock().now());
}

// Keeps the time of every repetition instead of printing it.
class Collector final : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const auto& run : runs)
            if (run.run_type == Run::RT_Iteration)
                times[run.run_name.str()].push_back(run.GetAdjustedRealTime());
    }
    std::map<std::string, std::vector<double>> times;
};

}  // namespace

GoogleCosts google_costs() {
    const auto settings = [](benchmark::internal::Benchmark* one) {
        one->Repetitions(7)->MinTime(0.02)->UseRealTime();
    };
    benchmark::RegisterBenchmark("empty", empty_call)->Apply(settings);
    benchmark::RegisterBenchmark("spin", spin_50us)->Apply(settings);
    benchmark::RegisterBenchmark("chain", chain)->Apply(settings)->Arg(1000)->Arg(2000);
    benchmark::RegisterBenchmark("clock", clock_read)->Apply(settings);
    Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector);
    benchmark::ClearRegisteredBenchmarks();  // the lab may ask again
    const auto median_of = [&](const std::string& beginning) {
        for (const auto& [name, times] : collector.times)
            if (name.starts_with(beginning)) return lab::median(times);
        return std::numeric_limits<double>::quiet_NaN();
    };
    return {.empty_ns = median_of("empty"),
            .spin_ns = median_of("spin"),
            .chain_1000_ns = median_of("chain/1000"),
            .chain_2000_ns = median_of("chain/2000"),
            .clock_ns = median_of("clock")};
}

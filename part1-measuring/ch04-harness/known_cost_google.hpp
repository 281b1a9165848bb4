// The same known things, timed by Google Benchmark.
#pragma once

// Times in ns per iteration: the median of its repetitions.
struct GoogleCosts {
    double empty_ns = 0;
    double spin_ns = 0;
    double chain_1000_ns = 0;
    double chain_2000_ns = 0;
    double clock_ns = 0;
};

GoogleCosts google_costs();

// Noise: the same code, timed two thousand times, gives a distribution and not a number.
#include "harness/lab.hpp"

#include "load.hpp"
#include "single_timings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace {

[[gnu::noinline]] std::uint64_t sum(std::span<const std::uint64_t> words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    return total;
}

// One that was allowed before the lab went to its own; -1: there is none.
int other_cpu(const lab::Lab& lab) {
    for (const auto cpu : lab.machine().allowed_cpus.value_or({}))
        if (cpu != lab.data().cpu) return cpu;
    return -1;
}

void noise(lab::Lab& lab) {
    const auto runs = lab.option(
        "runs",
        {.full = 2000, .quick = 700, .least = 100, .most = 1'000'000, .what = "single timings of each row"});
    const auto count =
        lab.option("words", {.full = 100'000, .quick = 100'000, .least = 1000, .what = "numbers to sum"});
    const auto kind = lab.choice("load", noise_loads, "a second program that the lab starts and ends itself");
    lab.predict("p50", "the median of the timings", lab::us);
    lab.predict("max_over_min", "the longest timing over the shortest", lab::ratio);
    lab.predict("mean_over_p50", "the mean over the median", lab::ratio);
    lab.begin();

    auto words = lab::touched<std::uint64_t>(count);
    std::iota(words.begin(), words.end(), std::uint64_t{0});
    const auto answer = count * (count - 1) / 2;
    Load load(kind, other_cpu(lab));
    const auto add = [&](const std::string& name, bool loaded) {
        lab.measure(
            name,
            {.items = static_cast<double>(count),
             .bytes = 8.0 * static_cast<double>(count),
             .expect = answer,
             // Each visit of the row begins with it. Before each timing it would give the load its turn
             // there, between the timings, and the noise would hide.
             .change =
                 [&load, loaded, toggle = lab::toggle(words[0], answer)] {
                     load.run(loaded);
                     return toggle();
                 },
             .single_calls = true,
             .samples = static_cast<int>((runs + lab.rounds() - 1) / lab.rounds()),
             .lie = {"alone"},  // noise is the subject: it is shown, and marked as no result
             .lie_may_be_true = true},
            [&words] { return sum(words); });
    };
    add("idle", false);
    if (kind != "none") add(kind + " load", true);
    lab.run();
    if (load.ended())
        lab.refuse("the load '" + kind +
                   "' ended by itself (compile needs a c++): there is nothing to compare");
    load.run(false);

    lab::Table table{"single timings", {"", "min", "p50", "mean", "p95", "p99", "max"}, {}};
    std::vector<std::vector<double>> rows;
    constexpr std::size_t p50 = 1, mean = 2;  // places in a row
    bool no_median = false;                   // of at least one of the rows
    for (const auto& point : lab.data().points) {
        const auto samples = point.all_samples();
        if (samples.empty() || point.status == lab::Status::refused) continue;
        add_histogram(lab, point, samples);
        auto& row = rows.emplace_back(numbers(samples));
        auto& cells = table.rows.emplace_back(std::vector<std::string>{point.name});
        for (const auto value : row) cells.push_back(lab::show(value, lab::Kind::time));
        if (point.status != lab::Status::regimes) continue;
        cells[p50 + 1] = "regimes";
        no_median = true;
    }
    if (rows.size() == 2) {
        std::vector<double> moved;
        auto& cells = table.rows.emplace_back(std::vector<std::string>{"factor"});
        std::vector<std::string> names;
        for (std::size_t i = 0; i < rows[0].size(); ++i) {
            if (i == p50 && no_median) {
                cells.emplace_back("regimes");
                continue;
            }
            names.push_back(table.columns[i + 1]);
            moved.push_back(std::abs(std::log(rows[1][i] / rows[0][i])));
            cells.push_back(lab::show(rows[1][i] / rows[0][i], lab::Kind::ratio));
        }
        const auto name = [&](auto place) { return names[static_cast<std::size_t>(place - moved.begin())]; };
        lab.note("The load moved " + name(std::ranges::max_element(moved)) + " most and " +
                 name(std::ranges::min_element(moved)) + " least.");
    }
    lab.table(table);
    const auto& idle = lab.data().points.front();
    const bool alone = idle.status == lab::Status::measured || idle.status == lab::Status::regimes;
    const auto answer_with = [&](const char* key, bool known, std::size_t above, std::size_t below) {
        const auto time = lab.time("idle");
        auto missing =
            lab::Value::missing((time.regimes.empty() ? "" : "idle fell into ") +
                                    (time.why.empty() ? std::string("idle was not measured") : time.why),
                                lab::Kind::ratio);
        missing.refused = time.refused;
        lab.answer(key, known && !rows.empty()
                            ? lab::Value::of(rows[0][above] / rows[0][below], lab::Kind::ratio)
                            : missing);
    };
    if (!alone && !idle.visits.empty())
        lab.note(
            "This machine was not idle: another program had the CPU while the row idle was timed. Its "
            "numbers are shown, but they are no result. Close other programs (top shows them) and run the "
            "lab again.");
    // Where the timings fall into regimes there is no single median.
    lab.answer("p50", lab.time("idle"));
    answer_with("max_over_min", alone, 5, 0);
    answer_with("mean_over_p50", idle.status == lab::Status::measured, mean, p50);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "noise",
                         .question = "What do two thousand timings of the same code look like?",
                         .axis = "row",
                         .item = "word",
                         .seconds = 5},
                        noise);
}

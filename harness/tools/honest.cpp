// How often the checks refuse or warn about honest loops: a report for whoever changes a bound, not a test.
//
//     build/release/bin/honest --runs 300
//
// Each run measures an honest sum, stride walk and pointer chase the way a lab does, in a few hundred milliseconds.
// Nothing else should run meanwhile. Refusals of honest code should stay under 1 in 200 on a quiet machine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "harness/cpus.hpp"
#include "harness/interrupt.hpp"
#include "harness/machine_witness.hpp"
#include "harness/measurement.hpp"
#include "harness/memory.hpp"
#include "harness/progress.hpp"
#include "harness/random.hpp"
#include "harness/speed.hpp"
#include "harness/units.hpp"
#include "harness/usage.hpp"

namespace {

struct Node {
    Node* next = nullptr;
    std::uint64_t value = 0;
};

[[gnu::noinline]] std::uint64_t sum_every(std::span<const std::uint64_t> data, std::size_t step) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < data.size(); i += step) sum += data[i];
    return sum;
}

[[gnu::noinline]] std::uint64_t sum_list(const Node* node) {
    std::uint64_t sum = 0;
    for (; node != nullptr; node = node->next) sum += node->value;
    return sum;
}

// The rows: a sum in L1, strides over 8 MiB, a shuffled list of 1 MiB, and a sum that owns its loop.
std::vector<lab::Point> rows(lab::Touched<std::uint64_t>& numbers, lab::Touched<Node>& nodes) {
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    lab::Random random(1);
    lab::shuffle(std::span(order), random);
    for (std::size_t i = 0; i < order.size(); ++i)
        nodes[order[i]] = {.next = i + 1 < order.size() ? &nodes[order[i + 1]] : nullptr, .value = i};
    auto* head = &nodes[order[0]];

    std::vector<lab::Point> points;
    const auto add = [&points](const std::string& name, lab::Work work, auto call) {
        auto& point = points.emplace_back();
        point.name = name;
        point.work = std::move(work);
        point.subject = lab::make_subject(std::move(call));
    };
    const auto total = [](std::uint64_t count) { return count * (count - 1) / 2; };
    // Element 0 is 0 or 1 at any moment, and every row that reads it must know which.
    const auto toggle = [data = numbers.data()](std::uint64_t rest) {
        data[0] ^= 1U;
        return rest + data[0];
    };
    const auto few = numbers.span().first(4096);
    const auto few_total = total(few.size());
    const auto few_bytes = static_cast<double>(few.size_bytes());
    add("sum of 32 KiB",
        {.bytes = few_bytes, .expect = few_total, .change = [=] { return toggle(few_total); }},
        [few] { return sum_every(few, 1); });
    add("sum, own loop",
        {.bytes = few_bytes, .expect = few_total, .change = [=] { return toggle(few_total); }},
        [few](lab::Repeats repeats) {
            std::uint64_t sum = 0;
            auto data = few;
            for (std::uint64_t i = 0; i < repeats.count; ++i) {
                lab::hide(data);
                sum += sum_every(data, 1);
            }
            return sum;
        });
    for (const std::size_t step : {1, 8, 64}) {
        const auto touches = numbers.size() / step;
        const auto answer = step * total(touches);
        add("stride " + std::to_string(step),
            {.bytes = 8.0 * static_cast<double>(touches),
             .expect = answer,
             .change = [=] { return toggle(answer); }},
            [all = numbers.span(), step] { return sum_every(all, step); });
    }
    const auto list_total = total(nodes.size());
    add("chase",
        {.steps = static_cast<double>(nodes.size()),
         .expect = list_total,
         .change =
             [head, list_total] {
                 head->value ^= 1U;
                 return list_total + head->value;
             }},
        [head] { return sum_list(head); });
    return points;
}

}  // namespace

int main(int argc, char** argv) {
    int runs = 100;
    double budget_ms = 300;
    CLI::App app("How often the checks refuse or warn about honest loops. A report, not a test.");
    app.add_option("--runs", runs, "measurements of all rows")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    app.add_option("--budget", budget_ms, "milliseconds of one run")
        ->check(CLI::Range(50, 60'000))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);

    lab::catch_interrupts();
    auto& clock = lab::monotonic_clock();
    const auto cpu = lab::choose_cpu(lab::allowed_cpus().value_or({}));
    const auto pin_error = cpu ? lab::pin_to(cpu->cpu) : std::string();
    const double fault_ns = lab::fault_cost_ns([&] { return clock.now(); });
    auto numbers = lab::touched<std::uint64_t>(lab::Mi(1));
    auto nodes = lab::touched<Node>(lab::Ki(64));
    constexpr std::size_t rounds = 7;

    std::map<std::string, int> refused, warned, refused_rows;
    int measured_rows = 0, refused_in_all = 0, retaken = 0, done = 0;
    lab::Progress progress;
    const auto start = clock.now();
    for (; done < runs && !lab::interrupted(); ++done) {
        progress.show(static_cast<std::size_t>(done), static_cast<std::size_t>(runs),
                      static_cast<double>(clock.now() - start), "honest loops");
        auto points = rows(numbers, nodes);
        lab::Surroundings around{.clock_read_ns = lab::clock_read_cost(clock),
                                 .empty_call_ns = lab::empty_call_cost(clock),
                                 .fault_ns = fault_ns,
                                 .ghz = lab::probe_speed(clock).ghz,
                                 .cpu = cpu ? cpu->cpu : -1,
                                 .pin_error = pin_error};
        const auto plan = lab::plan_samples(budget_ms * 1e6, points.size(), rounds, around.clock_read_ns);
        // Each row starts from data as built: a change of one row must be taken back before the next is proved.
        for (auto& point : points) {
            lab::prove_answer(point, clock);
            lab::MachineWitness witness(nullptr);
            lab::calibrate_point(point, clock, witness, plan);
        }
        for (const auto& order :
             lab::shuffled_rounds(points.size(), rounds, static_cast<std::uint64_t>(done))) {
            for (const auto i : order) {
                lab::MachineWitness witness(nullptr);
                points[i].visits.push_back(lab::visit_point(points[i], clock, witness));
                retaken += points[i].visits.back().retaken;
            }
            around.ghz = std::max(around.ghz, lab::probe_speed(clock).ghz);
        }
        if (lab::interrupted()) break;
        for (auto& point : points) {
            lab::judge_point(point, around);
            ++measured_rows;
            for (const auto& verdict : point.verdicts) {
                if (verdict.outcome == lab::Outcome::refused) ++refused[verdict.check];
                if (verdict.outcome == lab::Outcome::warned) ++warned[verdict.check];
            }
            if (point.status == lab::Status::regimes) ++warned["regimes"];
            if (point.status == lab::Status::refused) {
                ++refused_in_all;
                ++refused_rows[point.name];
            }
        }
    }
    progress.wipe();
    std::cout << fmt::format("{} runs, {} rows; {} visits were taken again\n", done, measured_rows, retaken);
    const auto list = [&](const char* word, const std::map<std::string, int>& counts) {
        for (const auto& [name, count] : counts)
            std::cout << fmt::format("  {} by '{}': {} ({:.2f} %)\n", word, name, count,
                                     100.0 * count / std::max(1, measured_rows));
    };
    list("refused", refused);
    list("warned", warned);
    for (const auto& [name, count] : refused_rows)
        std::cout << fmt::format("  refused row {}: {}\n", name, count);
    std::cout << fmt::format("refused in all: {} of {} honest rows; the aim is under 1 in 200\n",
                             refused_in_all, measured_rows);
    return lab::interrupted() ? 130 : 0;
}

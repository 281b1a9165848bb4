// Known cost: weigh the scale first. Things whose cost is known, through this harness and through Google Benchmark.
#include "harness/lab.hpp"

#include "harness/clock.hpp"
#include "harness/speed.hpp"
#include "known_cost_chain.hpp"
#include "known_cost_google.hpp"

#include <algorithm>
#include <cmath>

namespace {

constexpr double spin_ns = 50'000;

int spin() {
    auto& clock = lab::monotonic_clock();
    const auto start = clock.now();
    while (clock.now() - start < static_cast<std::int64_t>(spin_ns)) {
    }
    return 1;
}

int read_clock() {
    lab::keep(lab::monotonic_clock().now());
    return 1;
}

double error_percent(double measured, double known) { return 100 * (measured - known) / known; }

void known_cost(lab::Lab& lab) {
    const auto pairs = lab.option("pairs", {.full = 1400,
                                            .quick = 350,
                                            .least = 35,
                                            .most = 1'000'000,
                                            .what = "pairs of 50 us each in seven rounds"});
    lab.predict("empty_call", "what the harness reports for a call that does nothing", lab::ns);
    lab.predict("spin_error", "error for a spin of exactly 50 us", lab::percent);
    lab.predict("chain_ratio", "a chain of 2,000 adds over a chain of 1,000", lab::ratio);
    lab.begin();

    Chain thousand, two_thousand;
    const auto row = [&](const char* name, double steps, lab::Answer right, auto work) {
        lab.measure(name, {.steps = steps, .expect = right, .unchanging = "its cost is its only answer"},
                    work);
    };
    lab.measure("empty_call",
                {.no_floor = "nothing is done: this is the floor of the harness itself",
                 .empty = true,
                 .expect = 0,
                 .unchanging = "a call that does nothing has no input"},
                [] { return 0; });
    lab.measure("spin_50us",
                {.least_ns = spin_ns,
                 .expect = 1,
                 .unchanging = "it waits, and looks at nothing but the clock",
                 .single_calls = true},
                [] { return spin(); });
    row("chain_1000", 1000, 1000, [&thousand] { return thousand.run(1000); });
    row("chain_2000", 2000, 2000, [&two_thousand] { return two_thousand.run(2000); });
    // Restarted: each call begins from a constant, so the processor overlaps the end of one chain with the next one.
    row("restarted_1000", 500, 1000, [&thousand] { return lab::dependent_adds(0, thousand.step, 1000); });
    row("restarted_2000", 1000, 2000, [&thousand] { return lab::dependent_adds(0, thousand.step, 2000); });
    row("clock_read", 5, 1, [] { return read_clock(); });
    lab.run();

    const auto a = lab::make_subject([&thousand] { return thousand.run(1000); });
    const auto b = lab::make_subject([&two_thousand] { return two_thousand.run(2000); });
    const auto one = lab.time("chain_1000");
    const auto two = lab.time("chain_2000");
    Watched watched_pairs(lab, "the pairs");
    const auto in_pairs = [&] {
        // 50 us, or longer where the clock is dear.
        const auto sample_ns = std::max(spin_ns, 1500 * lab.data().clock_read_ns);
        announce(lab, "the pairs", 2 * sample_ns * static_cast<double>(pairs / 7 * lab.rounds()));
        std::vector<double> rounds;
        while (rounds.size() < lab.rounds() && !lab::interrupted())
            rounds.push_back(watched_pairs.take([&] {
                return pair_ratio(*a, *b, *one.number, *two.number, sample_ns, 1000, 2000, pairs / 7,
                                  watched_pairs);
            }));
        return watched_pairs.checked(lab::Value::of_rounds(rounds, lab::Kind::ratio));
    };
    const auto ratio = one.number && two.number ? in_pairs() : two / one;
    const auto spin_time = lab.time("spin_50us");

    // One after the other: first all of one chain, then all of the other, as a benchmark file does.
    Watched watched_google(lab, "Google Benchmark");
    const auto google =
        lab::interrupted() ? GoogleCosts{} : watched_google.take([] { return google_costs(); });
    const auto by_google = [&](double number, lab::Kind kind) {
        return watched_google.checked(lab::Value::of(number, kind));
    };
    const auto ghz = lab.ghz();
    const auto adds = [&](double count) {  // one cycle each
        return ghz.number ? lab::Value::of(count / *ghz.number, lab::Kind::time)
                          : lab::Value::missing(ghz.why, lab::Kind::time);
    };
    lab::Table table{"known costs: this harness, Google Benchmark, and the truth",
                     {"what", "known", "harness", "error", "Google Benchmark", "error"},
                     {}};
    const auto compare = [&](const std::string& what, const lab::Value& ours, const lab::Value& known,
                             double google_ns) {
        const auto theirs = by_google(google_ns, lab::Kind::time);
        const auto error = [&](const lab::Value& measured) {
            return known.number.value_or(0) > 0 && measured.number
                       ? lab::show(error_percent(*measured.number, *known.number), lab::Kind::percent)
                       : std::string("-");
        };
        table.rows.push_back({what, known.number == 0.0 ? "nothing" : known.cell(), ours.cell(), error(ours),
                              theirs.cell(), error(theirs)});
    };
    const auto ns = [](double time) { return lab::Value::of(time, lab::Kind::time); };
    compare("empty call", lab.time("empty_call"), ns(0), google.empty_ns);
    compare("spin of 50 us", spin_time, ns(spin_ns), google.spin_ns);
    compare("1000 dependent adds", one, adds(1000), google.chain_1000_ns);
    compare("2000 dependent adds", two, adds(2000), google.chain_2000_ns);
    compare("one clock read", lab.time("clock_read"), ns(lab.data().clock_read_ns), google.clock_ns);
    lab.table(table);
    if (!ghz.number) lab.note("What adds are known to cost is unknown here: " + ghz.why + '.');
    lab::Table ratios{"2000 adds over 1000 adds, known: 2.00x", {"how", "ratio", "error"}, {}};
    const auto add_ratio = [&](const std::string& how, const lab::Value& value) {
        ratios.rows.push_back(
            {how, value.cell(),
             value.number ? lab::show(error_percent(*value.number, 2), lab::Kind::percent) : "-"});
    };
    add_ratio("carried, in pairs of 50 us", ratio);
    add_ratio("carried, in rounds", two / one);
    add_ratio("restarted, in rounds (may overlap)", lab.time("restarted_2000") / lab.time("restarted_1000"));
    add_ratio("Google Benchmark, one after the other",
              by_google(google.chain_2000_ns / google.chain_1000_ns, lab::Kind::ratio));
    lab.table(ratios);
    if (const auto google_time = by_google(google.spin_ns, lab::Kind::time); google_time.refused)
        lab.note(google_time.why + " So its column above has no numbers.");

    lab.answer("empty_call", lab.time("empty_call"));
    lab.answer("spin_error",
               spin_time.number
                   ? lab::Value::of(std::abs(error_percent(*spin_time.number, spin_ns)), lab::Kind::percent)
                   : spin_time);
    lab.answer("chain_ratio", ratio);
    const std::vector<std::string> disturbed{
        "another program disturbed the run: look at 'rounds' and 'speed' above, run again",
        "the clock of the core changed between the two halves of a pair"};
    lab.claim({.text = "a spin of 50 us is measured within 1 %",
               .at_least = 0.99,
               .at_most = 1.01,
               .causes = disturbed},
              spin_time / lab::Value::of_rounds(std::vector<double>(spin_time.rounds.size(), spin_ns),
                                                lab::Kind::time));
    lab.claim({.text = "twice as many dependent adds take twice as long, within 1 %",
               .at_least = 1.98,
               .at_most = 2.02,
               .causes = disturbed},
              ratio);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "known_cost",
                         .question = "Does the harness report what is known to be true?",
                         .axis = "known thing",
                         .item = "call",
                         .seconds = 10},
                        known_cost);
}

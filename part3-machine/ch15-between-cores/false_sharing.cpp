// False sharing: two threads that share nothing but a cache line slow each other down.
#include "harness/lab.hpp"

#include "harness/cpus.hpp"
#include "two_threads.hpp"

#include <memory>
#include <vector>

namespace {

void false_sharing(lab::Lab& lab) {
    const bool plain = lab.flag("plain", "increment without atomics");
    // A call also wakes the threads and waits for them: 20 to 150 us that are no increments. That must stay about 1 % of
    // a call. An atomic increment takes 2 ns or more, a plain one of a lone thread less than half of one.
    const std::uint64_t least = plain ? 40'000'000 : 10'000'000;
    const auto times = lab.option(
        "increments",
        {.full = 100'000'000, .quick = least, .least = least, .what = "increments by each thread"});
    const auto sweep = lab.choice("sweep", {"none", "distance", "threads"}, "what to vary");
    const bool all_pairs = lab.flag("all-pairs", "ping-pong between every pair of CPUs instead");
    const bool basic = sweep == "none" && !all_pairs;
    if (basic) {
        lab.predict("padded_increment", "time of one increment, counters on lines of their own", lab::ns);
        lab.predict("adjacent_over_padded", "how many times longer with both counters in one line",
                    lab::ratio);
    }
    if (all_pairs && sweep != "none")
        lab.conflict("--all-pairs: --sweep " + sweep +
                     " varies increments, and these are crossings; choose one of the two");
    if (all_pairs && plain)
        lab.conflict("--all-pairs: --plain is about increments, and these are crossings; leave it out");
    lab.begin();

    const auto allowed = lab::allowed_cpus().value_or({});
    const auto pair = lab::choose_pair(lab.machine(), allowed);
    if (!pair.has_value())
        lab.refuse("it needs two CPUs, and " + pair.why() +
                   ". Allow more: taskset -c 0,1 ./lab run false_sharing");

    // Processors that fetch lines in pairs let neighbours disturb each other too: two lines are far enough.
    const auto line = lab::line_bytes(lab.machine()).value_or(64);
    const auto padded = 2 * line;
    std::vector<std::unique_ptr<lab::Team>> teams;
    std::vector<std::unique_ptr<ThreadCounters>> counters;
    const auto team_on = [&](std::vector<int> cpus) -> lab::Team& {
        return *teams.emplace_back(std::make_unique<lab::Team>(cpus));
    };
    const auto add_row = [&](const auto& name, lab::Team& team, std::size_t distance) {
        auto& own = *counters.emplace_back(std::make_unique<ThreadCounters>());
        own.distance = distance;
        const auto steps = static_cast<double>(times);
        const lab::Work work{
            .items = steps,
            .steps = steps,
            .expect = times * team.size(),
            .unchanging = "the counters go on from call to call: an answer of the call before is no answer",
            .team = &team};
        if (plain)
            lab.measure(name, work, [&team, &own, times] {
                return count_up(team, own, [=](auto& c) { add_plain(c, times); });
            });
        else
            lab.measure(name, work, [&team, &own, times] {
                return count_up(team, own, [=](auto& c) { add_atomic(c, times); });
            });
    };
    const auto add_ping_pong = [&](const std::string& name, lab::Team& team) {
        const auto rounds = times / 50;
        lab.measure(name,
                    {.items = 2.0 * static_cast<double>(rounds),
                     .steps = 2.0 * static_cast<double>(rounds),
                     .expect = 2 * rounds,
                     .unchanging = "each call starts a ball of its own",
                     .team = &team},
                    [&team, rounds] { return ping_pong(team, rounds); });
    };

    auto& two = team_on({pair->first, pair->second});
    if (all_pairs) {
        for (std::size_t a = 0; a < allowed.size(); ++a)
            for (std::size_t b = a + 1; b < allowed.size(); ++b)
                add_ping_pong(std::to_string(allowed[a]) + "-" + std::to_string(allowed[b]),
                              team_on({allowed[a], allowed[b]}));
    } else if (sweep == "distance") {
        for (const auto distance : lab::powers_of_two(8, 256)) add_row(distance, two, distance);
    } else if (sweep == "threads") {
        for (std::size_t size = 2; size <= allowed.size() && size <= 64; size *= 2) {
            auto& team = team_on({allowed.begin(), allowed.begin() + static_cast<std::ptrdiff_t>(size)});
            add_row("adjacent " + std::to_string(size), team, 8);
            add_row("padded " + std::to_string(size), team, padded);
        }
    } else {
        add_row("adjacent", two, 8);
        add_row("padded", two, padded);
        add_ping_pong("ping_pong", two);
    }
    lab.run();

    // The other rows ran on other CPUs too.
    if (basic || sweep == "distance")
        lab.note("CPUs " + std::to_string(pair->first) + " and " + std::to_string(pair->second) + ": " +
                 (pair->relation.has_value() ? lab::to_string(*pair->relation) : pair->relation.absence()) +
                 ".");
    if (!basic) return;
    const auto ratio = lab.time("adjacent") / lab.time("padded");
    lab.answer("padded_increment", lab.per_item("padded"));
    lab.answer("adjacent_over_padded", ratio);
    lab.note(
        "ping_pong is one crossing of a line between the two CPUs. Where it falls into regimes, the CPUs "
        "were at times close and at times far apart, and the ratio changes with them.");
    lab.claim(
        {.text = "two counters in one line cost several times as much as two counters apart",
         .at_least = 2,
         .causes =
             {"the two CPUs are one core at the moment: they share its first-level cache, so no line travels "
              "(look at ping_pong: under 15 ns says so)",
              "a virtual machine ran both CPUs in turn on one core: run again when the host is quiet",
              "the threads did not overlap: raise --increments"},
         .at_times = true},
        ratio);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "false_sharing",
                         .question = "What do two threads pay for two variables in one cache line?",
                         .item = "increment or crossing",
                         .pin = false},
                        false_sharing);
}

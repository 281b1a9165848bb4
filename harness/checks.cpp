// The honesty checks: evidence in, verdict out.
#include "harness/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/build.hpp"
#include "harness/stats.hpp"
#include "harness/units.hpp"

namespace lab {
namespace {

std::string time_text(double ns) { return show(ns, Kind::time); }
std::string percent_text(double percent) { return show(percent, Kind::percent); }
// A bound is a round number: "5 %", not "5.00 %".
std::string percent_bound(double percent) { return fmt::format("{} %", percent); }
std::string size_text(std::uint64_t bytes) { return show(static_cast<double>(bytes), Kind::bytes); }

std::string ghz_text(double ghz) { return fmt::format("{:.2f} GHz", ghz); }

bool positive(double value) { return std::isfinite(value) && value > 0; }
bool known(double value) { return std::isfinite(value) && value >= 0; }

// A verdict is built in one place per check: the name and the bound first, then how it came out.
struct Judge {
    std::string_view check;
    std::string bound;

    Verdict verdict(Outcome outcome, std::string seen, std::string advice) const {
        return {std::string(check), outcome, std::move(seen), bound, std::move(advice)};
    }
    Verdict passed(std::string seen) const { return verdict(Outcome::passed, std::move(seen), {}); }
    Verdict warned(std::string seen, std::string advice) const {
        return verdict(Outcome::warned, std::move(seen), std::move(advice));
    }
    Verdict refused(std::string seen, std::string advice) const {
        return verdict(Outcome::refused, std::move(seen), std::move(advice));
    }
};

// "CPU 3", "CPUs 3, 5".
std::string cpus_text(std::vector<int> cpus) {
    std::erase_if(cpus, [](int cpu) { return cpu < 0; });
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return fmt::format("CPU{} {}", cpus.size() == 1 ? "" : "s", fmt::join(cpus, ", "));
}

}  // namespace

std::string_view to_string(Outcome outcome) {
    switch (outcome) {
        case Outcome::passed: return "passed";
        case Outcome::warned: return "warned";
        case Outcome::refused: return "refused";
    }
    return "refused";
}

Verdict check_result(const ResultEvidence& evidence) {
    const Judge judge{"result",
                      "each call gives the right answer, and another answer when the input changes"};
    const auto same = [&evidence](const Answer& a, const Answer& b) {
        return same_answer(a, b, evidence.tolerance);
    };
    if (!evidence.expected)
        return judge.refused(
            "there is no right answer to compare with",
            "State .expect in the lab: the answer, computed another way than by the measured function.");
    if (!evidence.first)
        return judge.refused("the function was never called",
                             "Run the lab again. If it stays, the lab is wrong.");
    if (!same(*evidence.first, *evidence.expected))
        return judge.refused(fmt::format("the function answers {}, and the right answer is {}",
                                         show_answer(*evidence.first), show_answer(*evidence.expected)),
                             "The function does other work than it claims, or only a part of it. Mend the "
                             "function, then measure it.");
    if (evidence.calls == 0)
        return judge.refused(
            "no timed call had its answer compared",
            "Return the answer from the measured function, so that each call can be checked.");
    // A function that ignores its input is wrong whenever the input is changed; the change below says it better.
    const bool ignores_input = evidence.change_tried && evidence.expected_after_change &&
                               evidence.answer_after_change &&
                               same(*evidence.answer_after_change, *evidence.first) &&
                               !same(*evidence.expected_after_change, *evidence.first);
    if (evidence.wrong_calls > 0 && !ignores_input)
        return judge.refused(
            fmt::format("{} of {} timed calls gave another answer{}; the right one is {}",
                        evidence.wrong_calls, evidence.calls,
                        evidence.wrong ? fmt::format(", such as {}", show_answer(*evidence.wrong)) : "",
                        show_answer(evidence.right.value_or(*evidence.expected))),
            "A call may depend on the calls before it, or two threads write the same data. Make each call do "
            "the same work.");
    const std::string calls =
        fmt::format("{} in all of {} timed calls", show_answer(*evidence.expected), evidence.calls);
    if (!evidence.change_tried) {
        if (!evidence.unchanging.empty())
            return judge.passed(
                fmt::format("{}; its input can't be changed: {}", calls, evidence.unchanging));
        return judge.refused("the answer is right, but nobody tried whether it depends on the input",
                             "State .change in the lab: change one element, return the new right answer. If "
                             "there is nothing to change, say why in .unchanging.");
    }
    if (!evidence.expected_after_change || same(*evidence.expected_after_change, *evidence.expected))
        return judge.refused(
            fmt::format("the change of the input leaves the right answer at {}, so it proves nothing",
                        show_answer(*evidence.expected)),
            "Let .change alter an element that the answer depends on.");
    if (!evidence.answer_after_change)
        return judge.refused("the function was not called again after the input changed",
                             "Run the lab again. If it stays, the lab is wrong.");
    if (!same(*evidence.answer_after_change, *evidence.expected_after_change)) {
        const bool old = same(*evidence.answer_after_change, *evidence.first);
        return judge.refused(
            fmt::format("one element of the input changed, and the answer {} {}; the right one is now {}",
                        old ? "stayed" : "became", show_answer(*evidence.answer_after_change),
                        show_answer(*evidence.expected_after_change)),
            old ? "The answer was folded by the compiler or kept from an earlier call. Look for the loads: "
                  "run the lab again with --asm."
                : "The function does not read all of its input. Mend the function, then measure it.");
    }
    if (!evidence.restored)
        return judge.refused("the change was taken back, but the first answer did not come back",
                             "Let .change undo itself when it is called a second time.");
    return judge.passed(
        fmt::format("{}; {} after one element changed", calls, show_answer(*evidence.answer_after_change)));
}

bool plausible(double ghz) { return ghz >= bounds::ghz_lowest && ghz <= bounds::ghz_highest; }

double floor_ns(const PossibleEvidence& evidence) {
    double floor = positive(evidence.min_ns) ? evidence.min_ns : 0;
    if (plausible(evidence.ghz)) {
        // What the core would need if it ran faster than the probe saw, by the slack.
        const double fastest = evidence.ghz * (1 + bounds::clock_slack);
        if (positive(evidence.steps)) floor = std::max(floor, evidence.steps / fastest);
        if (positive(evidence.bytes))
            floor = std::max(floor, evidence.bytes / (bounds::bytes_per_cycle * fastest));
    }
    return floor;
}

Verdict check_possible(const PossibleEvidence& evidence) {
    Judge judge{"possible", "not faster than the machine can be"};
    const bool has_steps = positive(evidence.steps);
    const bool has_bytes = positive(evidence.bytes);
    const bool has_time = positive(evidence.min_ns);
    if (!positive(evidence.best_ns))
        return judge.refused(evidence.best_ns == 0 ? "one call took 0 ns at best" : "there is no best time",
                             "The work is not there, or the clock did not move. Look at the code: run the "
                             "lab again with --asm.");
    const std::string seen = fmt::format("one call took {} at best", time_text(evidence.best_ns));
    // The last question: is what the table divides by possible?
    const auto passed_if_items_are = [&](const std::string& said) {
        const double cycles = (1 + bounds::clock_slack) * evidence.ghz * evidence.best_ns;
        if (!plausible(evidence.ghz) || evidence.items <= bounds::items_per_cycle * cycles)
            return judge.passed(said);
        judge.bound = fmt::format("at most {:.0f} items a cycle", bounds::items_per_cycle);
        return judge.refused(
            fmt::format("{} items in {}", show(evidence.items, Kind::count), time_text(evidence.best_ns)),
            "The lab counts .items wrongly, or the work is not there.");
    };
    if (!has_steps && !has_bytes && !has_time) {
        if (!evidence.no_floor.empty())
            return passed_if_items_are(
                fmt::format("{}; no floor can be stated: {}", seen, evidence.no_floor));
        return judge.refused(seen + "; the lab states no floor to hold it against",
                             "State .bytes loaded or dependent .steps of one call in the lab, or say in "
                             ".no_floor why there are none.");
    }
    if ((has_steps || has_bytes) && !plausible(evidence.ghz)) {
        judge.bound =
            fmt::format("a clock from {:.1f} to {:.0f} GHz", bounds::ghz_lowest, bounds::ghz_highest);
        if (!positive(evidence.ghz))
            return judge.refused("the clock speed of the core is unknown, so the floor is, too",
                                 "Run the lab again on a quieter machine. ./lab doctor says more.");
        return judge.refused(fmt::format("the chain of dependent adds says {}", ghz_text(evidence.ghz)),
                             "No core runs at this speed. Is this an emulator, or was the harness built "
                             "without optimisation? ./lab doctor says more.");
    }

    // Name the part of the floor that decides.
    const double floor = floor_ns(evidence);
    std::string reason = "the lab's own floor";
    if (floor > evidence.min_ns || !has_time) {
        const bool by_steps =
            has_steps && (!has_bytes || evidence.steps >= evidence.bytes / bounds::bytes_per_cycle);
        reason = by_steps ? fmt::format("{} dependent step{} at one cycle each",
                                        show(evidence.steps, Kind::count), evidence.steps == 1 ? "" : "s")
                          : fmt::format("{} loaded at {:.0f} bytes a cycle",
                                        show(evidence.bytes, Kind::bytes), bounds::bytes_per_cycle);
        reason +=
            fmt::format(", at {} or {:.0f} % above it", ghz_text(evidence.ghz), 100 * bounds::clock_slack);
    }
    judge.bound = fmt::format("at least {}: {}", time_text(floor), reason);
    if (evidence.best_ns >= floor) return passed_if_items_are(seen);
    return judge.refused(
        fmt::format("{}, {} faster than the floor", seen, show(floor / evidence.best_ns, Kind::ratio)),
        "The work was deleted, folded or moved out of the loop, or the lab counts it wrongly. Look for the "
        "loads and the adds: run the lab again with --asm.");
}

Verdict check_scales(double t1_ns, double t10_ns) {
    const Judge judge{"scales", fmt::format("ten times the work takes {:.0f} to {:.0f} times as long",
                                            bounds::scales_lowest, bounds::scales_highest)};
    const auto hoisted =
        "The compiler may have moved the work out of the loop. Put lab::hide on the input inside the loop, "
        "and look: run the lab again with --asm.";
    if (!positive(t1_ns) || !positive(t10_ns))
        return judge.refused(
            fmt::format("once took {}, ten times took {}", time_text(t1_ns), time_text(t10_ns)), hoisted);
    const double ratio = t10_ns / t1_ns;
    std::string seen = fmt::format("once took {}, ten times took {}, {} as long", time_text(t1_ns),
                                   time_text(t10_ns), show(ratio, Kind::ratio));
    if (ratio < bounds::scales_lowest) return judge.refused(std::move(seen), hoisted);
    if (ratio > bounds::scales_highest)
        return judge.refused(std::move(seen),
                             "The work grows faster than the number of repeats. Let each repeat do the same "
                             "work on the same data.");
    return judge.passed(std::move(seen));
}

std::optional<Verdict> check_shared(double repeat_ns, double call_ns) {
    const Judge judge{
        "scales", fmt::format("a repeat takes at least {} of a call that repeats once, without the calling",
                              percent_bound(100 * bounds::repeat_share))};
    if (!positive(repeat_ns) || !positive(call_ns) || call_ns < bounds::repeat_ns ||
        repeat_ns >= bounds::repeat_share * (call_ns - bounds::calling_ns))
        return std::nullopt;
    return judge.refused(
        fmt::format("a repeat took {}, and a call that repeats once {}", time_text(repeat_ns),
                    time_text(call_ns)),
        "The repeats share some of their work. Put lab::hide on the input and lab::keep on the "
        "answer of every repeat, and look: run the lab again with --asm.");
}

Verdict check_clock(double sample_ns, double clock_read_ns) {
    const Judge judge{"clock",
                      fmt::format("one sample is at least {:.0f} clock reads long", bounds::clock_reads)};
    if (!positive(clock_read_ns))
        return judge.refused("the cost of a clock read is unknown",
                             "Run the lab again. ./lab doctor says more about the clock.");
    if (!positive(sample_ns))
        return judge.refused(
            fmt::format("one sample took {}", time_text(sample_ns)),
            "The clock did not move during a sample. Give each call more work, for example a larger size.");
    const double reads = sample_ns / clock_read_ns;
    // Rounded down: just below the bound it must not read like the bound.
    std::string seen = fmt::format("one sample took {}, {} clock reads of {}", time_text(sample_ns),
                                   show(std::floor(reads), Kind::count), time_text(clock_read_ns));
    if (reads >= bounds::clock_reads) return judge.passed(std::move(seen));
    return judge.refused(
        std::move(seen),
        "So short a sample times the clock, not the work. Raise --budget, or give each call more work.");
}

Verdict check_single_calls(double call_ns, double clock_read_ns) {
    const Judge judge{
        "clock", fmt::format("above {} it is told, not refused", percent_bound(bounds::single_call_percent))};
    const double percent = 100 * clock_read_ns / call_ns;
    auto seen =
        fmt::format("single calls are the subject: one clock read is {:.1f} % of the shortest", percent);
    if (percent <= bounds::single_call_percent) return judge.passed(std::move(seen));
    const auto advice =
        "Each time holds one read of the clock: take it off in thought, or give each call more work.";
    return percent <= bounds::single_call_refused ? judge.warned(std::move(seen), advice)
                                                  : judge.refused(std::move(seen), advice);
}

std::optional<Verdict> check_call(double call_ns, double empty_call_ns, bool has_floor) {
    const Judge judge{"call", fmt::format("the harness's own call is at most {} of a call",
                                          percent_bound(bounds::call_percent))};
    if (!positive(call_ns) || !positive(empty_call_ns)) return std::nullopt;
    // The empty call was timed once, perhaps at a slower moment.
    const double percent = std::min(100.0, 100 * empty_call_ns / call_ns);
    if (percent <= bounds::call_percent) return std::nullopt;
    auto seen = fmt::format("a call took {}, and one that does nothing takes {}, or {} of it",
                            time_text(call_ns), time_text(empty_call_ns), percent_text(percent));
    if (!has_floor && percent > 50)
        return judge.refused(
            std::move(seen),
            "The lab states no floor, and nothing else tells whether the work is there. State "
            "one, and look for the work: run the lab again with --asm.");
    return judge.warned(std::move(seen),
                        "Up to that share of the time is the harness's own call. Give each call more work.");
}

std::optional<Verdict> check_first(double first_ns, double p50_ns) {
    const Judge judge{"first", fmt::format("the first call takes at most {:.0f} times as long as later ones",
                                           bounds::first_times)};
    if (!positive(first_ns) || !positive(p50_ns) || first_ns <= bounds::first_times * p50_ns ||
        first_ns - p50_ns <= bounds::first_ns)
        return std::nullopt;
    return judge.warned(
        fmt::format("the first call of all took {}, and one of the timed calls {}, {} less",
                    time_text(first_ns), time_text(p50_ns), show(first_ns / p50_ns, Kind::ratio)),
        "Later calls may find less to do: a function that changes its input needs .before, which restores "
        "it. Or "
        "caches and predictors know the input by now; then say so with the number.");
}

Verdict check_faults(double minor_faults, double major_faults, double fault_ns, double timed_ns,
                     double system_ns) {
    const Judge judge{"faults", fmt::format("page faults take at most {} of the timed part",
                                            percent_bound(bounds::faults_percent))};
    if (!positive(timed_ns))
        return judge.refused(fmt::format("the timed part took {}", time_text(timed_ns)),
                             "Run the lab again with a larger --budget.");
    if (!(minor_faults >= 0) || !(major_faults >= 0))
        return judge.refused("the kernel does not count page faults", "Run the lab outside of this sandbox.");
    if (major_faults > 0)
        return judge.refused(
            fmt::format("{:.0f} page fault{} waited for a disk", major_faults, major_faults == 1 ? "" : "s"),
            "Memory is short, and pages were fetched back. Close other programs, or use a smaller size.");
    if (minor_faults == 0) return judge.passed("no page faults");
    const std::string faults = fmt::format("{:.0f} page fault{}", minor_faults, minor_faults == 1 ? "" : "s");
    if (!positive(fault_ns))
        return judge.refused(faults + " of unknown cost",
                             "Run the lab again. If it stays, touch each page before timing.");
    const auto advice =
        "The function touches memory for the first time. Make the data before timing, for example with "
        "lab::touched.";
    const double spent = std::min(minor_faults * fault_ns, timed_ns);  // an estimate: never more than all
    const double percent = 100 * spent / timed_ns;
    std::string seen = fmt::format("{} of about {} each: {} of {}, or {}", faults, time_text(fault_ns),
                                   time_text(spent), time_text(timed_ns), percent_text(percent));
    if (percent > bounds::faults_percent) return judge.refused(std::move(seen), advice);
    const double kernel = std::min(system_ns, minor_faults * bounds::dearest_fault_ns);
    if (100 * kernel / timed_ns > bounds::system_percent)  // false for NaN
        return judge.refused(fmt::format("{}, and the kernel worked for {} of {}", faults,
                                         time_text(std::min(kernel, timed_ns)), time_text(timed_ns)),
                             advice);
    return judge.passed(std::move(seen));
}

Verdict check_granted(const GrantedEvidence& evidence) {
    Judge judge{"granted", "what was asked for is what we have"};
    std::vector<std::string> seen;
    std::vector<int> pinned;
    if (evidence.idle_team) {
        judge.bound = "the row's team does the work";
        return judge.refused(
            "the row names a team, and a call did not run it",
            "This is a fault of the lab: call team.run in the measured function, or name no team.");
    }
    for (const ThreadPlacement& thread : evidence.threads) {
        if (thread.asked < 0) continue;
        judge.bound = fmt::format("the thread runs on CPU {} and nowhere else", thread.asked);
        const auto elsewhere = std::find_if(thread.seen.begin(), thread.seen.end(),
                                            [&thread](int cpu) { return cpu >= 0 && cpu != thread.asked; });
        if (!thread.pin_error.empty())
            return judge.refused(
                fmt::format("CPU {} was asked for and not given: {}", thread.asked, thread.pin_error),
                "Choose an allowed CPU with --cpu. ./lab doctor lists them.");
        if (std::all_of(thread.seen.begin(), thread.seen.end(), [](int cpu) { return cpu < 0; }))
            return judge.refused(
                fmt::format("CPU {} was asked for; where the thread ran was not seen", thread.asked),
                "Run the lab again. ./lab doctor lists the allowed CPUs.");
        if (elsewhere != thread.seen.end())
            return judge.refused(fmt::format("CPU {} was asked for, and the thread ran on {}", thread.asked,
                                             cpus_text(thread.seen)),
                                 "Choose an allowed CPU with --cpu. ./lab doctor lists them.");
        pinned.push_back(thread.asked);
    }
    if (pinned.size() > 1) {
        auto sorted = pinned;
        std::sort(sorted.begin(), sorted.end());
        const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        judge.bound = fmt::format("{} threads on {} different CPUs", pinned.size(), pinned.size());
        if (twice != sorted.end())
            return judge.refused(fmt::format("two of the threads share CPU {}", *twice),
                                 "The threads take turns instead of running at the same time. Choose two "
                                 "different CPUs. ./lab doctor lists the allowed ones.");
    }
    if (!pinned.empty()) seen.push_back("ran on " + cpus_text(pinned));
    if (evidence.huge_asked_bytes > 0) {
        judge.bound = fmt::format("huge pages back at least {} of {}", percent_bound(bounds::huge_percent),
                                  size_text(evidence.huge_asked_bytes));
        const std::string_view advice =
            "Allow huge pages, then run the lab again. ./lab doctor prints the command.";
        if (!evidence.huge_backed_bytes)
            return judge.refused("what backs the memory is unknown (/proc/self/smaps does not say)",
                                 std::string(advice));
        const double percent = 100 * static_cast<double>(*evidence.huge_backed_bytes) /
                               static_cast<double>(evidence.huge_asked_bytes);
        std::string backed = fmt::format("huge pages back {} of {}", size_text(*evidence.huge_backed_bytes),
                                         size_text(evidence.huge_asked_bytes));
        if (percent < bounds::huge_percent) return judge.refused(std::move(backed), std::string(advice));
        seen.push_back(std::move(backed));
    }
    if (seen.empty()) return judge.passed("nothing was asked for");
    return judge.passed(fmt::format("{}", fmt::join(seen, "; ")));
}

Verdict check_build(const BuildFacts& facts) {
    const Judge judge{"build", "optimised code, with nothing built into it or wrapped around it"};
    const std::string rebuild =
        "Build it as the course does: cmake --preset release, or simply ./lab run NAME.";
    if (!facts.optimised) return judge.refused("the lab was built without optimisation (-O0)", rebuild);
    if (!facts.sanitizer.empty())
        return judge.refused(fmt::format("the {} sanitizer is built in", facts.sanitizer), rebuild);
    if (!facts.instrumentation.empty())
        return judge.refused(fmt::format("{} is built in", facts.instrumentation), rebuild);
    if (facts.library_checks)
        return judge.refused("the standard library checks every access (_GLIBCXX_ASSERTIONS or the like)",
                             rebuild);
    if (!facts.under.empty())
        return judge.refused(
            fmt::format("the program runs under {}", facts.under),
            fmt::format(
                "Times under {} are times of {}. Run the lab without it; use it to count, not to time.",
                facts.under, facts.under));
    if (facts.traced_by.has_value() && *facts.traced_by > 0)
        return judge.refused(
            fmt::format("process {} traces this program (a debugger, or strace)", *facts.traced_by),
            "Run the lab without it.");
    const std::string built = facts.compiler.empty() ? "optimised" : "optimised, by " + facts.compiler;
    if (facts.assertions)
        return judge.warned(built + ", and assert() is on",
                            "An assert inside a measured function is timed with it. " + rebuild);
    return judge.passed(built);
}

Verdict check_alone(double run_delay_ns, double timed_ns) {
    const Judge judge{"alone", fmt::format("waiting for the CPU takes at most {} of the timed part",
                                           percent_bound(bounds::alone_percent))};
    if (!positive(timed_ns))
        return judge.refused(fmt::format("the timed part took {}", time_text(timed_ns)),
                             "Run the lab again with a larger --budget.");
    if (!known(run_delay_ns))
        return judge.warned(
            "not checked: the kernel does not say how long the thread waited (/proc/self/schedstat)",
            "Look yourself that nothing else runs on this CPU: run top in another window.");
    // The waiting is counted over a little more than the timed part.
    const double waited = std::min(run_delay_ns, timed_ns);
    const double percent = 100 * waited / timed_ns;
    std::string seen = fmt::format("the thread waited {} for its CPU in {}, or {}", time_text(waited),
                                   time_text(timed_ns), percent_text(percent));
    if (percent <= bounds::alone_percent) return judge.passed(std::move(seen));
    return judge.refused(
        std::move(seen),
        "Another program runs on this CPU. Stop it (top shows it), or choose another CPU with --cpu.");
}

Verdict check_awake(double asleep_ns, double timed_ns, const std::string& sleeps) {
    const Judge judge{
        "awake",
        fmt::format("the thread is neither running nor waiting for the CPU at most {} of the timed part",
                    percent_bound(bounds::awake_percent))};
    if (!sleeps.empty()) return judge.passed("it may sleep: " + sleeps);
    if (!positive(timed_ns))
        return judge.refused(fmt::format("the timed part took {}", time_text(timed_ns)),
                             "Run the lab again with a larger --budget.");
    if (!known(asleep_ns))
        return judge.warned("not checked: the kernel does not say how long the thread ran and waited",
                            "Compare two runs of the lab before you trust one.");
    const double percent = 100 * asleep_ns / timed_ns;
    std::string seen = fmt::format("the thread neither ran nor waited for its CPU for {} of {}, or {}",
                                   time_text(asleep_ns), time_text(timed_ns), percent_text(percent));
    if (percent <= bounds::awake_percent) return judge.passed(std::move(seen));
    const std::string advice =
        "It slept, was stopped (Ctrl-Z, a debugger, a limit on CPU time), waited for a disk, or the host had "
        "the "
        "CPU. If other threads do the work, the lab must use lab::Team.";
    return percent <= bounds::asleep_percent ? judge.warned(std::move(seen), advice)
                                             : judge.refused(std::move(seen), advice);
}

Verdict check_steal(double steal_ns, double elapsed_ns) {
    const Judge judge{"steal", fmt::format("the host takes the CPU away for at most {} of the time",
                                           percent_bound(bounds::steal_percent))};
    if (!positive(elapsed_ns) || !known(steal_ns))
        return judge.warned("not checked: the kernel does not say how much the host took (/proc/stat)",
                            "Compare two runs of the lab before you trust one.");
    const double percent = 100 * steal_ns / elapsed_ns;
    std::string seen = fmt::format("the host took the CPU for {} of {}, or {}", time_text(steal_ns),
                                   time_text(elapsed_ns), percent_text(percent));
    if (percent <= bounds::steal_percent) return judge.passed(std::move(seen));
    return judge.warned(std::move(seen),
                        "Other virtual machines share this host. Run the lab again at another time, and "
                        "trust the lowest times most.");
}

Verdict check_rounds(std::span<const double> round_p50s) {
    const Judge judge{"rounds", fmt::format("the rounds' medians differ by at most {}",
                                            percent_bound(bounds::rounds_percent))};
    const bool usable = std::all_of(round_p50s.begin(), round_p50s.end(), positive);
    if (round_p50s.size() < 2 || !usable)
        return judge.warned(round_p50s.empty() ? "not checked: there are no rounds"
                            : usable           ? "not checked: one round can't differ from itself"
                                               : "not checked: a round has no usable median",
                            "Run the lab again with --rounds 7.");
    const std::vector<double> rounds(round_p50s.begin(), round_p50s.end());
    const auto [low, high] = std::minmax_element(rounds.begin(), rounds.end());
    const double percent = 100 * relative_spread(rounds);
    std::string seen = fmt::format("{} rounds from {} to {}, a spread of {} of the median", rounds.size(),
                                   time_text(*low), time_text(*high), percent_text(percent));
    if (percent <= bounds::rounds_percent) return judge.passed(std::move(seen));
    const auto found = regimes(rounds);
    if (found.size() > 1) {
        std::vector<std::string> parts;
        for (const Regime& regime : found)
            parts.push_back(fmt::format("{} in {} of {}", time_text(regime.p50), regime.n, rounds.size()));
        return judge.warned(fmt::format("{}, in {} regimes: {}", seen, found.size(), fmt::join(parts, ", ")),
                            "The machine switched between states. Take each regime for itself, and compare "
                            "only inside a round.");
    }
    return judge.warned(
        std::move(seen),
        "Something else was running at times. Close it, or run the lab again with --rounds 21.");
}

Verdict check_speed(std::span<const double> add_chain_ghz, std::span<const double> branch_probe_ns) {
    const Judge judge{
        "speed", fmt::format("the core's speed changes by at most {}", percent_bound(bounds::speed_percent))};
    const auto usable = [](std::span<const double> probes) {
        return probes.size() >= 2 && std::all_of(probes.begin(), probes.end(), positive);
    };
    if (!usable(add_chain_ghz) || !usable(branch_probe_ns))
        return judge.warned("not checked: the speed probes before and after did not both succeed",
                            "Run the lab again. ./lab doctor says more about the clock.");
    struct Range {
        double low, high, percent;
    };
    const auto range = [](std::span<const double> probes) {
        const auto [low, high] = std::minmax_element(probes.begin(), probes.end());
        return Range{*low, *high, 100 * relative_spread({probes.begin(), probes.end()})};
    };
    const Range ghz = range(add_chain_ghz);
    const Range branch = range(branch_probe_ns);
    std::string seen = fmt::format(
        "the clock went from {} to {} ({} of the median), a taken branch from {} to {} ({} of the median)",
        ghz_text(ghz.low), ghz_text(ghz.high), percent_text(ghz.percent), time_text(branch.low),
        time_text(branch.high), percent_text(branch.percent));
    if (ghz.percent > bounds::speed_percent)
        return judge.warned(
            std::move(seen),
            "The clock changed during the run. ./lab doctor says how to hold it, if this machine allows it.");
    if (branch.percent > bounds::speed_percent)
        return judge.warned(std::move(seen),
                            "The clock stayed, yet branches slowed down: a neighbour on the same core. Close "
                            "other programs and run the lab again.");
    return judge.passed(std::move(seen));
}

}  // namespace lab

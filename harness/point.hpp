// One row of an experiment: what is called, what it must answer, and everything seen while it was measured.
#pragma once

#include "harness/build.hpp"
#include "harness/checks.hpp"
#include "harness/counters.hpp"
#include "harness/sampling.hpp"
#include "harness/speed.hpp"
#include "harness/stats.hpp"
#include "harness/team_run.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab {

class Team;

// What one call does. The lab states it, the checks hold the measurement against it.
struct Work {
    double items = 1;  // units of work in one call; the table divides by it
    // The floor: no machine can do the call faster. State at least one of the three, or say why there is none.
    double bytes = 0;     // bytes that one call must load
    double steps = 0;     // steps of which each needs the result of the one before
    double least_ns = 0;  // a known time, such as that of a wait
    std::string no_floor = {};
    bool empty =
        false;  // the call does nothing, and is meant to: it is not compared with one that does nothing

    // The right answer, computed another way than by the measured function.
    std::optional<Answer> expect = {};
    // Toggles one element of the input and returns the right answer from then on: called twice, everything is as
    // before. It proves that the function looks at its input. Without it, say why there is none.
    std::function<Answer()> change = {};
    double tolerance =
        0;  // relative, between a real answer and `expect`: floating sums depend on their order
    std::string unchanging = {};

    // Runs before each sample, not timed. A sample is then one call. `change` comes before it.
    std::function<void()> before = {};
    // True: a sample is one call, however short, because single calls are the subject; the share of the clock's own
    // cost is printed.
    bool single_calls = false;
    int samples = 0;  // in one visit; 0: as many as the budget allows
    // The threads that do the work, if the calling thread does not do it alone.
    Team* team = nullptr;
    // Why the call may sleep or wait for others: with it, the check 'awake' is content.
    std::string sleeps = {};
    // The range that huge pages must back, when the variant is about huge pages.
    const void* huge_begin = nullptr;
    std::size_t huge_bytes = 0;

    // How the measured function itself was compiled, when that is not how the lab was.
    std::optional<BuildFacts> build = {};

    // A lab about a lie names the checks of which one must refuse this number. It is then printed marked
    // *not a result*, and the lab fails when none of them did.
    std::vector<std::string> lie = {};
    // True: whether the lie survives depends on the compiler; a number that no check refuses is a result.
    bool lie_may_be_true = false;

    ~Work();  // out of line: every lab would compile it at each of its rows
};

// The usual `change`: toggles the lowest bit of an element that the answer counts once. `rest` is the answer without
// it. The element must live as long as the row.
inline auto toggle(std::uint64_t& element, std::uint64_t rest) {
    return [&element, rest] {
        element ^= 1U;
        return rest + element;
    };
}

// One visit of one round: the samples and what the machine did meanwhile.
struct Visit {
    std::vector<double> samples;  // ns per call
    double timed_ns = 0;          // all samples together
    double run_delay_ns =
        0;  // ready to run, but another thread had the CPU; of a team, the member that waited longest
    double asleep_ns = 0;            // neither on a CPU nor ready for one; 0 for a team
    double minor_faults = 0;         // NaN, like the waiting: the kernel does not tell
    double major_faults = 0;         // the same: those that waited for a disk
    double system_ns = 0;            // the kernel worked for the process; NaN: it does not tell
    int cpu = -1;                    // where the thread was at the end
    std::vector<MemberRun> members;  // the same for the members of a team, at their last run
    std::uint64_t wrong = 0;         // calls with a wrong answer, those of the tries taken again included
    int retaken = 0;                 // earlier tries of this visit that a competitor spoiled
};

enum class Status { not_run, measured, regimes, refused, not_a_result };

// One row.
struct Point {
    std::string name;
    std::optional<double> x;  // its place on the axis of a sweep
    Work work;
    std::unique_ptr<Subject> subject;

    std::uint64_t calls = 1;  // in one sample
    int samples_per_visit = 1;
    double first_call_ns = 0;   // the first of all, while the answer was proved
    double call_ns = 0;         // by calibration
    std::vector<Visit> visits;  // one per finished round
    ResultEvidence result;
    // A function that owns its loop: T(k), T(10 k), and one call that repeats once.
    std::optional<double> scaled_1_ns, scaled_10_ns, single_call_ns;
    double best_ns_per_call = 0;

    Status status = Status::not_run;
    std::string why;  // of a refusal
    std::vector<Verdict> verdicts;
    std::optional<Summary> summary;  // over all samples
    CounterReading counters;         // one more sample under the hardware counters, where there are any
    std::vector<Regime> regimes;

    [[nodiscard]] std::vector<double> all_samples() const;
    [[nodiscard]] std::vector<double> round_medians() const;
};

// "measured", "refused", …: the words of the record.
std::string status_text(Status status);

}  // namespace lab

// The honesty checks: each looks at recorded evidence and says whether a number may be printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/answer.hpp"

// Nothing in this file measures anything. A check is a pure function: evidence in, verdict out. So each one
// can be tested with evidence that is written down, on both sides of its bound. Times are in nanoseconds.
//
// Rule for bad evidence: a check that refuses also refuses when its evidence is missing or makes no sense (a
// zero time, a NaN). "Not checked" is not "passed". The checks that only warn then warn that nothing was
// checked. One exception: check_alone warns where the kernel doesn't keep the figure. Refusing would leave no
// number at all on such a machine.
//
// Evidence is filled in by name: `{.best_ns = 12, .steps = 8, .ghz = 2.9}`. What is left out counts as
// missing. (Each member has a written default, or -Wextra would warn about the ones left out.)

namespace lab {

enum class Outcome {
    passed,
    warned,   // the number is printed, with the warning
    refused,  // the number is not printed as a result
};

// "passed", "warned", "refused".
std::string_view to_string(Outcome outcome);

struct Verdict {
    std::string check;  // the name in the table of checks: "result", "possible", …
    Outcome outcome = Outcome::refused;
    std::string seen;    // what was observed, with readable units
    std::string bound;   // what it has to satisfy
    std::string advice;  // what to do next; empty when passed
};

// The bounds, in one place. They come from honest loops run many times on shared two-core cloud machines.
// Each bound itself still passes.
namespace bounds {
inline constexpr double bytes_per_cycle = 128;   // two 64-byte loads a cycle: the widest cores of today
inline constexpr double items_per_cycle = 1024;  // an item is at least a bit, of the bytes above
inline constexpr double clock_slack = 0.10;      // the core may run this much faster than the probe saw
inline constexpr double ghz_lowest = 0.2;   // outside these two the "clock" was not a clock: an emulator,
inline constexpr double ghz_highest = 7.0;  // or a probe that the compiler folded
inline constexpr double scales_lowest = 5;
inline constexpr double scales_highest = 20;
inline constexpr double repeat_share = 0.7;  // a repeat takes at least so much of a call of its own
inline constexpr double repeat_ns = 8;   // in a shorter call, the calling itself counts too much to say so
inline constexpr double calling_ns = 4;  // what calling takes of it, and more
inline constexpr double clock_reads = 1000;        // one sample is at least this many clock reads long
inline constexpr double single_call_percent = 1;   // one clock read, of the shortest single call: told
inline constexpr double single_call_refused = 30;  // the same: refused
inline constexpr double first_times = 3;           // the first call of all, of a later one
inline constexpr double first_ns = 20'000;       // and at least so much longer: more than a few cache misses
inline constexpr double call_percent = 5;        // the harness's own call, of a call
inline constexpr double faults_percent = 1;      // of the timed part
inline constexpr double system_percent = 10;     // the kernel's work in a row with faults, of the timed part
inline constexpr double dearest_fault_ns = 1e6;  // no fault is believed to cost more
inline constexpr double huge_percent = 90;       // of the huge pages asked for
inline constexpr double alone_percent = 5;       // waiting for the CPU, of the timed part
inline constexpr double awake_percent =
    5;  // neither running nor waiting for the CPU, of the timed part: told
inline constexpr double asleep_percent = 20;    // the same: refused
inline constexpr double steal_percent = 5;      // taken by the host, of the elapsed time
inline constexpr double rounds_percent = 5;     // spread of the rounds' p50s
inline constexpr double speed_percent = 5;      // spread of either speed probe
inline constexpr double shape_share = 0.25;     // a regime of ratios with a smaller share is not judged
inline constexpr std::size_t shape_rounds = 3;  // fewer rounds decide nothing
}  // namespace bounds

// ---- result: the right answer, computed anew by each call

struct ResultEvidence {
    std::optional<Answer> expected = {};  // computed another way than by the measured function
    std::optional<Answer> first = {};     // what the function answered before anything was timed
    std::uint64_t calls = 0;              // timed calls whose answer was compared
    std::uint64_t wrong_calls = 0;        // how many of them were wrong …
    std::optional<Answer> wrong = {};     // … and one of their answers
    std::optional<Answer> right = {};     // … and what it should have been, with the input as it was then
    bool change_tried = false;  // one element of the input was changed and the function called again
    std::optional<Answer> expected_after_change = {};  // computed elsewhere
    std::optional<Answer> answer_after_change = {};
    bool restored = false;        // the change was taken back, and the first answer came back with it
    std::string unchanging = {};  // why the input can't be changed; the reason stands in place of the change
    double tolerance = 0;         // relative, for answers that are a double
};
Verdict check_result(const ResultEvidence& evidence);

// ---- possible: not faster than the machine can be

// True when the clock of the core, in cycles per nanosecond, is known and a core can have it. 0 or NaN: unknown.
bool plausible(double ghz);

struct PossibleEvidence {
    double best_ns = std::numeric_limits<double>::quiet_NaN();  // the fastest sample, per call
    double bytes = 0;                                           // loaded by one call
    double steps = 0;                                       // of one call that each wait for the one before
    double min_ns = 0;                                      // a floor that the lab states itself
    std::string no_floor = {};                              // why none of the three can be stated
    double items = 1;                                       // that the table divides the time by
    double ghz = std::numeric_limits<double>::quiet_NaN();  // the fastest clock seen; see Speed
};

// The floor in ns: the largest of steps/ghz and bytes/(128*ghz), both less the clock's slack, and min_ns.
// 0 when no floor is stated. The steps and bytes count only with a plausible clock.
double floor_ns(const PossibleEvidence& evidence);
Verdict check_possible(const PossibleEvidence& evidence);

// ---- scales, clock, faults

// A function that loops by itself, asked to do its work once and ten times: ten times the work takes about
// ten times as long. A hoisted loop takes the same.
Verdict check_scales(double t1_ns, double t10_ns);

// scales, too: the time of one repeat inside the function's loop, and of a call that repeats once. Repeats that share
// their work (four sums made of one) still take ten times as long for ten times as many. Nothing when there is nothing
// to refuse.
std::optional<Verdict> check_shared(double repeat_ns, double call_ns);

// One sample (all its calls together) against the cost of one reading of the clock.
Verdict check_clock(double sample_ns, double clock_read_ns);

// The same where single calls are the subject and may be short: a warning above single_call_percent.
Verdict check_single_calls(double call_ns, double clock_read_ns);

// call: a call so short that the harness's own call, of `empty_call_ns`, is more than call_percent of it. It warns; it
// refuses a row without a floor when that is more than half: nothing else would tell whether there was work. Nothing when
// the call is long enough, or the empty one took no measurable time.
std::optional<Verdict> check_call(double call_ns, double empty_call_ns, bool has_floor);

// first: the first call of all took more than first_times as long as the middle of the timed ones, and first_ns more. It
// warns: later calls may find less to do, as a sort does that sorts in place. Nothing when that is not so.
std::optional<Verdict> check_first(double first_ns, double p50_ns);

// Page faults counted in the timed part (NaN: the kernel does not tell): minor ones, whose cost is measured, and major ones,
// which wait for a disk and may cost anything. Without faults the cost of one may be unknown (0 or NaN). The measured cost is
// that of 4 KiB; a fault that clears a huge page costs a hundred times as much. So the time that the kernel worked for
// this program, `system_ns` (NaN: unknown; told in ticks of some ms), must not be large either.
Verdict check_faults(double minor_faults, double major_faults, double fault_ns, double timed_ns,
                     double system_ns);

// ---- granted: what was asked of the system is what we have

// One measuring thread.
struct ThreadPlacement {
    int asked = -1;              // the CPU it was pinned to; -1: pinning was not asked for
    std::vector<int> seen = {};  // every CPU it was observed on; -1: that look failed
    std::string pin_error = {};  // why pinning failed; empty when it did not
};

struct GrantedEvidence {
    std::vector<ThreadPlacement> threads = {};
    bool idle_team = false;              // the row names a team, and the call let it do nothing
    std::uint64_t huge_asked_bytes = 0;  // the whole 2 MiB pages of the range; 0: not asked for
    std::optional<std::uint64_t> huge_backed_bytes = {};  // what really backs it; empty: unknown
};
Verdict check_granted(const GrantedEvidence& evidence);

// ---- build: the code that runs is the code to be measured

struct BuildFacts;  // build.hpp: what the compiler and the running program say about themselves
Verdict check_build(const BuildFacts& facts);

// ---- alone, steal, rounds, speed: was the machine quiet

// Time this thread waited, ready to run, for its CPU. Negative or NaN: the kernel does not say; a warning.
Verdict check_alone(double run_delay_ns, double timed_ns);

// Time in which this thread neither ran nor waited for its CPU: it slept, was stopped, or let others work. NaN: unknown.
// `sleeps`: why the lab says that it may; then it passes.
Verdict check_awake(double asleep_ns, double timed_ns, const std::string& sleeps);

// Time that the host gave to somebody else. Negative or NaN: unknown.
Verdict check_steal(double steal_ns, double elapsed_ns);

// Medians of the rounds of one point, in ns. Names the regimes if there are several.
Verdict check_rounds(std::span<const double> round_p50s);

// Two probes taken before, between and after the measurements: the clock by the dependent-add chain (each
// value the best of several chains), and the time of a loop of taken branches, which also feels a sibling on
// the same core.
Verdict check_speed(std::span<const double> add_chain_ghz, std::span<const double> branch_probe_ns);

// ---- shape: the effect itself

// What the lab expects of a ratio, as data. Both bounds belong to the range.
struct Claim {
    std::string text = {};  // "one access costs more as the step grows"
    double at_least = 0;
    double at_most = std::numeric_limits<double>::infinity();
    std::vector<std::string> causes = {};  // why it may not show on a machine, in the order to check
    // The effect comes and goes with something outside the program, such as where two virtual CPUs run: a quarter of the
    // rounds is enough to show it. Otherwise half of them must.
    bool at_times = false;
};

enum class Finding { shown, not_shown, inconclusive };

// "shown", "not shown", "inconclusive".
std::string_view to_string(Finding finding);

struct Shape {
    Finding finding = Finding::inconclusive;
    // Median and range of the regime that decided, its wild rounds included. NaN: there are no ratios.
    double ratio = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
    std::string text;               // the finding in words: the claim, the ratio, its range, the bounds
    std::vector<std::string> todo;  // causes (not shown) or what to try (inconclusive), in order
};

// Judges a claim by the ratios of the rounds.
// Method: split the ratios into regimes (stats.hpp); judge each regime with at least a quarter of the rounds
// on its own. In a regime of five or more rounds, one round in five may be wild: the ones farthest from its
// median (as a factor) do not vote. A regime is inside the bounds, outside, or across a bound. The regimes
// inside hold at least half of the rounds together (a quarter, where the claim says at_times): shown, and the text says
// with which share. Fewer inside, none inside but one across, or fewer than three usable ratios: inconclusive. All
// outside: not shown. Ratios that are NaN, infinite, zero or negative are left out,
// and the text says how many.
Shape judge_shape(const Claim& claim, std::span<const double> round_ratios);

}  // namespace lab

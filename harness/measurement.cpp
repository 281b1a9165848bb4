// Takes the samples of a point and holds them against the checks.
#include "harness/measurement.hpp"

#include "harness/interrupt.hpp"
#include "harness/memory.hpp"
#include "harness/team.hpp"
#include "harness/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {
namespace {

constexpr double long_call_ns = 100e6;  // such a call warms everything up by itself

Answer call_once(Point& point) {
    if (point.work.before) point.work.before();
    return point.subject->once();
}

Sample take(Point& point, Clock& clock, std::uint64_t calls, const Answer& right) {
    if (point.work.before) point.work.before();
    return point.subject->take(clock, calls, right);
}

bool one_call_a_sample(const Work& work) { return work.single_calls || work.before; }

// Calls `timed` three times; the shortest of the times that it returns, in ns.
template <typename Timed>
double best_of_three(Timed timed) {
    auto best = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < 3; ++attempt) best = std::min(best, timed());
    return best;
}

// Of a function that owns its loop: do ten times the repeats take ten times as long, and does each do its work?
Verdict judge_scales(const Point& point) {
    auto verdict = check_scales(*point.scaled_1_ns, *point.scaled_10_ns);
    if (verdict.outcome != Outcome::passed || !point.single_call_ns) return verdict;
    const auto repeat_ns = *point.scaled_1_ns / static_cast<double>(point.calls);
    return check_shared(repeat_ns, *point.single_call_ns).value_or(std::move(verdict));
}

// Times k and 10 k repeats, and calls of one repeat. It is the amount of work that counts here, so the time in which
// the thread waited for its CPU is taken off: it is part of the whole time, and may lie before or after the timed part.
void time_scale(Point& point, Clock& clock, Witness& witness) {
    const auto working = [&](auto timed) {
        Visit watched;
        const auto start = clock.now();
        witness.start();
        const double timed_ns = timed();
        witness.stop(watched);
        const auto whole_ns = static_cast<double>(clock.now() - start);
        return watched.run_delay_ns > 0 ? std::min(timed_ns, whole_ns - watched.run_delay_ns) : timed_ns;
    };
    const auto repeats = [&](std::uint64_t count) {
        return best_of_three(
            [&] { return working([&] { return take(point, clock, count, *point.result.first).ns; }); });
    };
    // Of as many calls as last about as long as a sample: as many as it has repeats may last far longer, if those share.
    const auto single_call = [&](double sample_ns) {
        for (std::uint64_t calls = 1;; calls *= 2) {
            const auto ns = working([&] {
                if (point.work.before) point.work.before();
                const auto start = clock.now();
                for (std::uint64_t call = 0; call < calls; ++call) point.subject->once();
                return static_cast<double>(clock.now() - start);
            });
            if (ns >= sample_ns || calls >= point.calls) return ns / static_cast<double>(calls);
        }
    };
    // A busy moment can spoil all three: then more of them. A loop that was hoisted stays as short as it is.
    auto once = std::numeric_limits<double>::infinity();
    auto ten_times = once;
    auto singly = once;
    for (int attempt = 0; attempt < 3 && !interrupted(); ++attempt) {
        point.scaled_1_ns = once = std::min(once, repeats(point.calls));
        point.scaled_10_ns = ten_times = std::min(ten_times, repeats(point.calls * 10));
        if (check_scales(once, ten_times).outcome != Outcome::passed) continue;
        point.single_call_ns = singly = std::min(singly, best_of_three([&] { return single_call(once); }));
        if (judge_scales(point).outcome == Outcome::passed) return;
    }
}

Verdict judge_clock(const Point& point, const Surroundings& around) {
    double shortest = std::numeric_limits<double>::infinity();
    for (const auto sample : point.all_samples())
        shortest = std::min(shortest, sample * static_cast<double>(point.calls));
    const auto& lie = point.work.lie;
    const bool about_clock = std::find(lie.begin(), lie.end(), "clock") != lie.end();
    return point.work.single_calls && !about_clock ? check_single_calls(shortest, around.clock_read_ns)
                                                   : check_clock(shortest, around.clock_read_ns);
}

Verdict judge_granted(const Point& point, const Surroundings& around) {
    GrantedEvidence evidence;
    ThreadPlacement main_thread{.asked = around.cpu, .seen = {}, .pin_error = around.pin_error};
    for (const auto& visit : point.visits) {
        if (point.work.team == nullptr)
            main_thread.seen.push_back(visit.cpu);
        else if (visit.members.empty())
            evidence.idle_team = true;
        evidence.threads.resize(std::max(evidence.threads.size(), visit.members.size()));
        for (std::size_t member = 0; member < visit.members.size(); ++member) {
            auto& thread = evidence.threads[member];
            thread.asked = visit.members[member].cpu_asked;
            thread.seen.push_back(visit.members[member].cpu_before);
            thread.seen.push_back(visit.members[member].cpu_after);
        }
    }
    if (point.work.team == nullptr) evidence.threads.push_back(main_thread);
    if (point.work.huge_bytes > 0) {
        constexpr std::uint64_t huge_page = 2U << 20U;
        // Less than one huge page can't be backed by one: then the whole range is asked for, and not given.
        evidence.huge_asked_bytes =
            std::max<std::uint64_t>(point.work.huge_bytes / huge_page * huge_page,
                                    std::min<std::uint64_t>(point.work.huge_bytes, huge_page));
        if (const auto backed = backing(point.work.huge_begin, point.work.huge_bytes); backed.has_value())
            evidence.huge_backed_bytes = backed->huge;
    }
    return check_granted(evidence);
}

}  // namespace

void prove_answer(Point& point, Clock& clock) {
    auto& evidence = point.result;
    const auto& work = point.work;
    evidence.expected = work.expect;
    evidence.tolerance = work.tolerance;
    evidence.unchanging = work.unchanging;
    if (work.before) work.before();
    const auto start = clock.now();
    evidence.first = point.subject->once();
    point.first_call_ns = static_cast<double>(clock.now() - start);
    if (!work.change) return;
    evidence.change_tried = true;
    evidence.expected_after_change = work.change();
    evidence.answer_after_change = call_once(point);
    const auto expected_again = work.change();
    evidence.restored = work.expect && same_answer(expected_again, *work.expect, work.tolerance) &&
                        same_answer(call_once(point), expected_again, work.tolerance);
}

void calibrate_point(Point& point, Clock& clock, Witness& witness, const SamplePlan& plan) {
    if (one_call_a_sample(point.work)) {
        point.calls = 1;
        point.call_ns = best_of_three([&] { return take(point, clock, 1, *point.result.first).ns; });
    } else {
        const auto found = calibrate(*point.subject, clock, plan.target_ns, *point.result.first);
        // Where not even the most calls lasted long enough, the work is not there. Then fewer will do to show it, and
        // do not last for ever if it comes back with a changed input.
        constexpr std::uint64_t enough = 1U << 20U;
        point.calls = found.reached ? found.calls : std::min(found.calls, enough);
        point.call_ns = found.call_ns;
        point.result.wrong_calls += found.wrong;
    }
    point.samples_per_visit = point.work.samples > 0
                                  ? point.work.samples
                                  : samples_in_visit(plan, point.call_ns * static_cast<double>(point.calls));
    if (point.subject->owns_loop()) time_scale(point, clock, witness);
}

Visit visit_point(Point& point, Clock& clock, Witness& witness) {
    constexpr int tries = 3;
    Visit visit;
    for (int attempt = 0; attempt < tries && !interrupted(); ++attempt) {
        // A wrong answer stays one, even if the try is not counted.
        const auto wrong = visit.wrong;
        visit = Visit{};
        visit.wrong = wrong;
        visit.retaken = attempt;
        auto right = *point.result.first;
        if (point.work.change) right = point.work.change();
        const bool real = right.real || point.result.first->real;
        if (real || point.call_ns < long_call_ns) {
            // Not timed: warms the caches and the predictors that the point visited before this one has filled.
            const auto answer = call_once(point);
            if (same_answer(answer, right, point.work.tolerance)) {
                right = answer;  // from here on every timed call must agree to the last bit
            } else {
                ++visit.wrong;
                point.result.wrong = answer;
                point.result.right = right;
            }
        }
        // Room for the samples, touched: the harness's own page faults must not count as the function's.
        visit.samples.assign(static_cast<std::size_t>(point.samples_per_visit), 0);
        visit.samples.clear();
        // Set-up between the samples is not timed, so what happens in it is not held against them.
        const bool set_up = static_cast<bool>(point.work.before);
        if (!set_up) witness.start();
        for (int i = 0; i < point.samples_per_visit && !interrupted(); ++i) {
            if (set_up) {
                point.work.before();
                witness.start();
            }
            const auto sample = point.subject->take(clock, point.calls, right);
            if (set_up) witness.stop(visit);
            visit.samples.push_back(sample.ns_per_call());
            visit.timed_ns += sample.ns;
            visit.wrong += sample.wrong;
        }
        if (!set_up) witness.stop(visit);
        // Unknown is NaN, and no reason to try again. Nor is a competitor that is the row's subject.
        const auto& lie = point.work.lie;
        if (std::find(lie.begin(), lie.end(), "alone") != lie.end()) break;
        const bool disturbed =
            visit.run_delay_ns > visit.timed_ns * bounds::alone_percent / 100 ||
            (visit.asleep_ns > visit.timed_ns * bounds::asleep_percent / 100 && point.work.sleeps.empty());
        if (!disturbed) break;
    }
    return visit;
}

void judge_point(Point& point, const Surroundings& around) {
    if (point.visits.empty()) return;
    const auto samples = point.all_samples();
    point.summary = summarise(samples);
    point.regimes = regimes(samples);
    point.best_ns_per_call = point.summary->min;

    double timed_ns = 0;
    double delay_ns = 0;
    double asleep_ns = 0;
    double faults = 0;
    double major_faults = 0;
    double system_ns = 0;
    for (const auto& visit : point.visits) {
        timed_ns += visit.timed_ns;
        delay_ns += visit.run_delay_ns;
        asleep_ns += visit.asleep_ns;
        faults += visit.minor_faults;
        major_faults += visit.major_faults;
        system_ns += visit.system_ns;
        point.result.calls += visit.samples.size() * point.calls;
        point.result.wrong_calls += visit.wrong;
    }
    const auto threads = point.work.team == nullptr ? 1.0 : static_cast<double>(point.work.team->size());

    point.verdicts.push_back(check_result(point.result));
    point.verdicts.push_back(check_possible({.best_ns = point.best_ns_per_call,
                                             .bytes = point.work.bytes / threads,
                                             .steps = point.work.steps,
                                             .min_ns = point.work.least_ns,
                                             .no_floor = point.work.no_floor,
                                             .items = point.work.items / threads,
                                             .ghz = around.ghz}));
    if (point.scaled_1_ns) point.verdicts.push_back(judge_scales(point));
    if (point.work.build) point.verdicts.push_back(check_build(*point.work.build));
    point.verdicts.push_back(judge_clock(point, around));
    // A lie is short because the work is gone.
    if (!point.subject->owns_loop() && !point.work.empty && point.work.lie.empty())
        if (auto verdict =
                check_call(point.best_ns_per_call, around.empty_call_ns, point.work.no_floor.empty()))
            point.verdicts.push_back(std::move(*verdict));
    if (point.work.lie.empty())
        if (auto verdict = check_first(point.first_call_ns, point.summary->p50))
            point.verdicts.push_back(std::move(*verdict));
    point.verdicts.push_back(check_faults(faults, major_faults, around.fault_ns, timed_ns, system_ns));
    point.verdicts.push_back(judge_granted(point, around));
    point.verdicts.push_back(check_alone(delay_ns, timed_ns));
    point.verdicts.push_back(check_awake(asleep_ns, timed_ns, point.work.sleeps));
    point.verdicts.push_back(check_rounds(point.round_medians()));
    conclude(point);
}

void conclude(Point& point) {
    const auto is_lie = [&](const Verdict& verdict) {
        const auto& lie = point.work.lie;
        return std::find(lie.begin(), lie.end(), verdict.check) != lie.end();
    };
    const bool caught = std::any_of(
        point.verdicts.begin(), point.verdicts.end(),
        [&](const Verdict& verdict) { return verdict.outcome == Outcome::refused && is_lie(verdict); });
    if (!caught && !point.work.lie.empty() && !point.work.lie_may_be_true)
        point.verdicts.push_back(
            {.check = "lie",
             .outcome = Outcome::refused,
             .seen = "this row shows a lie, and no check made for it caught it",
             .bound = fmt::format("refused by {}", fmt::join(point.work.lie, " or ")),
             .advice =
                 "The compiler may treat it otherwise than the lab says: run the lab again with --asm."});
    for (const auto& verdict : point.verdicts) {
        if (verdict.outcome != Outcome::refused) continue;
        if (!is_lie(verdict)) point.status = Status::refused;
        point.why += (point.why.empty() ? "" : "; ") + fmt::format("{}: {}", verdict.check, verdict.seen);
    }
    if (point.status == Status::refused) return;
    if (caught) {
        point.status = Status::not_a_result;
    } else {
        point.status = point.regimes.size() > 1 ? Status::regimes : Status::measured;
    }
}

}  // namespace lab

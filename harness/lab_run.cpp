// The life of a run while it measures: rows, shuffled rounds, judgement.
#include "harness/asm.hpp"
#include "harness/cpus.hpp"
#include "harness/interrupt.hpp"
#include "harness/lab_state.hpp"
#include "harness/machine_witness.hpp"
#include "harness/measurement.hpp"
#include "harness/progress.hpp"
#include "harness/team.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <iostream>
#include <limits>
#include <set>

namespace lab {

std::string Lab::name_of(double x) { return fmt::format("{}", x); }

bool Lab::wants(const std::string& name) const {
    const auto& common = state_->common();
    if (!common.call.empty()) return std::ranges::find(common.call, name) != common.call.end();
    return common.variant.empty() || common.variant == name;
}

void Lab::add(const std::string& name, std::optional<double> x, const Work& work,
              std::unique_ptr<Subject> subject) {
    for (const auto& other : state_->run.points)
        if (other.name == name) throw std::logic_error("the lab registers two rows called " + name);
    if (!(work.items > 0) || !std::isfinite(work.items))
        throw std::logic_error("the lab counts no items in a call of " + name);
    Point point;
    point.name = name;
    point.x = x;
    point.work = work;
    point.subject = std::move(subject);
    state_->run.points.push_back(std::move(point));
}

// A row that --variant left out was perhaps not even registered: then there is none.
const Point* Lab::State::find(const std::string& name) const {
    for (const auto& point : run.points)
        if (point.name == name) return &point;
    if (!common().variant.empty()) return nullptr;
    throw std::logic_error("the lab asks for a row it never registered: " + name);
}

namespace {

void call(Point& point, std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i) {
        if (point.work.before) point.work.before();
        point.subject->once();
    }
}

// For simulators: a copy of this program calls `times` times, and a copy of that copy `then` times more. Both start and end
// alike: what is counted of the second beyond the first is those calls alone. The bare system call: fork() itself would
// work more in the copy. No destructors: a copy has no threads that they could wait for.
struct Copies {
    pid_t first = 0, second = 0;
};
Copies call_in_copies(Point& point, std::uint64_t times, std::uint64_t then) {
    if (point.work.team != nullptr)
        throw BadRequest("--then: a copy would not have the threads of " + point.name);
    const auto copy = [] { return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); };
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // the second copy is waited for here when the first one has ended
    const auto first = copy();
    if (first == 0) {
        const auto second = copy();
        if (second < 0) _exit(refused);
        try {
            call(point, second == 0 ? times + then : times);
        } catch (...) {
            _exit(refused);
        }
        _exit(fine);
    }
    int status[2] = {-1, -1};
    if (first < 0 || waitpid(first, &status[0], 0) != first)
        throw std::runtime_error(std::string("--then: no second process: ") + std::strerror(errno));
    const auto second = waitpid(-1, &status[1], 0);
    if (second < 0 || status[0] != 0 || status[1] != 0)
        throw std::runtime_error("--then: a copy that called " + point.name + " did not end well");
    return {first, second};
}

}  // namespace

// For simulators and perf: nothing but the calls. The number of items goes to standard output.
void Lab::State::call_only() {
    const auto& wanted = common();
    for (const auto& name : wanted.call) {
        const auto point = std::ranges::find(run.points, name, &Point::name);
        if (point == run.points.end()) {
            std::vector<std::string> names;
            for (const auto& known : run.points) names.push_back(known.name);
            throw BadRequest(unknown_name("--call", name, names));
        }
        std::cout << fmt::format("items {}", point->work.items);  // all digits
        if (wanted.then == 0) {
            call(*point, wanted.times);
        } else {
            const auto [first, second] = call_in_copies(*point, wanted.times, wanted.then);
            std::cout << " processes " << first << ' ' << second;
        }
        std::cout << std::endl;
    }
    throw Stop{fine};
}

std::vector<std::size_t> Lab::State::chosen() const {
    std::vector<std::size_t> indices;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < run.points.size(); ++i) {
        names.push_back(run.points[i].name);
        if (common().variant.empty() || common().variant == run.points[i].name) indices.push_back(i);
    }
    if (common().variant.empty() && indices.empty()) throw std::logic_error("the lab registers no row");
    if (indices.empty()) throw BadRequest(unknown_name("--variant", common().variant, names));
    return indices;
}

void Lab::State::measure_rounds() {
    auto& clock = monotonic_clock();
    const auto indices = chosen();
    const auto rounds = common().rounds;
    const auto plan = plan_samples(budget_s() * 1e9, indices.size(), rounds, run.clock_read_ns);
    Progress progress;
    const auto start = clock.now();
    const auto elapsed = [&] { return static_cast<double>(clock.now() - start); };

    double expected_ns = 0;
    for (std::size_t i = 0; i < indices.size() && !interrupted(); ++i) {
        auto& point = run.points[indices[i]];
        progress.show(i, indices.size(), elapsed(), "preparing " + point.name);
        prove_answer(point, clock);
        MachineWitness witness(point.work.team);
        calibrate_point(point, clock, witness, plan);
        expected_ns += point.call_ns * (static_cast<double>(point.calls) * point.samples_per_visit + 1) *
                       static_cast<double>(rounds);
    }
    if (expected_ns > 1.5e9 * budget_s() && expected_ns > 5e9) {
        progress.wipe();
        say(fmt::format(
            "on this machine it takes about {:.0f} s: one call is long, and every round needs one",
            expected_ns / 1e9));
    }

    std::size_t done = 0;
    const auto measuring_since = clock.now();
    for (const auto& order : shuffled_rounds(indices.size(), rounds, run.seed)) {
        auto& visited = run.order.emplace_back();
        for (const auto place : order) {
            if (interrupted()) return;
            auto& point = run.points[indices[place]];
            progress.show(done, indices.size() * rounds, static_cast<double>(clock.now() - measuring_since),
                          fmt::format("round {} of {}", run.order.size(), rounds));
            MachineWitness witness(point.work.team);
            auto visit = visit_point(point, clock, witness);
            if (interrupted()) return;  // a visit that was cut short is no visit
            point.visits.push_back(std::move(visit));
            visited.push_back(indices[place]);
            ++done;
        }
        ++finished_rounds;
        run.speeds.push_back(probe_speed(clock));
    }
    if (!count_events) return;
    Counters counters;
    for (const auto i : indices) {
        auto& point = run.points[i];
        if (point.work.before) point.work.before();
        counters.start();
        point.subject->take(clock, point.calls, *point.result.first);
        counters.stop();
        point.counters = counters.read();
    }
}

// `elapsed_ns`: of all watched CPUs together, as the steal is.
void Lab::State::judge(const UsageSnapshot& before, const UsageSnapshot& after, double elapsed_ns) {
    Surroundings around{.clock_read_ns = run.clock_read_ns,
                        .empty_call_ns = run.empty_call_ns,
                        .fault_ns = run.fault_ns,
                        .ghz = 0,
                        .cpu = run.cpu,
                        .pin_error = pin_error};
    std::vector<double> ghz;
    std::vector<double> branch_ns;
    for (const auto& speed : run.speeds) {
        around.ghz = std::max(around.ghz, speed.ghz);
        ghz.push_back(speed.ghz);
        branch_ns.push_back(speed.branch_ns);
    }
    for (auto& point : run.points) judge_point(point, around);
    const auto steal = (after - before).steal_ns;
    run.verdicts.push_back(check_steal(
        steal.has_value() ? static_cast<double>(steal.value()) : std::numeric_limits<double>::quiet_NaN(),
        elapsed_ns));
    run.verdicts.push_back(check_speed(ghz, branch_ns));
}

// The CPUs whose steal counts: an idle one would make the share look small.
std::vector<int> Lab::State::busy_cpus() const {
    if (run.cpu >= 0) return {run.cpu};
    std::set<int> busy;
    for (const auto& point : run.points)
        if (point.work.team != nullptr)
            for (const auto cpu : point.work.team->cpus()) busy.insert(cpu);
    return busy.empty() ? allowed_cpus().value_or({}) : std::vector<int>(busy.begin(), busy.end());
}

void Lab::run() {
    auto& state = *state_;
    auto& run = state.run;
    if (!state.began) throw std::logic_error("the lab calls run before begin");
    if (!state.common().call.empty()) state.call_only();
    if (state.common().assembly) {
        std::cout << asm_listing(run.about.name + ".cpp");
        throw Stop{asm_problem().empty() ? fine : refused};
    }
    auto& clock = monotonic_clock();
    run.fault_ns = fault_cost_ns([&] { return clock.now(); });
    const auto cpus = state.busy_cpus();
    UsageReader usage(cpus);
    const auto before = usage.now();
    const auto start = clock.now();
    state.measure_rounds();
    const auto elapsed = static_cast<double>(clock.now() - start);
    // A debugger, or a library that bends the clock, may have come after begin() looked.
    state.build = add_runtime_facts(state.build);
    state.judge_build();
    state.judge(before, usage.now(), elapsed * static_cast<double>(cpus.size()));
    run.machine_after = read_machine();
    run.interrupted = state.finished_rounds < state.common().rounds;
    state.save();  // the samples survive whatever the lab does with them
    if (!run.interrupted) return;
    std::cerr << '\n';
    state.say(fmt::format(
        "interrupted after {} of {} rounds{}", state.finished_rounds, state.common().rounds,
        state.save_error.empty() ? "; what was measured is in " + state.record->json().string() : ""));
    if (!run.predictions.empty()) std::cerr << "Run it again: your predictions are offered to you.\n";
    throw Stop{stopped};
}

}  // namespace lab

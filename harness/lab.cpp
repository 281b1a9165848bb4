// The frame of every lab: options, predictions, rounds, checks, report, record, exit code.
#include "harness/lab.hpp"

#include "harness/asm.hpp"
#include "harness/cpus.hpp"
#include "harness/interrupt.hpp"
#include "harness/machine_witness.hpp"
#include "harness/measurement.hpp"
#include "harness/progress.hpp"
#include "harness/record.hpp"
#include "harness/report.hpp"
#include "harness/streams.hpp"
#include "harness/team.hpp"
#include "harness/usage.hpp"

#include <fmt/format.h>

#include <sched.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <new>

namespace lab {
namespace {

enum Exit { fine = 0, unsaved = 1, bad_request = 2, refused = 3, stopped = 130 };

// Ends the experiment from inside; conduct returns the code.
struct Stop {
    int code;
};

// The commit the course is at, from .git; "unknown" in a copy without it.
std::string commit() {
    const std::filesystem::path git = std::filesystem::path(LAB_ROOT) / ".git";
    std::string head;
    std::getline(std::ifstream(git / "HEAD"), head);
    if (head.starts_with("ref: ")) {
        const auto name = head.substr(5);
        head.clear();
        std::getline(std::ifstream(git / name), head);
    }
    return head.empty() ? "unknown" : head.substr(0, 12);
}

// "--variant: no row is called 'vektor'; did you mean 'vector'?"
std::string unknown_name(const std::string& option, const std::string& name,
                         const std::vector<std::string>& known) {
    const auto near = nearest(name, known);
    const auto hint = !near.empty()   ? fmt::format("; did you mean '{}'?", near)
                      : known.empty() ? std::string()
                                      : fmt::format("; there are: {}", fmt::join(known, ", "));
    return fmt::format("{}: no row is called '{}'{}", option, name, hint);
}

bool on_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

}  // namespace

struct Lab::State {
    Options options;
    BuildFacts build;
    Run run;
    std::vector<std::string> bad_predictions;
    std::optional<RecordFile> record;
    std::string save_error;
    std::string pin_error;
    bool began = false;
    bool count_events = false;
    bool has_plot = true;
    std::size_t finished_rounds = 0;
    bool value_refused = false;  // a predicted or compared value that a check refused

    State(int argc, const char* const* argv, const About& about, BuildFacts facts)
        : options(argc, argv, about.name), build(std::move(facts)) {
        run.about = about;
    }

    [[nodiscard]] const CommonOptions& common() const { return options.common(); }
    [[nodiscard]] bool text() const { return common().format == "text"; }
    [[nodiscard]] double budget_s() const {
        return common().budget_s.value_or(common().quick ? 3.0 : static_cast<double>(run.about.seconds));
    }
    // --call and --asm look at the functions without timing anything.
    [[nodiscard]] bool timing() const { return common().call.empty() && !common().assembly; }

    void say(const std::string& message) const { std::cerr << run.about.name << ": " << message << '\n'; }
    void save() {
        if (!record) return;
        const auto error = record->write(run);
        if (!error.empty() && error != save_error)
            say(error + "; the results reach only this screen (--notebook DIR saves elsewhere)");
        save_error = error;
    }
    [[nodiscard]] std::filesystem::path notebook() const {
        return common().notebook.empty() ? std::filesystem::path(LAB_ROOT) / "notebook"
                                         : std::filesystem::path(common().notebook);
    }

    // The command to type after this run.
    [[nodiscard]] std::string next_step() const {
        if (run.quick) return fmt::format("./lab run {}, at full size", run.about.name);
        return has_plot ? "./lab plot " + run.about.name : "./lab worksheet " + run.chapter;
    }

    void print_help() const;
    void check_variant(const std::string& name, const char* option) const;
    void place();
    void take_predictions();
    bool recall_predictions();
    const Point* find(const std::string& name) const;
    void call_only();
    [[nodiscard]] std::vector<std::size_t> chosen() const;
    void measure_rounds();
    void judge(const UsageSnapshot& before, const UsageSnapshot& after, double elapsed_ns);
};

// ---- before begin -----------------------------------------------------------------------------------------------

Lab::Lab(int argc, const char* const* argv, About about, BuildFacts build, const Declared& declared)
    : state_(std::make_unique<State>(argc, argv, about, std::move(build))) {
    state_->run.chapter = declared.chapter;
    state_->has_plot = declared.has_plot;
    state_->run.quick = state_->common().quick;
    state_->run.seed = state_->common().seed;
}

Lab::~Lab() = default;

std::uint64_t Lab::option(const std::string& name, const Size& size) {
    return state_->options.number(name, size);
}

std::string Lab::choice(const std::string& name, const std::vector<std::string>& choices,
                        const std::string& what) {
    return state_->options.choice(name, choices, what);
}

bool Lab::flag(const std::string& name, const std::string& what) { return state_->options.flag(name, what); }

void Lab::predict(const std::string& key, const std::string& what, Unit unit) {
    state_->run.predictions.push_back(
        {.key = key, .what = what, .unit = unit, .value = {}, .because = {}, .made = {}});
}

// ---- begin ------------------------------------------------------------------------------------------------------

void Lab::State::print_help() const {
    std::cout << run.about.name << ": " << run.about.question << "\n\n";
    if (!run.about.variants.empty()) {
        std::cout << "variants, for --variant\n";
        for (const auto& variant : run.about.variants)
            std::cout << fmt::format("  {:<22} {}\n", variant.name, variant.what);
        std::cout << '\n';
    }
    std::cout << options.help() << '\n';
    if (!run.predictions.empty()) {
        std::cout << "what to predict, for --predict KEY=VALUE\n";
        for (const auto& prediction : run.predictions)
            std::cout << fmt::format("  {:<22} {}\n", prediction.key, question(prediction));
        std::cout << '\n';
    }
    std::cout << fmt::format(
        "It measures for about {:.0f} s (--quick: 3 s), after some seconds of building its data.\n",
        static_cast<double>(run.about.seconds));
}

void Lab::State::check_variant(const std::string& name, const char* option) const {
    if (name.empty() || run.about.variants.empty()) return;
    std::vector<std::string> names;
    for (const auto& variant : run.about.variants) names.push_back(variant.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    throw BadRequest(unknown_name(option, name, names));
}

// Stays on one CPU: a thread that moves meets cold caches on the other side.
void Lab::State::place() {
    if (!run.about.pin) {
        if (common().cpu)
            throw BadRequest("--cpu: this lab places its threads itself (taskset -c limits it to some CPUs)");
        return;
    }
    const auto allowed = allowed_cpus();
    if (!allowed.has_value()) {
        if (common().cpu) throw BadRequest("--cpu: the allowed CPUs are unknown: " + allowed.why());
        return;
    }
    const auto choice =
        common().cpu ? choose_asked_cpu(allowed.value(), *common().cpu) : choose_cpu(allowed.value());
    if (!choice.has_value()) throw BadRequest(choice.why());
    run.cpu = choice->cpu;
    run.cpu_why = choice->why;
    pin_error = pin_to(run.cpu);
}

// The predictions on the command line.
void Lab::State::take_predictions() {
    for (const auto& text : common().predict)
        if (const auto error = take_prediction(run.predictions, text, utc_now()); !error.empty())
            throw BadRequest(error);
    for (auto& prediction : run.predictions)
        if (prediction.value) prediction.because = common().because;
}

// The other predictions: from an earlier run or from the reader. False: the reader stopped it.
bool Lab::State::recall_predictions() {
    if (common().no_predict || run.quick) return true;

    const bool ask = on_terminal() && !common().again;
    if (!common().again && !ask) return true;
    auto earlier = latest_predictions(notebook(), run.about.name);
    if (common().again && !earlier)
        throw BadRequest("--again: there are no earlier predictions; run once without it");
    bool take = common().again;
    if (earlier && ask && !earlier->measured) {
        // An interrupted run: the reader has thought already.
        std::cerr << "Your predictions of " << earlier->when << " were not measured to the end:\n";
        for (const auto& old : earlier->predictions)
            for (const auto& mine : run.predictions)
                if (mine.key == old.key)
                    std::cerr << "  " << old.key << " = " << show(*old.value, mine.unit.kind) << '\n';
        std::cerr << "Use them? [Y/n] " << std::flush;
        std::string reply;
        if (!wait_for_input()) return false;
        std::getline(std::cin, reply);
        if (interrupted()) return false;
        take = reply.empty() || reply[0] == 'y' || reply[0] == 'Y';
    }
    if (earlier && take)
        for (const auto& old : earlier->predictions)
            for (auto& mine : run.predictions)
                if (mine.key == old.key && !mine.value) {
                    mine.value = old.value;
                    mine.because = old.because;
                    mine.made = old.made;
                }
    return !ask || ask_predictions(run.predictions, std::cin, std::cerr, utc_now());
}

void Lab::begin() {
    auto& state = *state_;
    auto& run = state.run;
    if (state.common().help) {
        state.print_help();
        throw Stop{fine};
    }
    state.options.finish();
    state.check_variant(state.common().variant, "--variant");
    state.check_variant(state.common().call, "--call");
    state.take_predictions();
    state.began = true;
    if (!state.timing()) return;

    catch_interrupts();
    state.build = add_runtime_facts(state.build);
    run.build = state.build.compiler;
    run.started = utc_now();
    run.options = state.options.used();
    run.options["rounds"] = std::to_string(state.common().rounds);
    run.options["budget"] = show(state.budget_s() * 1e9, Kind::time);
    run.options["variant"] = state.common().variant.empty() ? "all" : state.common().variant;
    run.options["commit"] = commit();
    run.machine_before = read_machine();
    state.place();
    if (auto verdict = check_build(state.build); verdict.outcome == Outcome::refused) {
        state.say(fmt::format("refused by 'build': {}; bound: {}. {}", verdict.seen, verdict.bound,
                              verdict.advice));
        throw Stop{refused};
    } else {
        run.verdicts.push_back(std::move(verdict));
    }
    run.clock_read_ns = clock_read_cost(monotonic_clock());
    run.speeds.push_back(probe_speed(monotonic_clock()));
    if (state.text()) std::cout << head_text(run, state.budget_s()) << std::flush;

    state.record.emplace(state.notebook(), run.about.name, run.started);
    const bool asked = state.recall_predictions();
    run.interrupted = !asked;
    const bool some = std::any_of(run.predictions.begin(), run.predictions.end(),
                                  [](const auto& p) { return p.value.has_value(); });
    if (asked || some) state.save();  // from here on the predictions survive whatever happens
    if (!asked) {
        std::cerr << '\n';
        state.say(std::string("interrupted; nothing was measured") +
                  (some ? ". Your predictions are kept: run it again." : ""));
        throw Stop{stopped};
    }
    if (!run.quick && state.text()) std::cerr << "building the data\n";
}

// ---- run --------------------------------------------------------------------------------------------------------

std::string Lab::name_of(double x) { return fmt::format("{}", x); }

bool Lab::wants(const std::string& name) const {
    const auto& chosen = state_->timing() ? state_->common().variant : state_->common().call;
    return chosen.empty() || chosen == name;
}

void Lab::add(const std::string& name, std::optional<double> x, const Work& work,
              std::unique_ptr<Subject> subject) {
    for (const auto& other : state_->run.points)
        if (other.name == name) throw std::logic_error("the lab registers two rows called " + name);
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

// For simulators and perf: nothing but the calls. The number of items goes to standard output.
void Lab::State::call_only() {
    std::vector<std::string> names;
    for (auto& point : run.points) {
        names.push_back(point.name);
        if (point.name != common().call) continue;
        for (std::uint64_t i = 0; i < common().times; ++i) {
            if (point.work.before) point.work.before();
            point.subject->once();
        }
        std::cout << fmt::format("items {}\n", point.work.items);
        throw Stop{fine};
    }
    throw BadRequest(unknown_name("--call", common().call, names));
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
        prove_answer(point);
        calibrate_point(point, clock, plan);
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
    const auto cpus = run.cpu >= 0 ? std::vector<int>{run.cpu} : allowed_cpus().value_or({});
    UsageReader usage(cpus);
    const auto before = usage.now();
    const auto start = clock.now();
    state.measure_rounds();
    const auto elapsed = static_cast<double>(clock.now() - start);
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

// ---- after run --------------------------------------------------------------------------------------------------

Value Lab::time(const std::string& name) const {
    const auto* found = state_->find(name);
    if (found == nullptr) return Value::missing(fmt::format("{} was not measured", name));
    const auto& point = *found;
    switch (point.status) {
        case Status::not_run: return Value::missing(fmt::format("{} was not measured", name));
        case Status::refused: {
            auto value = Value::missing(fmt::format("{} was refused: {}", name, point.why));
            value.refused = true;
            return value;
        }
        case Status::not_a_result:
            return Value::missing(fmt::format("{} is not a result: {}", name, point.why));
        case Status::measured:
        case Status::regimes: break;
    }
    if (point.status == Status::regimes)
        return Value::of_regimes(point.regimes, point.round_medians(), Kind::time);
    Value value;
    value.kind = Kind::time;
    value.number = point.summary->p50;
    value.rounds = point.round_medians();
    return value;
}

Value Lab::lie(const std::string& name) const {
    const auto* point = state_->find(name);
    if (point == nullptr || point->status != Status::not_a_result) return time(name);
    return Value::of_rounds(point->round_medians(), Kind::time);
}

Value Lab::per_item(const std::string& name) const {
    const auto* point = state_->find(name);
    return time(name) / (point == nullptr ? 1.0 : point->work.items);
}

void Lab::answer(const std::string& key, const Value& value) {
    const auto& all = state_->run.predictions;
    if (std::none_of(all.begin(), all.end(), [&](const auto& prediction) { return prediction.key == key; }))
        throw std::logic_error("the lab answers a prediction it never asked for: " + key);
    if (value.refused) state_->value_refused = true;
    state_->run.answers.insert_or_assign(key, value);
}

void Lab::claim(const Claim& claim, const Value& ratio) {
    ClaimResult result{.claim = claim, .shape = {}, .refused = {}};
    if (ratio.rounds.empty())
        result.refused = ratio.why.empty() ? "it was not measured round by round" : ratio.why;
    else
        result.shape = judge_shape(claim, ratio.rounds);
    if (ratio.refused) state_->value_refused = true;
    state_->run.claims.push_back(std::move(result));
}

void Lab::note(const std::string& text) { state_->run.notes.push_back(text); }

void Lab::table(const Table& table) { state_->run.tables.push_back(table); }

const Run& Lab::data() const { return state_->run; }

const Machine& Lab::machine() const { return state_->run.machine_before; }

Value Lab::ghz() const { return effective_clock(state_->run); }

bool Lab::quick() const { return state_->run.quick; }

std::uint64_t Lab::seed() const { return state_->run.seed; }

std::uint64_t Lab::rounds() const { return state_->common().rounds; }

void Lab::count_events() { state_->count_events = true; }

void Lab::refuse(const std::string& why) {
    state_->say(why);
    throw Stop{refused};
}

int Lab::finish() {
    auto& state = *state_;
    auto& run = state.run;
    if (!state.record || run.order.empty()) throw std::logic_error("the lab ends without begin and run");
    run.complete = true;
    state.save();
    const auto& format = state.common().format;
    if (format == "json") std::cout << to_json(run);
    if (format == "csv") std::cout << to_csv(run);
    if (format == "text") {
        std::cout << '\n' << table_text(run) << '\n' << checks_text(run);
        for (const auto& part : {claims_text(run), run.quick ? std::string() : predictions_text(run)})
            if (!part.empty()) std::cout << '\n' << part;
        if (state.save_error.empty())
            std::cout << fmt::format("\nsaved  {}\nnext   {}\n", state.record->json().string(),
                                     state.next_step());
    }
    std::cout.flush();
    bool told = static_cast<bool>(std::cout);
    if (!told)
        state.say("standard output can't be written to" +
                  (state.save_error.empty() ? "; the results are in " + state.record->json().string()
                                            : std::string()));
    if (!state.save_error.empty()) state.say("the results were not saved");
    for (const auto& prediction : run.predictions)
        if (state.common().variant.empty() && !run.answers.contains(prediction.key)) {
            state.say("internal error: the lab asks for " + prediction.key + " and never answers it");
            told = false;
        }
    if (interrupted()) return stopped;
    if (state.value_refused || std::any_of(run.points.begin(), run.points.end(), [](const Point& point) {
            return point.status == Status::refused;
        }))
        return refused;
    return state.save_error.empty() && told ? fine : unsaved;
}

int conduct(int argc, const char* const* argv, const About& about, void (*experiment)(Lab&),
            const BuildFacts& build, const Declared& declared) {
    guard_streams();
    std::optional<Lab> lab;
    // A request can also turn out bad after the measurement, when the lab needs memory for something more.
    const auto complain = [&](const std::string& what, int code) {
        const bool measured = lab && !lab->data().order.empty();
        std::cout.flush();
        std::cerr << about.name << ": " << what << '\n'
                  << (measured ? "The samples are kept, in a record that is not complete.\n"
                               : "Nothing was measured.\n");
        return measured ? unsaved : code;
    };
    try {
        lab.emplace(argc, argv, about, build, declared);
        experiment(*lab);
        return lab->finish();
    } catch (const Stop& stop) {
        std::cout.flush();
        return stop.code == fine && !std::cout ? unsaved : stop.code;
    } catch (const BadRequest& error) {
        return complain(fmt::format("{}\nOptions: ./lab run {} --help", error.what(), about.name),
                        bad_request);
    } catch (const NotEnoughMemory& error) {
        return complain(error.what(), bad_request);
    } catch (const std::bad_alloc&) {
        return complain("there is not enough memory; try --quick", bad_request);
    } catch (const std::exception& error) {
        return complain(fmt::format("internal error: {}", error.what()), unsaved);
    }
}

std::vector<std::uint64_t> powers_of_two(std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> all;
    for (auto value = first; value <= last && value != 0; value *= 2) all.push_back(value);
    return all;
}

}  // namespace lab

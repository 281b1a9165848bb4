// The life of a run until the data is built: options, a bad request, the place, the predictions.
#include "harness/cpus.hpp"
#include "harness/interrupt.hpp"
#include "harness/lab_state.hpp"
#include "harness/record.hpp"
#include "harness/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <iostream>

namespace lab {
namespace {

// The commit the course is at, from .git; "unknown" in a copy without it, in a worktree, and when refs are packed.
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

bool on_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

}  // namespace

std::string unknown_name(const std::string& option, const std::string& name,
                         const std::vector<std::string>& known) {
    const auto near = nearest(name, known);
    const auto hint = !near.empty()   ? fmt::format("; did you mean '{}'?", near)
                      : known.empty() ? std::string()
                                      : fmt::format("; there are: {}", fmt::join(known, ", "));
    return fmt::format("{}: no row is called '{}'{}", option, name, hint);
}

std::filesystem::path Lab::State::notebook() const {
    return common().notebook.empty() ? std::filesystem::path(LAB_ROOT) / "notebook"
                                     : std::filesystem::path(common().notebook);
}

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

void Lab::conflict(const std::string& why) { state_->options.conflict(why); }

bool Lab::flag(const std::string& name, const std::string& what) { return state_->options.flag(name, what); }

void Lab::predict(const std::string& key, const std::string& what, Unit unit) {
    state_->run.predictions.push_back(
        {.key = key, .what = what, .unit = unit, .value = {}, .because = {}, .made = {}});
}

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
    auto earlier = latest_predictions(notebook(), run.about.name, run.other_sizes);
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

Verdict Lab::State::judge_build() const {
    auto verdict = check_build(build);
    if (verdict.outcome != Outcome::refused) return verdict;
    say(fmt::format("refused by 'build': {}; bound: {}. {}", verdict.seen, verdict.bound, verdict.advice));
    throw Stop{refused};
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
    for (const auto& name : state.common().call) state.check_variant(name, "--call");
    state.take_predictions();
    state.began = true;
    if (!state.timing()) return;

    catch_interrupts();
    state.build = add_runtime_facts(state.build);
    run.build = state.build.compiler;
    run.started = utc_now();
    run.options = state.options.used();
    run.other_sizes = state.options.other_sizes();
    run.options["rounds"] = std::to_string(state.common().rounds);
    run.options["budget"] = show(state.budget_s() * 1e9, Kind::time);
    run.options["variant"] = state.common().variant.empty() ? "all" : state.common().variant;
    run.options["commit"] = commit();
    run.machine_before = read_machine();
    state.place();
    run.verdicts.push_back(state.judge_build());
    run.clock_read_ns = clock_read_cost(monotonic_clock());
    run.empty_call_ns = empty_call_cost(monotonic_clock());
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

}  // namespace lab

// The life of a run after it has measured: the lab's conclusions, the report, the record, the exit code.
#include "harness/interrupt.hpp"
#include "harness/lab_state.hpp"
#include "harness/record.hpp"
#include "harness/report.hpp"
#include "harness/streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <new>

namespace lab {

void Lab::State::say(const std::string& message) const {
    std::cerr << run.about.name << ": " << message << '\n';
}

void Lab::State::save() {
    if (!record) return;
    const auto error = record->write(run);
    if (!error.empty() && error != save_error)
        say(error + "; the results reach only this screen (--notebook DIR saves elsewhere)");
    save_error = error;
}

std::string Lab::State::next_step() const {
    const bool predicted = std::any_of(run.predictions.begin(), run.predictions.end(),
                                       [](const Prediction& one) { return one.value.has_value(); });
    if (std::any_of(run.points.begin(), run.points.end(),
                    [](const Point& point) { return point.status == Status::refused; }))
        return fmt::format("./lab run {}{}: once more, for what was refused; why, stands above",
                           run.about.name, predicted ? " --again" : "");
    if (run.quick) return fmt::format("./lab run {}    (at full size)", run.about.name);
    return has_plot ? "./lab plot " + run.about.name : "./lab worksheet " + run.chapter;
}

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
    const auto asked = std::ranges::find(all, key, &Prediction::key);
    if (asked == all.end()) throw std::logic_error("the lab answers a prediction it never asked for: " + key);
    if (value.number && value.kind != asked->unit.kind)
        throw std::logic_error("the lab answers " + key +
                               " with a value of another kind; lab::as says what it is");
    if (value.refused) state_->value_refused = true;
    state_->run.answers.insert_or_assign(key, value);
}

void Lab::claim(const Claim& claim, const Value& ratio) {
    ClaimResult result{.claim = claim, .shape = {}, .refused = {}};
    // A row with regimes has rounds, but they are times: a bound on a ratio says nothing of them.
    if (ratio.rounds.empty() || ratio.kind == Kind::time)
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

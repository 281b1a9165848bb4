// Writes a run as JSON and CSV, and finds earlier predictions.
#include "harness/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <system_error>

namespace lab {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

json number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json number(const std::optional<double>& value) { return value ? number(*value) : json(nullptr); }

json fact(const Fact<std::string>& fact) {
    if (fact.has_value()) return {{"value", fact.value()}};
    return {{fact.is_no() ? "no" : "unknown", fact.why()}};
}

template <class T>
json value_or_null(const Fact<T>& fact) {
    return fact.has_value() ? json(fact.value()) : json(nullptr);
}

std::string kind_text(Kind kind) {
    switch (kind) {
        case Kind::time: return "time";
        case Kind::bytes: return "bytes";
        case Kind::rate: return "rate";
        case Kind::count: return "count";
        case Kind::ratio: return "ratio";
        case Kind::percent: return "percent";
    }
    return "unknown";
}

json facts_json(const Machine& machine) {
    json all = json::object();
    for (const auto& [name, value] : facts(machine)) all[name] = fact(value);
    return all;
}

json machine_json(const Run& run) {
    const auto& machine = run.machine_before;
    json all;
    all["caption"] = caption(machine) + ", " + run.build;
    all["compiler"] = run.build;
    all["line_bytes"] = value_or_null(line_bytes(machine));
    all["page_bytes"] = value_or_null(machine.page_bytes);
    json caches = json::array();
    for (const auto& cache : machine.caches)
        caches.push_back({{"level", cache.level},
                          {"kind", to_string(cache.kind)},
                          {"bytes", value_or_null(cache.bytes)},
                          {"line", value_or_null(cache.line)},
                          {"ways", value_or_null(cache.ways)}});
    all["caches"] = caches;
    all["cpu"] = run.cpu;
    all["clock_read_ns"] = number(run.clock_read_ns);
    all["empty_call_ns"] = number(run.empty_call_ns);
    all["fault_ns"] = number(run.fault_ns);
    json ghz = json::array();
    for (const auto& speed : run.speeds) ghz.push_back(number(speed.ghz));
    all["ghz"] = ghz;
    all["before"] = facts_json(machine);
    all["after"] = facts_json(run.machine_after);
    return all;
}

json predictions_json(const Run& run) {
    json all = json::array();
    for (const auto& prediction : run.predictions)
        all.push_back({{"key", prediction.key},
                       {"what", prediction.what},
                       {"unit", prediction.unit.name},
                       {"kind", kind_text(prediction.unit.kind)},
                       {"value", number(prediction.value)},
                       {"because", prediction.because},
                       {"made", prediction.made}});
    return all;
}

json verdict_json(const Verdict& verdict, const Point* point) {
    const bool caught =
        point != nullptr && verdict.outcome == Outcome::refused && point->status == Status::not_a_result;
    return {{"check", verdict.check},
            {"point", point == nullptr ? json(nullptr) : json(point->name)},
            {"verdict", caught ? "caught" : std::string(to_string(verdict.outcome))},
            {"seen", verdict.seen},
            {"bound", verdict.bound},
            {"advice", verdict.advice}};
}

// Most labs count no events, and a run that was interrupted did not come to it.
json counter_json(const Fact<std::uint64_t>& count) {
    static const Fact<std::uint64_t> never_read;
    if (count.has_value()) return {{"value", count.value()}, {"why", nullptr}};
    return {{"value", nullptr}, {"why", count == never_read ? "not counted in this run" : count.why()}};
}

json point_json(const Point& point) {
    json all;
    all["name"] = point.name;
    all["x"] = number(point.x);
    all["items"] = number(point.work.items);
    all["calls_per_sample"] = point.calls;
    all["status"] = status_text(point.status);
    all["why"] = point.why.empty() ? json(nullptr) : json(point.why);
    json samples = json::array();
    json retaken = json::array();
    for (const auto& visit : point.visits) {
        samples.push_back(visit.samples);
        retaken.push_back(visit.retaken);
    }
    all["samples"] = samples;
    all["retaken"] = retaken;
    // A refused number is no number: its samples stay as evidence, and nothing is computed from them.
    if (const auto& summary = point.summary; summary && point.status != Status::refused)
        all["summary"] = {
            {"n", summary->n},
            {"min", number(summary->min)},
            {"p50", point.status == Status::regimes ? json(nullptr) : number(summary->p50)},
            {"p99", number(summary->p99)},
            {"max", number(summary->max)},
            {"mad", number(summary->mad)},
            {"p50_per_item",
             point.status == Status::regimes ? json(nullptr) : number(summary->p50 / point.work.items)}};
    else
        all["summary"] = nullptr;
    json groups = json::array();
    if (point.regimes.size() > 1)
        for (const auto& regime : point.regimes)
            groups.push_back(
                {{"low", regime.low}, {"p50", regime.p50}, {"high", regime.high}, {"share", regime.share}});
    all["regimes"] = groups;
    json counters = json::object();
    for (const auto event : {Event::cycles, Event::instructions, Event::branches, Event::branch_misses})
        counters[to_string(event)] = counter_json(point.counters[event]);
    all["counters"] = counters;
    return all;
}

std::string cell(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string();
}

// A name may hold a comma or a quote: CSV wants it quoted, with quotes doubled.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const auto c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

// Writes text to path by way of a temporary file in the same directory. Returns an error or "".
std::string replace_file(const fs::path& path, const std::string& text) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        return fmt::format("cannot make the directory {}: {}", path.parent_path().string(), error.message());
    auto temporary = path;
    temporary += ".part";
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr)
        return fmt::format("cannot write {}: {}", temporary.string(), std::generic_category().message(errno));
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                         std::fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    const bool closed = std::fclose(file) == 0;
    if (written && !closed) reason = errno;
    if (!written || !closed) {
        fs::remove(temporary, error);
        return fmt::format("cannot write {}: {}", temporary.string(),
                           std::generic_category().message(reason));
    }
    fs::rename(temporary, path, error);
    if (!error) return {};
    auto message = fmt::format("cannot write {}: {}", path.string(), error.message());
    fs::remove(temporary, error);
    return message;
}

}  // namespace

std::string to_json(const Run& run) {
    json all;
    all["schema"] = record_schema;
    all["lab"] = run.about.name;
    all["chapter"] = run.chapter;
    all["question"] = run.about.question;
    all["complete"] = run.complete;
    all["quick"] = run.quick;
    all["interrupted"] = run.interrupted;
    all["started"] = run.started;
    all["options"] = run.options;
    all["other_sizes"] = run.other_sizes;
    all["seed"] = run.seed;
    all["order"] = run.order;
    all["machine"] = machine_json(run);
    all["predictions"] = predictions_json(run);
    json answers = json::array();
    for (const auto& [key, value] : run.answers)
        answers.push_back({{"key", key},
                           {"value", number(value.number)},
                           {"why", value.number ? json(nullptr) : json(value.why)}});
    all["answers"] = answers;
    json points = json::array();
    json checks = json::array();
    for (const auto& verdict : run.verdicts) checks.push_back(verdict_json(verdict, nullptr));
    for (const auto& point : run.points) {
        points.push_back(point_json(point));
        for (const auto& verdict : point.verdicts) checks.push_back(verdict_json(verdict, &point));
    }
    all["points"] = points;
    all["checks"] = checks;
    json shapes = json::array();
    for (const auto& claim : run.claims) {
        const auto& shape = claim.shape;
        shapes.push_back({{"claim", claim.claim.text},
                          {"verdict", claim.refused.empty() ? json(to_string(shape.finding)) : json(nullptr)},
                          {"why", claim.refused.empty() ? json(shape.text) : json(claim.refused)},
                          {"ratio", number(shape.ratio)},
                          {"low", number(shape.low)},
                          {"high", number(shape.high)},
                          {"at_least", number(claim.claim.at_least)},
                          {"at_most", number(claim.claim.at_most)},
                          {"todo", shape.todo}});
    }
    all["shapes"] = shapes;
    json tables = json::array();
    for (const auto& table : run.tables)
        tables.push_back({{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}});
    all["tables"] = tables;
    all["notes"] = run.notes;
    return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string to_csv(const Run& run) {
    std::string text = "name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item\n";
    for (const auto& point : run.points) {
        if (point.status == Status::not_run) continue;
        const bool shown = point.status == Status::measured && point.summary;
        const auto take = [&](double value) { return cell(shown ? std::optional(value) : std::nullopt); };
        const auto summary = point.summary.value_or(Summary{});
        text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", quoted(point.name), cell(point.x),
                            status_text(point.status), point.calls, take(summary.min), take(summary.p50),
                            cell(shown ? summary.p99 : std::nullopt), take(summary.max), take(summary.mad),
                            take(summary.p50 / point.work.items));
    }
    return text;
}

RecordFile::RecordFile(const fs::path& notebook, const std::string& lab, const std::string& started) {
    auto stamp = started;  // 2026-11-30T03:15:00Z → 20261130T031500Z
    std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
    json_ = notebook / lab / fmt::format("{}-{}.json", stamp, getpid());
}

std::string RecordFile::write(const Run& run) {
    if (auto error = replace_file(json_, to_json(run)); !error.empty()) return error;
    auto csv = json_;
    csv.replace_extension(".csv");
    return replace_file(csv, to_csv(run));
}

std::optional<EarlierPredictions> latest_predictions(const fs::path& notebook, const std::string& lab,
                                                     const std::map<std::string, std::string>& other_sizes) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(notebook / lab, error), end; !error && entry != end;
         entry.increment(error))
        if (std::error_code unknown; entry->path().extension() == ".json" && entry->is_regular_file(unknown))
            files.push_back(entry->path());
    std::sort(files.rbegin(), files.rend());  // the name begins with the time
    for (const auto& file : files) {
        std::ifstream in(file);
        const auto record = json::parse(in, nullptr, false);
        EarlierPredictions earlier;
        try {
            if (record.at("schema") != record_schema || record.at("lab") != lab) continue;
            // Other sizes than these were predicted there.
            if (record.value("quick", false) ||
                record.value("other_sizes", json::object()) != json(other_sizes))
                continue;
            earlier.when = record.at("started").get<std::string>();
            earlier.measured = record.at("complete").get<bool>();
            for (const auto& entry : record.at("predictions")) {
                if (entry.at("value").is_null()) continue;
                Prediction prediction{.key = entry.at("key"),
                                      .what = {},
                                      .unit = count,
                                      .value = entry.at("value").get<double>(),
                                      .because = entry.at("because"),
                                      .made = entry.at("made")};
                earlier.predictions.push_back(prediction);
            }
        } catch (const json::exception&) {
            continue;  // not one of ours
        }
        if (!earlier.predictions.empty()) return earlier;
    }
    return std::nullopt;
}

}  // namespace lab

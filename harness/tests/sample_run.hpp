// A run made by hand: rows of every status, with names that are hard to write down.
#pragma once

#include <limits>
#include <string>

#include "harness/measurement.hpp"
#include "harness/run.hpp"

namespace lab::testing {

inline Point sample_row(const std::string& name, std::vector<std::vector<double>> rounds) {
    Point point;
    point.name = name;
    point.calls = 10;
    point.work.items = 4;
    for (auto& samples : rounds) point.visits.push_back({.samples = std::move(samples), .members = {}});
    point.summary = summarise(point.all_samples());
    point.regimes = regimes(point.all_samples());
    return point;
}

// One row measured, one in regimes, one refused, one a declared lie, one not run.
inline Run sample_run() {
    Run run;
    run.about = {.name = "demo", .question = "How?", .axis = "step", .item = "access"};
    run.chapter = "ch99";
    run.options = {{"elements", "1234567"}};
    run.seed = UINT64_MAX;
    run.complete = true;
    run.started = "2026-11-30T03:15:00Z";
    run.build = "g++ 12.2.0";
    run.cpu = 1;
    run.clock_read_ns = 30.5;
    run.speeds = {{.ghz = 3, .branch_ns = 0.5}, {.ghz = 0, .branch_ns = 0.5}};
    run.order = {{1, 0}, {0, 1}};

    auto measured = sample_row("8", {{1234.5, 1234.5}, {1234.5, 1236.5}});
    measured.x = 8;
    measured.status = Status::measured;
    measured.verdicts = {
        {.check = "result", .outcome = Outcome::passed, .seen = "42", .bound = "right", .advice = {}}};
    auto switching = sample_row("a \"quoted\", name", {{100, 100, 100}, {500, 500, 500}});
    switching.status = Status::regimes;
    auto refused = sample_row("bad \xff byte", {{7777, 7777}, {7777, 7777}});
    refused.status = Status::refused;
    refused.why = "possible: too fast";
    refused.verdicts = {{.check = "possible",
                         .outcome = Outcome::refused,
                         .seen = "too fast",
                         .bound = "the floor",
                         .advice = "look at --asm"}};
    auto lie = sample_row("lie", {{5, 5}, {5, 5}});
    lie.status = Status::not_a_result;
    lie.work.lie = {"possible"};
    lie.verdicts = refused.verdicts;
    Point left_out;
    left_out.name = "left out";
    run.points.push_back(std::move(measured));
    run.points.push_back(std::move(switching));
    run.points.push_back(std::move(refused));
    run.points.push_back(std::move(lie));
    run.points.push_back(std::move(left_out));

    run.predictions = {
        {.key = "pass",
         .what = "time of a pass",
         .unit = ms,
         .value = 2e6,
         .because = "a \"guess\"",
         .made = run.started},
        {.key = "never", .what = "another", .unit = ns, .value = {}, .because = {}, .made = {}}};
    run.answers = {{"pass", Value::of(1e6, Kind::time)}, {"never", Value::missing("bad was refused")}};
    run.verdicts = {
        {.check = "steal", .outcome = Outcome::warned, .seen = "much", .bound = "little", .advice = "wait"}};
    run.claims.push_back({.claim = {.text = "it grows", .at_least = 2, .causes = {"a cause"}},
                          .shape = {.finding = Finding::not_shown,
                                    .ratio = 1.5,
                                    .low = 1,
                                    .high = 1.9,
                                    .text = "it grows: 1.5x",
                                    .todo = {"a cause"}},
                          .refused = {}});
    run.claims.push_back(
        {.claim = {.text = "it shrinks", .causes = {}}, .shape = {}, .refused = "bad was refused"});
    run.tables = {{"more", {"a", "b"}, {{"1", "2"}}}};
    run.notes = {"A note."};
    return run;
}

}  // namespace lab::testing

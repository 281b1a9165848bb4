// Repeats a hidden failure from secret, test and case number.
#include "grading/grader/replay.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "grading/grader/compile.hpp"
#include "grading/intake/text.hpp"
#include "grading/sandbox/probe.hpp"

namespace grading {

namespace {

int replay_on(const Submission& submission, const Exercise& e, const ClassSetup& setup, const Bench& bench,
              const std::string& test, int case_number) {
    ExerciseResult result;
    const auto files = collect_files(submission, e, result);
    if (files.empty()) {
        fmt::print("{}: {}\n", result.status, result.reason);
        return 0;
    }
    const std::string job = bench.shop.job(bench.slot, bench.jail.uid);
    const Built built = compile(e, files, bench.shop, bench.jail, job);
    if (!built.ok) {
        fmt::print("{}\n{}\n", built.reason, built.diagnostics);
        return 0;
    }
    JudgeSettings settings = judge_for(e, setup, bench, built.program, Mode::tests);
    settings.filter = test.empty() ? "-Cost.*" : test;
    settings.only_case = case_number;
    const Judged judged = run_judge(e.judge, settings, bench.shop.hidden(), "replay");
    if (!judged.trouble.empty()) throw std::runtime_error(judged.trouble);
    if (judged.tests.empty()) {
        std::string known;
        for (const auto& hidden : e.hidden) known += (known.empty() ? "" : ", ") + hidden.name;
        throw std::runtime_error("no hidden test '" + test + "' in " + e.name + ". There are: " + known);
    }
    for (const JudgedTest& one : judged.tests) {
        fmt::print("{}: {}\n", one.id, one.passed ? "passed" : "failed");
        if (one.passed) continue;
        if (one.case_number >= 0)
            fmt::print("case {} (again: --case {})\n", one.case_number, one.case_number);
        fmt::print("{}\n", printable(one.messages));
        if (!one.printed.empty()) fmt::print("the program printed: {}\n", printable(one.printed));
    }
    return 0;
}

}  // namespace

int replay(const ClassRequest& request, const std::string& test, int case_number) {
    ClassSetup setup;
    Submission submission;
    try {
        setup.exercises = exercises_for(request);
        if (!std::filesystem::exists(request.submissions))
            throw std::runtime_error("there is no " + request.submissions);
        submission = read_submission(request.submissions);
        if (!submission.fault.empty()) throw std::runtime_error(submission.fault);
        if (!submission.trouble.empty()) throw std::runtime_error(submission.trouble);
        setup.secret = known_secret(request);
    } catch (const std::runtime_error& error) {
        fmt::print(stderr, "{}\nHelp: ./lab help grade\n", error.what());
        return 2;
    }
    setup.cachegrind = find_cachegrind();
    for (Exercise& e : setup.exercises) e.cost.reset();  // a replay counts nothing
    const Workshop shop = Workshop::make(setup.exercises);
    const Remover remover{shop};
    try {
        const Exercise& e = setup.exercises.front();
        auto secrets = secret_files(e);
        secrets.push_back(request.out + "/secret.txt");
        secrets.push_back(request.images);
        const Probe found = probe(shop.box(), 0, request.trust, request.tier, secrets);
        if (!found.found) throw std::runtime_error("no sandbox works here.\n" + found.why_not_better);
        const Bench bench{shop, found.jail, 0};
        prepare_class(setup, {bench});
        return replay_on(submission, e, setup, bench, test, case_number);
    } catch (const std::runtime_error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}

}  // namespace grading

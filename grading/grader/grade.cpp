// Grades one student: chooses files, compiles, lets the judges ask, turns what they saw into points.
#include "grading/grader/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "grading/grader/compile.hpp"
#include "grading/grader/worksheets.hpp"
#include "grading/intake/text.hpp"

namespace grading {

namespace {

// What a student may read about a failed test, without the case and without words of the program's own.
std::string failed_outcome(const JudgedTest& test) {
    if (test.trouble.empty()) return "a wrong answer";
    if (test.trouble.starts_with("threw")) return "it " + test.trouble + ", where an answer was expected";
    return "it " + test.trouble;
}

// The same for a hidden test, in three sentences and no more. A program can choose how it ends, and so tell its author
// something of the question for each test.
std::string failed_hidden_outcome(const JudgedTest& test) {
    if (test.trouble.empty() || test.trouble == kUnusableAnswer) return "a wrong answer";
    for (const char* sign :
         {"gave no answer", "no answer", "was not asked again", "was not run again", "did not end after"})
        if (test.trouble.starts_with(sign)) return "no answer in time";
    return "the program ended or answered badly";
}

struct PublicName {
    std::string operator()(std::string id) const {
        const std::string prefix = "graded_public_";
        for (std::size_t at = id.find(prefix); at != std::string::npos; at = id.find(prefix))
            id.erase(at, prefix.size());
        return id;
    }
};

void add_public(const Exercise& e, const Judged& judged, ExerciseResult& result) {
    if (judged.tests.empty()) {
        result.status = "grader error";
        result.reason = "the judge of the public tests holds no test";
        return;
    }
    const auto total = static_cast<double>(judged.tests.size());
    double shared = 0;
    std::size_t number = 0;
    for (const JudgedTest& test : judged.tests) {
        // Equal shares of the points, in cents that add up to the whole.
        const double upto = to_cents(e.public_points * static_cast<double>(++number) / total);
        TestResult one;
        one.kind = "public";
        one.id = test.id;
        one.name = PublicName{}(test.id);
        one.max = to_cents(upto - shared);
        shared = upto;
        one.passed = test.passed;
        one.points = test.passed ? one.max : 0;
        one.outcome = test.passed ? "passed" : failed_outcome(test);
        one.hint = test.passed ? "" : "To see it yourself: ./lab check " + e.name;
        one.details = shortened(printable(PublicName{}(test.messages)), 3000);
        one.printed = printable(test.printed);
        result.tests.push_back(one);
    }
}

void add_hidden(const Exercise& e, const Judged& judged, ExerciseResult& result) {
    for (const HiddenTest& hidden : e.hidden) {
        const auto at = std::find_if(judged.tests.begin(), judged.tests.end(),
                                     [&](const JudgedTest& test) { return test.id == hidden.name; });
        TestResult one;
        one.kind = "hidden";
        one.id = hidden.name;
        one.name = hidden.idea;
        one.max = hidden.points;
        if (at == judged.tests.end()) {
            result.status = "grader error";
            result.reason = "the judge did not run " + hidden.name;
            return;
        }
        one.passed = at->passed;
        one.points = at->passed ? hidden.points : 0;
        one.outcome = at->passed ? "passed" : failed_hidden_outcome(*at);
        one.hint = at->passed ? "" : hidden.hint;
        one.details = shortened(printable(at->passed ? "" : at->trouble + "\n" + at->messages), 3000);
        one.printed = printable(at->printed);
        one.case_number = at->case_number;
        result.tests.push_back(one);
    }
}

// The first reason why a run of the suite Cost can't count: a judge's trouble is the grader's.
std::string cost_trouble(const Judged& judged) {
    for (const JudgedTest& test : judged.tests)
        if (!test.passed || !test.trouble.empty()) return failed_hidden_outcome(test);
    return judged.tests.empty() ? "the suite Cost is empty" : "";
}

// True if the program's cost was counted, however much it was.
bool add_cost(const Exercise& e, const ClassSetup& setup, const Bench& bench, const std::string& program,
              ExerciseResult& result) {
    TestResult one;
    one.kind = "cost";
    one.id = "Cost";
    one.name = e.cost->idea;
    one.max = e.cost->points;
    const auto done = [&](std::string outcome, double share, bool was_counted = false) {
        one.outcome = std::move(outcome);
        one.points = to_cents(share * e.cost->points);
        one.passed = share >= 1;
        one.hint = one.passed ? "" : e.cost->hint;
        result.tests.push_back(one);
        return was_counted;
    };
    if (can_write_its_code(program))
        return done("not counted: the program has memory that can be both written and run", 0);
    if (talks_to_valgrind(program))
        return done("the program talks to valgrind, so its count is worth nothing", 0);

    const std::string scratch = bench.shop.hidden();
    const std::string stem = fmt::format("{}-{}", bench.slot, e.name);
    const Judged plain =
        run_judge(e.judge, judge_for(e, setup, bench, program, Mode::plain), scratch, stem + "-plain");
    if (!plain.trouble.empty()) {
        result.status = "grader error";
        result.reason = plain.trouble;
        return false;
    }
    if (const std::string why = cost_trouble(plain); !why.empty()) return done("not counted: " + why, 0);
    one.wall = fmt::format("{:.2f} ms, the reference {:.2f} ms (on the clock, asking included; not graded)",
                           plain.student_ns / 1e6, plain.reference_ns / 1e6);

    const Judged counted =
        run_judge(e.judge, judge_for(e, setup, bench, program, Mode::cost), scratch, stem + "-cost");
    if (!counted.trouble.empty()) {
        result.status = "grader error";
        result.reason = counted.trouble;
        return false;
    }
    if (const std::string why = cost_trouble(counted); !why.empty())
        return done("not counted: under cachegrind, where no thread or process can be started, " + why, 0);
    std::string why;
    const auto counts = read_summary(counted.log, why);
    if (!counts) return done("not counted: " + why, 0);
    const Share share = cost_share(setup.scales.at(e.name), *counts, e.cost->metric);
    return done(share.sentence, share.share, true);
}

// Correct but slow still passes: a cost that was counted takes points and no more.
void sum_up(ExerciseResult& result, bool cost_counted) {
    double score = 0;
    const TestResult* first = nullptr;
    std::size_t failed = 0;
    std::string cost;
    for (const TestResult& test : result.tests) {
        score += test.points;
        if (test.passed) continue;
        if (test.kind == "cost" && cost_counted) {
            cost = test.name + ": " + test.outcome;
            continue;
        }
        ++failed;
        if (first == nullptr) first = &test;
    }
    if (result.status == "grader error") return;
    result.score = to_cents(score);
    if (first == nullptr) {
        result.status = "passed";
        result.reason = cost;
        return;
    }
    result.status = "failed";
    result.reason = fmt::format("{} of {} tests; the first: {}: {}", failed, result.tests.size(), first->name,
                                first->outcome);
}

ExerciseResult grade_exercise(const Submission& submission, const Exercise& e, const ClassSetup& setup,
                              const Bench& bench) {
    ExerciseResult result;
    result.exercise = e.name;
    result.max = e.max();
    const auto files = collect_files(submission, e, result);
    if (files.empty()) return result;
    const std::string job = bench.shop.job(bench.slot, bench.jail.uid);
    Built built = compile(e, files, bench.shop, bench.jail, job);
    if (built
            .maybe_ours)  // a compiler that was killed because a neighbour took the memory may live the next time
        built = compile(e, files, bench.shop, bench.jail, bench.shop.job(bench.slot, bench.jail.uid));
    result.diagnostics = built.diagnostics;
    if (!built.ok) {
        result.status = "not compiled";
        result.reason = built.reason;
        if (!built.maybe_ours) return result;
        // What was handed out compiles on a machine that is well.
        const Built starter =
            compile(e, starter_files(e), bench.shop, bench.jail, bench.shop.job(bench.slot, bench.jail.uid));
        if (starter.ok) return result;
        result.status = "grader error";
        result.reason = "the starter can't be compiled either: " + starter.reason;
        return result;
    }
    const std::string stem = fmt::format("{}-{}", bench.slot, e.name);
    if (e.public_points > 0) {
        const Judged judged =
            run_judge(e.public_judge, judge_for(e, setup, bench, built.program, Mode::tests),
                      bench.shop.hidden(), stem + "-public");
        if (!judged.trouble.empty()) {
            result.status = "grader error";
            result.reason = judged.trouble;
            return result;
        }
        add_public(e, judged, result);
        if (result.status == "grader error") return result;
    }
    const Judged judged = run_judge(e.judge, judge_for(e, setup, bench, built.program, Mode::tests),
                                    bench.shop.hidden(), stem + "-hidden");
    if (!judged.trouble.empty()) {
        result.status = "grader error";
        result.reason = judged.trouble;
        return result;
    }
    add_hidden(e, judged, result);
    const bool cost_counted = e.cost && add_cost(e, setup, bench, built.program, result);
    sum_up(result, cost_counted);
    return result;
}

}  // namespace

JudgeSettings judge_for(const Exercise& e, const ClassSetup& setup, const Bench& bench,
                        const std::string& program, Mode mode) {
    JudgeSettings s;
    s.mode = mode;
    s.exercise = e.name;
    s.secret = setup.secret;
    s.jail = bench.jail;
    s.reference_jail = reference_jail(bench.jail);
    s.program = program;
    s.reference_program = reference_program(bench, e);
    s.limits = e.limits;
    s.call_seconds = e.call_seconds;
    s.repeat = e.repeat;
    s.cachegrind = setup.cachegrind;
    return s;
}

std::map<std::string, std::string> collect_files(const Submission& submission, const Exercise& e,
                                                 ExerciseResult& result) {
    std::map<std::string, std::string> files;
    for (const std::string& name : e.edit) {
        const Chosen chosen = choose_file(submission, e.folder, name, result.notes);
        if (!chosen.found) {
            result.status = chosen.refused ? "refused" : "missing";
            result.reason = chosen.why;
            return {};
        }
        files[name] = normal_source(chosen.bytes, name, result.notes);
    }
    return files;
}

StudentResult grade_student(const Submission& submission, const ClassSetup& setup, const Bench& bench) {
    StudentResult out;
    out.student = submission.student;
    out.submission = one_line(printable(std::filesystem::path(submission.path).filename().string()));
    out.tier = tier_name(bench.jail.tier);
    out.notes = submission.notes;
    if (!setup.tier_note.empty()) out.notes.push_back(setup.tier_note);
    for (const Exercise& e : setup.exercises) {
        ExerciseResult result;
        if (!submission.fault.empty()) {
            result.exercise = e.name;
            result.status = "grader error";
            result.reason = submission.fault;
        } else if (submission.trouble.empty()) {
            try {
                result = grade_exercise(submission, e, setup, bench);
            } catch (const std::exception& error) {
                result.exercise = e.name;
                result.status = "grader error";
                result.reason = error.what();
            }
        } else {
            result.exercise = e.name;
            result.status = "refused";
            result.reason = submission.trouble;
        }
        result.max = e.max();
        result.reason = one_line(printable(result.reason));
        out.exercises.push_back(std::move(result));
    }
    for (const std::string& folder : setup.worksheets) {
        ExerciseResult result;
        try {
            result = grade_worksheet(submission, folder, setup.worksheet_points);
        } catch (const std::exception& error) {
            result.exercise = worksheet_name(folder);
            result.status = "grader error";
            result.reason = one_line(printable(error.what()));
        }
        if (!submission.fault.empty()) result.status = "grader error", result.reason = submission.fault;
        // Where worksheets carry no points, one that was not handed in is nothing to tell.
        if (setup.worksheet_points || result.status != "missing") out.exercises.push_back(std::move(result));
    }
    return out;
}

}  // namespace grading

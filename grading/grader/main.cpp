// The command line of the grader: ./lab grade …
#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <clocale>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>

#include "grading/grader/class_run.hpp"
#include "grading/grader/due.hpp"
#include "grading/grader/points.hpp"
#include "grading/grader/replay.hpp"

namespace {

using grading::ClassRequest;

struct Options {
    ClassRequest request;
    std::optional<std::string> due;
    std::string test;
    int case_number = -1;
    std::string image;
};

void add_shared(CLI::App& app, Options& o) {
    app.add_option("--images", o.request.images, "the built exercises: <build>/grading")
        ->required()
        ->group("");
    app.add_flag("--fixtures", o.request.fixtures, "the exercises of the grader's own tests")->group("");
    app.add_option("--exercise", o.request.exercise, "grade only this exercise");
    app.add_option(
        "--seed", o.request.secret,
        "the secret that hidden cases are drawn from (default: GRADING_SEED, else secret.txt in --out)");
    app.add_option("--out", o.request.out, "folder for the results")->capture_default_str();
    app.add_flag("--trust", o.request.trust, "grade without a sandbox where none works");
    app.add_option("--tier", o.request.tier, "only this sandbox: bubblewrap or separate-user")
        ->check(CLI::IsMember({"bubblewrap", "separate-user", "none"}))
        ->group("");
}

void add_run(CLI::App& app, Options& o) {
    app.add_option("--jobs", o.request.jobs, "students graded at once (default: one for each CPU)")
        ->check(CLI::Range(1, 64));
    app.add_option("--student-seconds", o.request.student_seconds,
                   "end the grading of a student that takes longer (default: 300, and 900 for each exercise)")
        ->check(CLI::Range(1, 1000000));
    app.add_flag("--resume", o.request.resume, "keep results that are there already and still valid");
    app.add_flag("--worksheets", o.request.worksheets,
                 "worksheets carry points: one for each number or word that is right");
    app.add_option("--due", o.due,
                   "hand-ins changed after this time are marked late: 2026-12-01, \"2026-12-01 18:00\"");
}

// A command line is there for every user of the machine to read; an environment is not.
void take_seed_from_environment(Options& o) {
    const char* seed = std::getenv("GRADING_SEED");
    if (o.request.secret.empty() && seed != nullptr) o.request.secret = seed;
}

int class_command(Options& o) {
    take_seed_from_environment(o);
    try {
        if (o.due) o.request.due = grading::parse_due(*o.due);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
    return grading::grade_class(o.request);
}

int run(int argc, char** argv) {
    Options o;
    o.request.out = "grades";
    const std::string first = argc > 1 ? argv[1] : "";
    CLI::App app{"Grades a class: SUBMISSIONS holds a folder, .zip or .tar.gz for each student.",
                 "./lab grade"};
    int code = 0;
    if (first == "one" || first == "replay" || first == "points") {
        app.require_subcommand(1);
        auto* one = app.add_subcommand("one", "grade one hand-in, for an outside scheduler");
        one->add_option("SUBMISSION", o.request.submissions)->required();
        add_shared(*one, o);
        add_run(*one, o);
        one->callback([&] {
            o.request.single = true;
            code = class_command(o);
        });
        auto* replay =
            app.add_subcommand("replay", "run one hidden test of one hand-in again, and show the case");
        replay->add_option("SUBMISSION", o.request.submissions)->required();
        add_shared(*replay, o);
        replay->get_option("--exercise")->required();
        replay->add_option("--test", o.test, "Suite.Test (default: all of the exercise)");
        replay->add_option("--case", o.case_number, "only this case")->check(CLI::NonNegativeNumber);
        replay->callback([&] {
            take_seed_from_environment(o);
            code = grading::replay(o.request, o.test, o.case_number);
        });
        auto* points =
            app.add_subcommand("points", "check that exercise.json and hidden.cpp name the same tests")
                ->group("");
        points->add_option("IMAGE", o.image)->required();
        points->callback([&] { code = grading::check_points(o.image); });
    } else {
        app.footer(
            "Also: ./lab grade one SUBMISSION, ./lab grade replay SUBMISSION --exercise NAME, ./lab grade "
            "bundle "
            "gradescope|github DIR; each with --help.");
        app.add_option("SUBMISSIONS", o.request.submissions)->required();
        app.add_option("--only", o.request.only, "grade only this student; may be repeated");
        add_shared(app, o);
        add_run(app, o);
        app.callback([&] { code = class_command(o); });
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    std::setlocale(LC_CTYPE, "C.UTF-8");  // libarchive turns names of archives into this machine's bytes
    signal(SIGPIPE, SIG_IGN);
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}

// Writes results.json. A hidden test shows its idea and what kind of failure it was, never the case.
#include "grading/grader/gradescope.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace grading {

namespace {

using json = nlohmann::ordered_json;

json whole_exercise(const ExerciseResult& e) {
    std::string output = e.reason;
    if (!e.diagnostics.empty()) output += "\n\n" + e.diagnostics;
    for (const auto& note : e.notes) output += "\nNote: " + note;
    return {{"name", e.exercise + ": " + e.status},
            {"score", 0.0},
            {"max_score", e.max},
            {"status", "failed"},
            {"output", output},
            {"output_format", "text"},
            {"visibility", "visible"}};
}

json one_test(const ExerciseResult& e, const TestResult& t) {
    std::string output = t.outcome;
    if (t.kind == "public" && !t.details.empty()) output += "\n\n" + t.details;
    if (!t.hint.empty()) output += "\nHint: " + t.hint;
    return {{"name", e.exercise + ": " + t.name},
            {"score", t.points},
            {"max_score", t.max},
            {"status", t.passed ? "passed" : "failed"},
            {"output", output},
            {"output_format", "text"},
            {"tags", {t.kind}},
            {"visibility", "visible"}};
}

}  // namespace

std::string gradescope_json(const StudentResult& r) {
    json tests = json::array();
    std::string output;
    for (const ExerciseResult& e : r.exercises) {
        output += fmt::format("{}: {} of {} points, {}\n", e.exercise, show_points(e.score),
                              show_points(e.max), e.status);
        for (const auto& note : e.notes) output += "  note: " + note + "\n";
        // A mistake of the grader's is not the student's to read.
        if (e.status == "grader error") {
            output += "  the grader itself failed here; your instructor has been told\n";
            continue;
        }
        if (e.tests.empty()) tests.push_back(whole_exercise(e));
        for (const TestResult& t : e.tests) tests.push_back(one_test(e, t));
    }
    for (const auto& note : r.notes) output += "Note: " + note + "\n";
    output += "Sandbox: " + r.tier + "\n";
    if (r.late) output += "Handed in late.\n";
    const json out = {{"score", to_cents(r.score())},
                      {"output", output},
                      {"output_format", "text"},
                      {"visibility", "visible"},
                      {"stdout_visibility", "hidden"},
                      {"tests", tests},
                      {"extra_data", {{"late", r.late}, {"sandbox", r.tier}, {"max_score", r.max()}}}};
    return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace grading

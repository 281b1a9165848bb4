// Writes one student's page: per test what was asked, expected and got; of a hidden test its idea.
#include "grading/grader/page.hpp"

#include <fmt/format.h>

namespace grading {

namespace {

std::string test_row(const TestResult& t) {
    std::string cell = html(t.outcome);
    if (t.kind == "public" && !t.details.empty()) cell += "<pre>" + html(t.details) + "</pre>";
    if (!t.hint.empty()) cell += "<p class=hint>" + html(t.hint) + "</p>";
    if (!t.wall.empty()) cell += "<p class=quiet>time: " + html(t.wall) + "</p>";
    return fmt::format("<tr class={}><td>{}<td>{}<td class=n>{} / {}<td>{}</tr>\n", t.passed ? "good" : "bad",
                       t.kind, html(t.name), show_points(t.points), show_points(t.max), cell);
}

std::string exercise_part(const ExerciseResult& e) {
    std::string out = fmt::format("<h2>{} <span class=n>{} / {}</span></h2>\n<p><b>{}</b>", html(e.exercise),
                                  show_points(e.score), show_points(e.max), html(e.status));
    if (e.status == "grader error")
        out += ": the grader itself failed here; your instructor has been told";
    else if (!e.reason.empty())
        out += ": " + html(e.reason);
    out += "</p>\n";
    for (const auto& note : e.notes) out += "<p class=quiet>note: " + html(note) + "</p>\n";
    if (!e.diagnostics.empty()) out += "<pre>" + html(e.diagnostics) + "</pre>\n";
    if (e.tests.empty() || e.status == "grader error") return out;
    out += "<table><tr><th>kind<th>test<th>points<th>what happened</tr>\n";
    for (const auto& t : e.tests) out += test_row(t);
    return out + "</table>\n";
}

}  // namespace

std::string html(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string page_head(const std::string& title) {
    return "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
           "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>" +
           html(title) +
           "</title>\n<style>\n"
           "body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 "
           "1rem; color: #222; }\n"
           "table { border-collapse: collapse; width: 100%; }\n"
           "th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid "
           "#ddd; }\n"
           ".n { white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
           ".good td:first-child { border-left: .4rem solid #2e7d32; }\n"
           ".bad td:first-child { border-left: .4rem solid #c62828; }\n"
           "pre { background: #f6f6f6; padding: .6rem; overflow-x: auto; white-space: pre-wrap; "
           "overflow-wrap: anywhere; }\n"
           ".hint { font-style: italic; } .quiet { color: #666; }\n"
           ".bar { background: #1565c0; height: 1rem; display: inline-block; }\n"
           "</style>\n<h1>" +
           html(title) + "</h1>\n";
}

std::string student_page(const StudentResult& r) {
    std::string out = page_head(r.student);
    out += fmt::format("<p><b>{} of {} points</b>{}. Handed in as {}.</p>\n", show_points(r.score()),
                       show_points(r.max()), r.late ? ", late" : "", html(r.submission));
    for (const auto& note : r.notes) out += "<p class=quiet>note: " + html(note) + "</p>\n";
    for (const auto& e : r.exercises) out += exercise_part(e);
    out += "<p class=quiet>Sandbox: " + html(r.tier) +
           ". A hidden test tells the idea it tests, never the case.</p>\n</html>\n";
    return out;
}

}  // namespace grading

// Writes the class's page for the instructor.
#include "grading/grader/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "grading/grader/page.hpp"
#include "grading/grader/record.hpp"

namespace grading {

namespace {

std::string distribution(const std::vector<StudentResult>& students) {
    std::array<int, 10> bins{};
    for (const auto& s : students) {
        const double share = s.max() > 0 ? s.score() / s.max() : 0;
        ++bins[static_cast<std::size_t>(std::clamp(share * 10, 0.0, 9.0))];
    }
    const int most = *std::max_element(bins.begin(), bins.end());
    std::string out = "<h2>Distribution</h2>\n<table><tr><th>share of the points<th>students</tr>\n";
    for (std::size_t i = bins.size(); i-- > 0;)
        out +=
            fmt::format("<tr><td class=n>{}–{} %<td><span class=bar style=\"width: {}%\"></span> {}</tr>\n",
                        i * 10, i * 10 + 10, most == 0 ? 0 : 80 * bins[i] / most, bins[i]);
    return out + "</table>\n";
}

std::string exercises(const std::vector<StudentResult>& students) {
    struct Row {
        std::string name;
        double sum = 0, max = 0;
        std::map<std::string, int> status;
        int n = 0;
    };
    std::vector<Row> rows;
    for (const auto& s : students) {
        for (const auto& e : s.exercises) {
            auto at = std::find_if(rows.begin(), rows.end(),
                                   [&](const Row& row) { return row.name == e.exercise; });
            if (at == rows.end()) at = rows.insert(rows.end(), Row{e.exercise, 0, e.max, {}, 0});
            at->sum += e.score;
            ++at->n;
            ++at->status[e.status];
        }
    }
    std::string out = "<h2>Exercises</h2>\n<table><tr><th>exercise<th>mean<th>of<th>how they ended</tr>\n";
    for (const Row& row : rows) {
        std::string ends;
        for (const auto& [status, n] : row.status)
            ends += (ends.empty() ? "" : ", ") + fmt::format("{} {}", n, status);
        out += fmt::format("<tr><td>{}<td class=n>{}<td class=n>{}<td>{}</tr>\n", html(row.name),
                           show_points(row.sum / row.n), show_points(row.max), html(ends));
    }
    return out + "</table>\n";
}

std::string errors(const std::vector<StudentResult>& students) {
    std::string rows;
    for (const auto& s : students)
        for (const auto& e : s.exercises)
            if (e.status == "grader error")
                rows += fmt::format("<tr class=bad><td>{}<td>{}<td>{}</tr>\n", html(s.student),
                                    html(e.exercise), html(e.reason));
    if (rows.empty()) return "<h2>Errors of the grader</h2>\n<p>None.</p>\n";
    return "<h2>Errors of the grader</h2>\n<p>These are not failures of students. Mend the cause, then grade "
           "these students again "
           "with --only.</p>\n<table><tr><th>student<th>exercise<th>what happened</tr>\n" +
           rows + "</table>\n";
}

std::string slowest(const std::map<std::string, double>& seconds) {
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [student, time] : seconds) order.emplace_back(time, student);
    std::sort(order.rbegin(), order.rend());
    if (order.size() > 5) order.resize(5);
    std::string out = "<h2>Slowest to grade</h2>\n<table><tr><th>student<th>seconds</tr>\n";
    for (const auto& [time, student] : order)
        out += fmt::format("<tr><td>{}<td class=n>{:.1f}</tr>\n", html(student), time);
    return out + "</table>\n";
}

std::string list(const std::vector<StudentResult>& students) {
    std::string out = "<h2>Students</h2>\n<table><tr><th>student<th>points<th>late<th>exercises</tr>\n";
    for (const auto& s : students) {
        std::string each;
        for (const auto& e : s.exercises)
            each += fmt::format("{}: {} ({})<br>", html(e.exercise), show_points(e.score), html(e.status));
        std::string link;
        for (const char c : folder_name(s.student)) link += c == '%' ? std::string("%25") : std::string(1, c);
        out += fmt::format(
            "<tr><td><a href=\"students/{}/report.html\">{}</a><td class=n>{} / {}<td>{}<td>{}</tr>\n",
            html(link), html(s.student), show_points(s.score()), show_points(s.max()), s.late ? "late" : "",
            each);
    }
    return out + "</table>\n";
}

}  // namespace

std::string summary_page(const std::vector<StudentResult>& students,
                         const std::map<std::string, double>& seconds,
                         const std::vector<std::string>& notes) {
    std::string out = page_head("The class");
    const std::string tier = students.empty() ? "" : students.front().tier;
    out += fmt::format("<p>{} students. Sandbox: {}.</p>\n", students.size(), html(tier));
    for (const auto& note : notes) out += "<p class=quiet>note: " + html(note) + "</p>\n";
    return out + errors(students) + distribution(students) + exercises(students) + slowest(seconds) +
           list(students) + "</html>\n";
}

}  // namespace grading

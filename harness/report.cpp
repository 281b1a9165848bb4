// Formats a run for the terminal.
#include "harness/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lab {
namespace {

// Characters, not bytes: UTF-8 continuation bytes do not count.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string time_cell(double ns) { return show(ns, Kind::time); }

std::vector<std::string> point_cells(const Point& point) {
    std::vector<std::string> cells{point.name};
    if (point.status == Status::refused || !point.summary) {
        cells.insert(cells.end(), {"refused", "-", "-", "-", "-", "-"});
        return cells;
    }
    const auto& summary = *point.summary;
    const bool regimes = point.status == Status::regimes;
    cells.push_back(time_cell(summary.min));
    cells.push_back(regimes ? "-" : time_cell(summary.p50));
    cells.push_back(summary.p99 ? time_cell(*summary.p99) : "-");
    cells.push_back(time_cell(summary.max));
    cells.push_back(time_cell(summary.mad));
    cells.push_back(regimes ? "-" : time_cell(summary.p50 / point.work.items));
    if (point.status == Status::not_a_result) cells.push_back("not a result");
    if (regimes) cells.push_back("regimes, see below");
    return cells;
}

// "1, 2 and 3"; long lists are cut.
std::string names_text(const std::vector<std::string>& names) {
    if (names.size() > 6)
        return fmt::format("{}, {} … {} ({} rows)", names[0], names[1], names.back(), names.size());
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

// Wraps at blanks, so that long advice stays readable; following lines are indented.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t limit = 100) {
    std::string result;
    std::size_t column = 0;
    std::size_t start = 0;
    while (start < text.size()) {
        auto end = text.find(' ', start);
        if (end == std::string::npos) end = text.size();
        const auto word = text.substr(start, end - start);
        if (column > 0 && column + 1 + width(word) + indent > limit) {
            result += "\n" + std::string(indent, ' ');
            column = 0;
        } else if (column > 0) {
            result += ' ';
            ++column;
        }
        result += word;
        column += width(word);
        start = end + 1;
    }
    return result;
}

struct Group {
    std::string head;        // "refused", "warned", "caught"
    const Verdict* verdict;  // the first one
    std::vector<std::string> names;
};

}  // namespace

std::string columns_text(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        if (widths.size() < row.size()) widths.resize(row.size(), 0);
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string pad(widths[i] - width(row[i]), ' ');
            line += "  " + (i == 0 ? row[i] + pad : pad + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string head_text(const Run& run, double budget_s) {
    std::string text = fmt::format("{}: {}\n", run.about.name, run.about.question);
    text += fmt::format("  {}, {}\n", caption(run.machine_before), run.build);
    const auto ghz = effective_clock(run);
    if (run.cpu >= 0)
        text += fmt::format("  on CPU {}{}", run.cpu, run.cpu_why.empty() ? "" : " (" + run.cpu_why + ")");
    if (ghz.number)
        text += fmt::format("{}{:.2f} GHz by dependent adds", run.cpu >= 0 ? ", " : "  ", *ghz.number);
    text += fmt::format("\n  about {:.0f} s to measure, and some seconds to build the data{}\n",
                        std::ceil(budget_s),
                        run.quick ? "; quick sizes: a first look, not a result to keep" : "");
    return text;
}

std::string table_text(const Run& run) {
    std::vector<std::vector<std::string>> rows{
        {run.about.axis, "min", "p50", "p99", "max", "MAD", "per " + run.about.item}};
    for (const auto& point : run.points)
        if (point.status != Status::not_run) rows.push_back(point_cells(point));
    std::string text = rows.size() > 1 ? columns_text(rows) : "  nothing was measured\n";
    for (const auto& point : run.points) {
        if (point.status != Status::regimes) continue;
        text += fmt::format("  {}: the samples fall into separate regimes; no one median stands for them\n",
                            point.name);
        for (const auto& regime : point.regimes)
            text += fmt::format("    {:>3} % of the samples: {} to {}, middle {}\n",
                                std::lround(100 * regime.share), time_cell(regime.low),
                                time_cell(regime.high), time_cell(regime.p50));
    }
    for (const auto& table : run.tables) {
        text += '\n' + table.title + '\n';
        std::vector<std::vector<std::string>> cells{table.columns};
        cells.insert(cells.end(), table.rows.begin(), table.rows.end());
        text += columns_text(cells);
    }
    if (!run.notes.empty()) text += '\n';
    for (const auto& note : run.notes) text += wrapped(note, 2) + '\n';
    return text;
}

std::string checks_text(const Run& run) {
    std::vector<Group> groups;
    std::set<std::string> passed;
    const auto add = [&](const Verdict& verdict, const Point* point) {
        if (verdict.outcome == Outcome::passed) {
            passed.insert(verdict.check);
            return;
        }
        // Another refusal beside it, such as that of 'alone', leaves a caught lie what it is.
        const bool caught = point != nullptr && verdict.outcome == Outcome::refused &&
                            (point->status == Status::not_a_result ||
                             std::ranges::find(point->work.lie, verdict.check) != point->work.lie.end());
        const std::string head = caught ? "caught" : std::string(to_string(verdict.outcome));
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return group.head == head && group.verdict->check == verdict.check;
        });
        auto& group = same != groups.end() ? *same : groups.emplace_back(Group{head, &verdict, {}});
        if (point != nullptr) group.names.push_back(point->name);
    };
    for (const auto& verdict : run.verdicts) add(verdict, nullptr);
    for (const auto& point : run.points)
        for (const auto& verdict : point.verdicts) add(verdict, &point);

    std::string text = "checks\n";
    for (const auto& group : groups) {
        const auto& verdict = *group.verdict;
        text += fmt::format("  {} by '{}'{}{}\n", group.head, verdict.check, group.names.empty() ? "" : ": ",
                            names_text(group.names));
        text += "    " +
                wrapped(fmt::format("{}seen {}; bound: {}",
                                    group.names.size() > 1 ? group.names.front() + ": " : "", verdict.seen,
                                    verdict.bound),
                        4) +
                '\n';
        if (!verdict.advice.empty() && group.head != "caught")
            text += "    " + wrapped(verdict.advice, 4) + '\n';
    }
    std::string names;
    for (const auto& name : passed)
        if (std::none_of(groups.begin(), groups.end(),
                         [&](const Group& group) { return group.verdict->check == name; }))
            names += (names.empty() ? "" : ", ") + name;  // a check that objected to some row has not passed
    if (!names.empty()) text += "  passed: " + wrapped(names, 10) + '\n';
    int retaken = 0;
    for (const auto& point : run.points)
        for (const auto& visit : point.visits) retaken += visit.retaken;
    if (retaken > 0)
        text += fmt::format("  {} taken again because the thread did not have its CPU\n",
                            retaken == 1 ? "1 visit was" : fmt::format("{} visits were", retaken));
    return text;
}

std::string claims_text(const Run& run) {
    if (run.claims.empty()) return {};
    std::string text = "what it shows\n";
    for (const auto& claim : run.claims) {
        if (!claim.refused.empty()) {
            text +=
                "  " + wrapped(fmt::format("not judged: {} ({})", claim.claim.text, claim.refused), 4) + '\n';
            continue;
        }
        text +=
            "  " + wrapped(fmt::format("{}: {}", to_string(claim.shape.finding), claim.shape.text), 4) + '\n';
        int number = 0;
        for (const auto& todo : claim.shape.todo)
            text += fmt::format("    {}. {}\n", ++number, wrapped(todo, 7));
    }
    return text;
}

std::string predictions_text(const Run& run) {
    if (run.predictions.empty()) return {};
    const bool any = std::any_of(run.predictions.begin(), run.predictions.end(),
                                 [](const auto& p) { return p.value.has_value(); });
    std::vector<std::vector<std::string>> rows{{"predictions", "predicted", "measured", ""}};
    if (!any) rows.front() = {"measured, for your next prediction", "measured"};
    std::string refusals;
    for (const auto& prediction : run.predictions) {
        const auto found = run.answers.find(prediction.key);
        const Value measured =
            found == run.answers.end() ? Value::missing("not measured", prediction.unit.kind) : found->second;
        if (!measured.number) refusals += fmt::format("  {}: {}\n", prediction.key, measured.why);
        const auto right = measured.number ? show(*measured.number, prediction.unit.kind) : std::string("-");
        if (!any) {
            rows.push_back({prediction.key, right});
            continue;
        }
        rows.push_back({prediction.key,
                        prediction.value ? show(*prediction.value, prediction.unit.kind) : "unpredicted",
                        right,
                        prediction.value && measured.number
                            ? score(*prediction.value, *measured.number, prediction.unit.kind)
                            : ""});
    }
    return columns_text(rows) + refusals;
}

}  // namespace lab

// Writes the data files and the variables for gnuplot from a record.
#include "harness/tools/plot_script.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "harness/text.hpp"
#include "harness/units.hpp"

namespace lab::tools {

namespace {

// The shortest digits that read back as the same number; the locale plays no part. Always with a point or an
// exponent, so that gnuplot does not divide whole numbers.
std::string number(double value) {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string digits(buffer, end);
    if (digits.find_first_of(".en") == std::string::npos) digits += ".0";
    return digits;
}

std::string cell(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? number(*value) : std::string{};
}

std::string csv_text(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char letter : text) {
        if (letter == '"') out += '"';
        out += letter == '\n' ? ' ' : letter;
    }
    return out + '"';
}

// A prediction's key as part of a variable name.
std::string identifier(std::string_view key) {
    std::string name(key);
    for (auto& letter : name) {
        if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
    }
    return name;
}

std::string assign(const std::string& name, const std::string& value) { return name + " = " + value + "\n"; }

std::string number_or_nan(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? number(*value) : std::string("NaN");
}

// Commands that draw one boundary: a thin vertical line with its name beside its top, the next ones a little
// lower. x_bytes is how many bytes one step on the x axis stands for.
std::string boundary(const std::string& what, double bytes, int order) {
    const std::string at = number(bytes) + "/x_bytes";
    const std::string height = number(0.94 - 0.07 * order);
    return "set arrow from first " + at + ", graph 0 to first " + at + ", graph 1 nohead back linestyle 8; " +
           "set label " + gnuplot_text(what + " " + show(bytes, Kind::bytes)) + " at first " + at +
           ", graph " + height + " left offset character label_gap,0 textcolor rgb '#555555' noenhanced";
}

std::string option_number(const std::string& text) {
    const auto value = parse_double(text);
    return value && std::isfinite(*value) ? number(*value) : std::string();
}

bool drawn(const RecordedPoint& point) {
    return point.status == "measured" || point.status == "not a result";
}

}  // namespace

std::string gnuplot_text(std::string_view text) {
    std::string out = "'";
    for (const char letter : text) {
        if (letter == '\'') {
            out += "''";
        } else if (static_cast<unsigned char>(letter) < 32) {
            out += ' ';
        } else {
            out += letter;
        }
    }
    return out + "'";
}

std::string points_csv(const Record& record) {
    std::string csv = "name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item\n";
    for (const auto& point : record.points) {
        csv += csv_text(point.name) + "," + cell(point.x) + "," + csv_text(point.status) + "," +
               cell(point.calls);
        for (const auto& value :
             {point.min, point.p50, point.p99, point.max, point.mad, point.p50_per_item}) {
            csv += "," + (drawn(point) ? cell(value) : std::string{});
        }
        csv += "\n";
    }
    return csv;
}

std::string samples_csv(const Record& record) {
    std::string csv = "name,x,round,ns\n";
    for (const auto& point : record.points) {
        if (!drawn(point) && point.status != "regimes") continue;
        for (std::size_t round = 0; round < point.samples.size(); ++round) {
            for (const double sample : point.samples[round]) {
                csv += csv_text(point.name) + "," + cell(point.x) + "," + std::to_string(round + 1) + "," +
                       number(sample) + "\n";
            }
        }
    }
    return csv;
}

std::string table_csv(const RecordedTable& table) {
    std::string csv;
    const auto add = [&](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) csv += (i > 0 ? "," : "") + csv_text(cells[i]);
        csv += "\n";
    };
    add(table.columns);
    for (const auto& row : table.rows) add(row);
    return csv;
}

std::string defaults_for(std::string_view script) {
    std::string out;
    std::set<std::string> known;
    for (std::size_t at = 0; at < script.size();) {
        const auto letter = [&](std::size_t i) {
            return i < script.size() &&
                   (std::isalnum(static_cast<unsigned char>(script[i])) != 0 || script[i] == '_');
        };
        auto end = at;
        while (letter(end)) ++end;
        const std::string name(script.substr(at, end - at));
        at = std::max(end, at + 1);
        const bool ours =
            name.starts_with("predicted_") || name.starts_with("measured_") || name.starts_with("option_");
        if (ours && known.insert(name).second) out += "if (!exists('" + name + "')) " + name + " = NaN\n";
    }
    return out;
}

std::string prelude(const Record& record, const PlotRequest& request) {
    std::string out = "# Written by ./lab plot from the record; read by the lab's .gp script.\n";
    out += assign("csv", gnuplot_text(request.data + ".csv"));
    out += assign("samples", gnuplot_text(request.data + ".samples.csv"));
    for (std::size_t i = 0; i < record.tables.size(); ++i) {
        out += assign("table" + std::to_string(i + 1),
                      gnuplot_text(request.data + ".table" + std::to_string(i + 1) + ".csv"));
    }
    out += assign("question", gnuplot_text(record.question));
    std::string caption = record.caption + ", " + record.started.substr(0, 10);
    if (!request.remark.empty()) caption += " — " + request.remark;
    out += assign("caption", gnuplot_text(caption));
    out += assign("hide_curve", request.hide_curve ? "1" : "0");
    // In "set yrange [@below 1:1000 @above]": the axis is as said, and grows with the data. Without data it can't.
    out += assign("below", gnuplot_text(request.hide_curve ? "" : "*<"));
    out += assign("above", gnuplot_text(request.hide_curve ? "" : "<*"));
    out += "shown(c) = hide_curve || strlen(stringcolumn(c)) == 0 ? NaN : column(c)\n";
    for (const auto& [name, text] : record.options) {
        const auto value = option_number(text);
        out += assign("option_" + identifier(name), value.empty() ? gnuplot_text(text) : value);
    }
    for (const auto& prediction : record.predictions) {
        out += assign("predicted_" + identifier(prediction.key), number_or_nan(prediction.value));
    }
    for (const auto& answer : record.answers) {
        out += assign("measured_" + identifier(answer.key),
                      request.hide_curve ? "NaN" : number_or_nan(answer.value));
    }
    out += assign("line_bytes", number_or_nan(record.line_bytes));
    out += assign("page_bytes", number_or_nan(record.page_bytes));
    out += assign("x_bytes", "1.0");
    // A boundary that the machine does not tell is not drawn: its macro is empty.
    out += assign("draw_line",
                  gnuplot_text(record.line_bytes ? boundary("cache line", *record.line_bytes, 0) : ""));
    out +=
        assign("draw_page", gnuplot_text(record.page_bytes ? boundary("page", *record.page_bytes, 1) : ""));
    std::string caches;
    int order = 0;
    for (const auto& cache : record.caches) {
        if (!caches.empty()) caches += "; ";
        caches += boundary("L" + std::to_string(cache.level), cache.bytes, order++);
    }
    out += assign("draw_caches", gnuplot_text(caches));
    return out;
}

}  // namespace lab::tools

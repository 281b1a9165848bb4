// Writes grades.csv so that a spreadsheet reads it back as it was meant.
#include "grading/grader/gradebook.hpp"

#include <string_view>

#include "grading/intake/text.hpp"

namespace grading {

namespace {

std::string cell(std::string_view text) {
    std::string out = one_line(text);
    // A spreadsheet runs what reads like a formula; the apostrophe makes it text. A name may begin with a sign.
    const bool formula = out.starts_with('=') || out.starts_with('@');
    const bool sum =
        (out.starts_with('+') || out.starts_with('-')) && out.find_first_of("(|!") != std::string::npos;
    if (formula || sum) out.insert(0, "'");
    // Where a semicolon separates cells, what stands behind one begins a cell.
    for (std::size_t at = 0; (at = out.find(';', at)) != std::string::npos;)
        if (++at < out.size() && std::string_view("=@+-").find(out[at]) != std::string_view::npos)
            out.insert(at, "'");
    if (out.find_first_of(",\"") == std::string::npos) return out;
    std::string quoted = "\"";
    for (const char c : out) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

}  // namespace

std::string gradebook_csv(const std::vector<StudentResult>& students) {
    std::string out = "student,exercise,score,max,status,reason,late\n";
    for (const StudentResult& s : students)
        for (const ExerciseResult& e : s.exercises)
            out += cell(s.student) + "," + cell(e.exercise) + "," + show_points(e.score) + "," +
                   show_points(e.max) + "," + cell(e.status) + "," + cell(e.reason) + "," +
                   (s.late ? "yes" : "no") + "\n";
    return out;
}

}  // namespace grading

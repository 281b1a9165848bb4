// Grades a class of hostile hand-ins with honest ones between them, and checks every row.

// class_of_hostiles GRADER IMAGES EXERCISE FOLDER EXPECTED.csv: FOLDER holds one hand-in for each row of EXPECTED.csv
// (student,status,score,reason contains). The hand-in `honest` of FOLDER is copied between the others.
#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "grading/intake/text.hpp"
#include "results_schema.hpp"

namespace {

namespace fs = std::filesystem;

struct Row {
    std::string status, score, reason;
};

// Nothing for a file that is not there: then its text is missed below.
std::string whole(const fs::path& path) {
    try {
        return grading::whole_file(path);
    } catch (const std::runtime_error&) {
        return "";
    }
}

// One line of comma-separated values; the last of `most` cells keeps its commas.
std::vector<std::string> cells(const std::string& line, std::size_t most) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted && out.size() < most)
            out.emplace_back();
        else
            out.back() += c;
    }
    return out;
}

std::map<std::string, Row> expected_rows(const fs::path& file) {
    std::map<std::string, Row> rows;
    std::istringstream lines(whole(file));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        const auto c = cells(line, 4);
        if (c.size() == 4) rows[c[0]] = {c[1], c[2], c[3]};
    }
    return rows;
}

int wrong = 0;

void complain(const std::string& sentence) {
    std::printf("WRONG: %s\n", sentence.c_str());
    ++wrong;
}

// A process of a hand-in that still runs after the class was graded.
bool left_behind() {
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::error_code error;
        if (whole(entry.path() / "comm").starts_with("hostile_daemon")) return true;
    }
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 6) return 2;
    const fs::path source = argv[4];
    auto expected = expected_rows(argv[5]);
    std::string name = (fs::temp_directory_path() / "hostiles-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) return 2;
    const fs::path work = name;
    fs::create_directories(work / "in");

    const Row honest = expected.at("honest");
    int count = 0;
    for (const auto& [student, row] : std::map(expected)) {
        fs::copy(source / student, work / "in" / student, fs::copy_options::recursive);
        if (++count % 4 != 0) continue;
        fs::copy(source / "honest", work / "in" / (student + "_next"), fs::copy_options::recursive);
        expected[student + "_next"] = honest;
    }

    std::string command = std::string("'") + argv[1] + "' '" + (work / "in").string() + "' --images '" +
                          argv[2] + "' --fixtures --exercise " + argv[3] +
                          " --seed hostile --jobs 2 --out '" + (work / "out").string() + "'";
    for (int i = 6; i < argc; ++i) command += std::string(" ") + argv[i];
    const int code = std::system(command.c_str());
    if (code != 0) complain("the grader ended with " + std::to_string(code));
    if (left_behind()) complain("a process of a hand-in outlived the grading");

    std::istringstream lines(whole(work / "out" / "grades.csv"));
    std::string line;
    std::getline(lines, line);
    if (line != "student,exercise,score,max,status,reason,late")
        complain("the first line of grades.csv is " + line);
    while (std::getline(lines, line)) {
        const auto c = cells(line, 7);
        const auto at = c.size() == 7 ? expected.find(c[0]) : expected.end();
        if (at == expected.end()) {
            complain("an unexpected row: " + line);
            continue;
        }
        const Row& row = at->second;
        if (c[4] != row.status || c[2] != row.score || c[5].find(row.reason) == std::string::npos)
            complain(line + "\n       expected " + row.status + ", " + row.score + ", a reason with '" +
                     row.reason + "'");
        const std::string trouble =
            wrong_with_results(whole(work / "out" / "students" / c[0] / "results.json"));
        if (!trouble.empty()) complain(c[0] + "/results.json: " + trouble);
        const std::string page = whole(work / "out" / "students" / c[0] / "report.html");
        if (page.find("</html>") == std::string::npos || page.find("<script") != std::string::npos)
            complain(c[0] + "/report.html is broken");
        // Hidden tests of both fixtures: what a program chose to end with is not told.
        if (c[0] == "tells_by_its_ending")
            for (const char* word :
                 {"exit code", "signal ", "domain_error", "threw", "ended itself", "crashed"})
                if (page.find(word) != std::string::npos) complain(c[0] + " can tell: " + word);
        expected.erase(at);
    }
    for (const auto& [student, row] : expected) complain("no row for " + student);
    if (wrong == 0)
        fs::remove_all(work);
    else
        std::printf("%d wrong. Results: %s\n", wrong, work.c_str());
    return wrong == 0 ? 0 : 1;
}

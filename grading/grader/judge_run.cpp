// Runs a judge as a process of ours, with a clean environment and no time limit but its own.
#include "grading/grader/judge_run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

namespace grading {

namespace {

using json = nlohmann::ordered_json;

// What the judge printed matters only when it failed itself.
std::string first_bytes(const std::string& path) {
    std::ifstream file(path);
    std::array<char, 400> text{};
    file.read(text.data(), text.size());
    return {text.data(), static_cast<std::size_t>(file.gcount())};
}

// How a judge ended: its exit code, or the signal that ended it.
struct End {
    int code = 0;
    int signal = 0;
};

End run_and_wait(const std::string& judge, const std::string& argument, const std::string& printed) {
    const int out = open(printed.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (out < 0) throw std::system_error(errno, std::generic_category(), "can't write " + printed);
    const pid_t child = fork();
    if (child < 0) {
        const int error = errno;
        close(out);
        throw std::system_error(error, std::generic_category(), "fork");
    }
    if (child == 0) {
        const int null = open("/dev/null", O_RDONLY);
        dup2(null, 0);
        dup2(out, 1);
        dup2(out, 2);
        const char* argv[] = {judge.c_str(), argument.c_str(), nullptr};
        const char* environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", nullptr};
        execve(judge.c_str(), const_cast<char**>(argv), const_cast<char**>(environment));
        _exit(127);
    }
    close(out);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) return {WEXITSTATUS(status), 0};
    return {0, WTERMSIG(status)};
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// One run of the judge. `out` is filled when it ended with an exit code.
End run_once(const std::string& judge, JudgeSettings settings, const std::string& stem, Judged& out) {
    settings.results = stem + ".results.json";
    unlink(settings.results.c_str());
    write_settings(settings, stem + ".settings.json");
    const End end = run_and_wait(judge, stem + ".settings.json", stem + ".printed");
    if (end.signal != 0) return end;
    if (end.code != 0) {
        out.trouble = "the judge " + base_name(judge) + " ended with code " + std::to_string(end.code) +
                      ": " + first_bytes(stem + ".printed");
        return end;
    }
    try {
        std::ifstream file(settings.results);
        const json in = json::parse(file);
        in.at("fault").get_to(out.trouble);
        for (const json& test : in.at("tests")) {
            out.tests.push_back({test.at("test").get<std::string>(), test.at("passed").get<bool>(),
                                 test.value("trouble", ""), test.value("messages", ""),
                                 test.value("printed", ""), test.value("case", -1)});
        }
        in.at("log").get_to(out.log);
        in.at("student_ns").get_to(out.student_ns);
        in.at("reference_ns").get_to(out.reference_ns);
    } catch (const std::exception& error) {
        out.trouble = std::string("the judge's results can't be read: ") + error.what();
    }
    return end;
}

// Signals of a process that did something wrong itself. Any other came from outside: no memory left, somebody's kill.
bool is_own_fault(int signal) {
    return signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE ||
           signal == SIGILL || signal == SIGTRAP;
}

JudgedTest died(const std::string& id, int signal) {
    JudgedTest test;
    test.id = id;
    test.trouble = kUnusableAnswer;
    test.messages = "the judge was ended by signal " + std::to_string(signal) + " in this test";
    return test;
}

// The tests of a judge in their order, without the suite Cost.
std::vector<std::string> tests_of(const std::string& judge, const std::string& stem) {
    const End end = run_and_wait(judge, "--gtest_list_tests", stem + ".list");
    std::vector<std::string> found;
    if (end.code != 0 || end.signal != 0) return found;
    std::ifstream file(stem + ".list");
    std::string suite;
    for (std::string line; std::getline(file, line);) {
        line = line.substr(0, line.find("  # "));  // a parameter's value
        if (line.starts_with("  "))
            found.push_back(suite + line.substr(2));
        else if (line.ends_with("."))
            suite = line;
    }
    std::erase_if(found, [](const std::string& id) { return id.starts_with("Cost."); });
    return found;
}

// A GoogleTest filter that lets `id` through: some characters mean something in a filter.
std::string filter_for(std::string id) {
    for (char& c : id)
        if (c == '-' || c == ':' || c == '*') c = '?';
    return id;
}

// A judge that dies met an answer that the tests did not think of. It costs the test it dies in, and no other: each is run by
// itself.
Judged run_one_by_one(const std::string& judge, const JudgeSettings& settings, const std::string& stem,
                      int signal) {
    Judged out;
    if (settings.mode != Mode::tests) {
        out.tests.push_back(died("Cost", signal));
        return out;
    }
    const std::vector<std::string> ids = settings.filter.empty() || settings.filter.starts_with('-')
                                             ? tests_of(judge, stem)
                                             : std::vector{settings.filter};
    if (ids.empty()) {
        out.trouble = "the judge " + base_name(judge) + " was ended by signal " + std::to_string(signal) +
                      ", and does not list its tests";
        return out;
    }
    // As long as two runs of a judge may wait for a student's program.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60 * settings.call_seconds);
    for (const std::string& id : ids) {
        if (std::chrono::steady_clock::now() > end) {
            JudgedTest late;
            late.id = id;
            late.trouble = "was not asked again: it has used all the time there is for it";
            out.tests.push_back(late);
            continue;
        }
        JudgeSettings one = settings;
        one.filter = filter_for(id);
        Judged alone;
        const End came = run_once(judge, one, stem, alone);
        if (came.signal != 0 && !is_own_fault(came.signal))
            alone.trouble =
                "the judge " + base_name(judge) + " was ended by signal " + std::to_string(came.signal);
        else if (came.signal != 0)
            alone.tests.push_back(died(id, came.signal));
        out.trouble = alone.trouble;
        if (!out.trouble.empty()) return out;
        for (JudgedTest& test : alone.tests)
            if (test.id == id) out.tests.push_back(std::move(test));
        out.student_ns += alone.student_ns;
        out.reference_ns += alone.reference_ns;
    }
    return out;
}

}  // namespace

Judged run_judge(const std::string& judge, const JudgeSettings& settings, const std::string& scratch,
                 const std::string& name) {
    const std::string stem = scratch + "/" + name;
    Judged out;
    const End end = run_once(judge, settings, stem, out);
    if (end.signal == 0) return out;
    if (is_own_fault(end.signal)) return run_one_by_one(judge, settings, stem, end.signal);
    out.trouble = "the judge " + base_name(judge) + " was ended by signal " + std::to_string(end.signal);
    return out;
}

}  // namespace grading

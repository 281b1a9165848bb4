// Runs a judge as a process of ours, with a clean environment and no time limit but its own.
#include "grading/grader/judge_run.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

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

int run_and_wait(const std::string& judge, const std::string& settings, const std::string& printed) {
    const int out = open(printed.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_RDONLY);
        dup2(null, 0);
        dup2(out, 1);
        dup2(out, 2);
        const char* argv[] = {judge.c_str(), settings.c_str(), nullptr};
        const char* environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", nullptr};
        execve(judge.c_str(), const_cast<char**>(argv), const_cast<char**>(environment));
        _exit(127);
    }
    close(out);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Judged run_judge(const std::string& judge, JudgeSettings settings, const std::string& scratch,
                 const std::string& name) {
    const std::string stem = scratch + "/" + name;
    settings.results = stem + ".results.json";
    unlink(settings.results.c_str());
    write_settings(settings, stem + ".settings.json");
    const int code = run_and_wait(judge, stem + ".settings.json", stem + ".printed");
    Judged out;
    if (code != 0) {
        out.trouble = "the judge " + judge.substr(judge.rfind('/') + 1) + " ended with code " +
                      std::to_string(code) + ": " + first_bytes(stem + ".printed");
        return out;
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
    return out;
}

}  // namespace grading

// Compares the tests a judge holds with the tests that have points.
#include "grading/grader/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <stdexcept>

#include "grading/grader/exercise.hpp"

namespace grading {

namespace {

std::string output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (pipe == nullptr) throw std::runtime_error("can't run " + command);
    std::string text;
    std::array<char, 4096> buffer;
    while (std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) text += buffer.data();
    return text;
}

// "Suite.\n  Test\n" as GoogleTest lists it.
std::set<std::string> listed_tests(const std::string& judge) {
    std::set<std::string> names;
    std::string suite;
    const std::string text = output_of("'" + judge + "' --gtest_list_tests");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, text.find_first_of("#\n", at) - at);
        at = end + 1;
        if (line.empty()) continue;
        if (line.front() != ' ')
            suite = line.substr(0, line.find_last_not_of(' ') + 1);
        else
            names.insert(suite + line.substr(2, line.find_last_not_of(' ') - 1));
    }
    return names;
}

}  // namespace

int check_points(const std::string& image_file) {
    try {
        const Exercise e = load_exercise(image_file);
        std::set<std::string> have = listed_tests(e.judge);
        int wrong = 0;
        const auto complain = [&](const std::string& sentence) {
            fmt::print("{}: {}\n", e.name, sentence);
            wrong = 1;
        };
        bool cost = false;
        for (const HiddenTest& test : e.hidden)
            if (have.erase(test.name) == 0)
                complain("exercise.json gives points to " + test.name + ", which hidden.cpp does not have");
        for (const std::string& name : have) {
            if (name.starts_with("Cost."))
                cost = true;
            else
                complain("hidden.cpp has " + name + ", which exercise.json does not name");
        }
        if (cost != e.cost.has_value())
            complain(cost ? "the suite Cost has no points" : "cost has points but there is no suite Cost");
        return wrong;
    } catch (const std::exception& error) {
        fmt::print("{}\n", error.what());
        return 1;
    }
}

}  // namespace grading

// Runs a program for a test and returns all it printed and left behind.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lab::testing {

// A directory of its own, with a blank and a comma in its name, removed at the end.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    // The paths of all files with this extension, in order of their names.
    [[nodiscard]] std::vector<std::filesystem::path> files(const std::string& extension) const;
    // The only record in it. Fails the test when there is none, or more than one, or when it is no JSON.
    [[nodiscard]] nlohmann::json record() const;
    // The text of the only CSV file.
    [[nodiscard]] std::string csv() const;

private:
    std::filesystem::path path_;
};

struct Finished {
    int code = -1;         // exit code; 128 + n when signal n ended it
    std::string out, err;  // a terminal has one text for both: `out`
};

// Runs it with pipes for its streams; standard input is empty. `in_child` runs just before exec.
Finished run_program(const std::vector<std::string>& command, const std::function<void()>& in_child = {});

// Runs it on a terminal of its own. Each step waits until the first text has been printed, then types the second.
// Fails the test when a text does not come within half a minute.
Finished run_on_terminal(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& steps);

}  // namespace lab::testing

// Reads cachegrind's totals by the names in its own header line.
#include "harness/tools/cachegrind.hpp"

#include <map>
#include <sstream>

#include "harness/text.hpp"

namespace lab {
namespace {

// The rest of the first line that starts with `key`; nothing when there is none.
std::optional<std::string> line_after(std::string_view text, std::string_view key) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(key)) return line.substr(key.size());
    return std::nullopt;
}

}  // namespace

SimulatedCounts SimulatedCounts::operator-(const SimulatedCounts& other) const {
    SimulatedCounts difference;
    for (const auto& [name, count] : named_counts) difference.*count = this->*count - other.*count;
    return difference;
}

std::vector<std::string> cachegrind_command(const std::string& out, const std::vector<std::string>& program) {
    std::vector<std::string> command{"valgrind",
                                     "--quiet",
                                     "--tool=cachegrind",
                                     "--cache-sim=yes",
                                     "--branch-sim=yes",
                                     "--I1=32768,8,64",
                                     "--D1=32768,8,64",
                                     "--LL=8388608,16,64",
                                     "--cachegrind-out-file=" + out};
    command.insert(command.end(), program.begin(), program.end());
    return command;
}

std::optional<SimulatedCounts> parse_cachegrind(std::string_view text) {
    const auto names = line_after(text, "events:");
    const auto totals = line_after(text, "summary:");
    if (!names || !totals) return std::nullopt;
    std::istringstream name_words(*names);
    std::istringstream total_words(*totals);
    std::map<std::string, double> event;
    for (std::string name, word; name_words >> name;) {
        if (!(total_words >> word)) return std::nullopt;
        const auto total = parse_double(word);
        if (!total) return std::nullopt;
        event[name] = *total;
    }
    for (const auto* needed : {"Ir", "Dr", "D1mr", "DLmr", "Dw", "D1mw", "DLmw", "Bc", "Bcm"})
        if (!event.contains(needed)) return std::nullopt;
    return SimulatedCounts{.instructions = event["Ir"],
                           .loads = event["Dr"],
                           .stores = event["Dw"],
                           .d1_misses = event["D1mr"] + event["D1mw"],
                           .ll_misses = event["DLmr"] + event["DLmw"],
                           .branches = event["Bc"],
                           .mispredicts = event["Bcm"]};
}

}  // namespace lab

// Checks the effect contract of one lab, built by one compiler at one level: counts under valgrind, machine
// code.
//
// The tests contract.<lab>.<compiler><level> run it (cmake/contract.cmake). By hand:
//   contract stride.contract --program <lab> --compiler g++ --level -O2
// Exit code: 0 all hold; 1 one does not; 2 the contract can't be read; 77 nothing failed, but a tool is
// missing.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "harness/asm.hpp"
#include "harness/subprocess.hpp"
#include "harness/tools/contract_file.hpp"

namespace lab::contract {
namespace {

#if defined(__aarch64__)
constexpr auto machine = "aarch64";
#else
constexpr auto machine = "x86_64";
#endif

// One call in the first copy, and two more in the second: what they add is two calls of warm code.
constexpr int once = 1;
constexpr int then = 2;

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string command_line(const std::vector<std::string>& words) {
    std::string line;
    for (const auto& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

// What one run of the lab under cachegrind gave of each row, or why it gave nothing.
struct SimulatedRun {
    std::vector<std::string> command;
    std::map<std::string, CallCounts> calls;
    std::string problem;
};

class Checker {
public:
    explicit Checker(std::string program) : program_(std::move(program)) {
        folder_ = std::filesystem::temp_directory_path() / ("contract-" + std::to_string(getpid()));
        std::filesystem::create_directory(folder_);
    }
    ~Checker() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    // To be called for every statement before the first check: the rows with the same options share a run.
    void expect(const Statement& statement) {
        if (!statement.needs_counts()) return;
        auto& rows = rows_[command_line(statement.options)];
        for (const auto& row : {statement.variant, statement.other})
            if (!row.empty() && std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
    }

    // Prints one line for the statement, and more when it doesn't hold.
    void check(const Statement& statement) {
        std::string evidence;
        try {
            const auto judgement = statement.needs_counts() ? judge_counts(statement, evidence)
                                                            : judge_machine_code(statement, evidence);
            std::cout << (judgement.holds ? "holds      " : "FAILS      ") << statement.text << "\n"
                      << "           seen: " << judgement.seen << "\n";
            if (judgement.holds) return;
            ++failures;
        } catch (const MissingTool& missing) {
            std::cout << "left out   " << statement.text << "\n           " << missing.what() << "\n";
            ++left_out;
        } catch (const std::runtime_error& problem) {
            std::cout << "FAILS      " << statement.text << "\n           " << problem.what() << "\n";
            ++failures;
        }
        std::cout << evidence;
    }

    int failures = 0;
    int left_out = 0;

private:
    struct MissingTool : std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    Judgement judge_machine_code(const Statement& statement, std::string& evidence) {
        if (!code_) code_ = disassemble(program_, "objdump", SourceLines::without);
        if (!code_->problem.empty()) throw MissingTool(code_->problem);
        auto judgement = judge_code(statement, code_facts(code_->functions, statement.function));
        if (judgement.holds) return judgement;
        for (const auto& function : code_->functions)
            if (names_function(statement.function, function.name)) evidence += "\n" + listing(function);
        return judgement;
    }

    Judgement judge_counts(const Statement& statement, std::string& evidence) {
        const auto row = counts_of(statement.variant, statement.options, evidence);
        if (statement.kind == Kind::count) return judge_count(statement, row);
        return judge_ratio(statement, row, counts_of(statement.other, statement.options, evidence));
    }

    CallCounts counts_of(const std::string& row, const std::vector<std::string>& options,
                         std::string& evidence) {
        const auto key = command_line(options);
        if (!runs_.contains(key)) runs_[key] = simulate(rows_.at(key), options);
        const auto& run = runs_[key];
        if (!run.problem.empty()) throw std::runtime_error(run.problem);
        const auto& call = run.calls.at(row);
        std::ostringstream text;
        text << "           one call of " << row << ", " << call.items << " items:";
        for (const auto& [name, count] : named_counts) text << " " << name << " " << call.counts.*count;
        text << "\n           repeat: " << command_line(cachegrind_command("counts.%p", run.command)) << "\n";
        evidence += text.str();
        return call;
    }

    // The lab makes two copies of itself for each row. Each leaves its counts in a file named by its process, and the lab
    // prints "items N processes FIRST SECOND", a line for each row.
    [[nodiscard]] SimulatedRun simulate(const std::vector<std::string>& rows,
                                        const std::vector<std::string>& options) const {
        SimulatedRun result;
        auto& command = result.command;
        command = {program_, "--quick", "--times", std::to_string(once), "--then", std::to_string(then)};
        for (const auto& row : rows) command.insert(command.end(), {"--call", row});
        command.insert(command.end(), options.begin(), options.end());
        const auto line = command_line(command);
        // A clean environment, so that its size moves nothing in memory.
        const auto run = run_program(cachegrind_command(folder_ / "%p", command), {}, true);
        if (!run.started)
            throw MissingTool("valgrind can't be run (" + run.error +
                              "). Install it: sudo apt install valgrind");
        if (run.exit_code != 0)
            result.problem = line + "\n           ended with exit code " + std::to_string(run.exit_code) +
                             ": " + run.error;
        std::istringstream output(run.output);
        for (const auto& row : rows) {
            if (!result.problem.empty()) break;
            std::string items, processes;
            double number = 0;
            std::string first, second;
            if (!(output >> items >> number >> processes >> first >> second) || items != "items" ||
                !(number > 0)) {
                result.problem =
                    line +
                    " did not print a line 'items N processes FIRST SECOND' for each row: " + run.output;
                break;
            }
            const auto before = parse_cachegrind(text_of(folder_ / first));
            const auto after = parse_cachegrind(text_of(folder_ / second));
            const auto call = before && after ? per_call(*before, *after, then, number) : std::nullopt;
            if (call)
                result.calls[row] = *call;
            else
                result.problem =
                    line + ": no counts of two copies that called " + row + ", the second one more";
        }
        return result;
    }

    std::string program_;
    std::filesystem::path folder_;
    std::optional<Disassembly> code_;
    // By the options, as one line.
    std::map<std::string, std::vector<std::string>> rows_;
    std::map<std::string, SimulatedRun> runs_;
};

}  // namespace
}  // namespace lab::contract

int main(int argc, char** argv) {
    std::string file, program, compiler, level;
    CLI::App app{"Checks the effect contract of one lab, built by one compiler at one level."};
    app.add_option("contract", file, "the file <lab>.contract")->required()->check(CLI::ExistingFile);
    app.add_option("--program", program, "the lab")->required()->check(CLI::ExistingFile);
    app.add_option("--compiler", compiler, "what built it: g++ or clang++")->required();
    app.add_option("--level", level, "how: -O2 or -O3")->required();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }

    const auto contract = lab::contract::parse_contract(lab::contract::text_of(file));
    if (!contract.errors.empty()) {
        std::cout << file << " can't be read:\n";
        for (const auto& error : contract.errors) std::cout << "  " << error << "\n";
        std::cout << "The forms of a statement stand at the top of harness/tools/contract_file.hpp.\n";
        return 2;
    }
    std::cout << file << ", built by " << compiler << " at " << level << " for " << lab::contract::machine
              << "\n";
    lab::contract::Checker checker(std::filesystem::absolute(program));
    auto ours = contract.statements;
    std::erase_if(ours, [&](const auto& it) { return !it.applies(compiler, level, lab::contract::machine); });
    for (const auto& statement : ours) checker.expect(statement);
    for (const auto& statement : ours) checker.check(statement);
    std::cout << contract.statements.size() << " statements: " << checker.failures << " fail, "
              << checker.left_out << " left out, " << contract.statements.size() - ours.size()
              << " are about another compiler, level or machine\n";
    if (checker.failures > 0) return 1;
    return checker.left_out > 0 ? 77 : 0;
}

// Runs objdump on a program and prints its functions the way a reader follows them: loops first.
#include "harness/asm.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>

#include "harness/subprocess.hpp"

namespace lab {
namespace {

std::string running_program() {
    std::array<char, 4096> path{};
    const auto length = readlink("/proc/self/exe", path.data(), path.size() - 1);
    return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string{};
}

const Disassembly& own_code() {
    static const Disassembly code = disassemble(running_program());
    return code;
}

std::string_view file_name(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The frame around the experiment: where the program starts, and what builds and destroys static objects.
bool is_frame(std::string_view name) {
    return name.starts_with("_GLOBAL__") || name.starts_with("__cxx_global") ||
           name.find(".cold") != name.npos || short_name(name).starts_with("main") ||
           short_name(name).starts_with("_start");
}

// A template of the harness made for a closure of main: the timed loop with the work inlined into it.
bool is_timed_loop(const CodeFunction& function) {
    const bool of_closure = function.name.find("main::{lambda") != std::string::npos ||  // GCC's name
                            function.name.find("main::$_") != std::string::npos;         // Clang's
    return of_closure && !is_frame(function.name) && code_facts(function).loop;
}

// "401140 <f+0x10>" becomes "L2"; "x1, 20 <f+0x20>" becomes "x1, L2": addresses say nothing to a reader.
std::string with_label(std::string_view operands, const std::string& label) {
    const auto number = operands.substr(0, operands.find(" <"));
    const auto comma = number.find_last_of(", ");
    return std::string(comma == std::string_view::npos ? "" : operands.substr(0, comma + 1)) + label;
}

// "401140 <puts@plt>" becomes "puts@plt".
std::string without_address(std::string_view operands) {
    const auto open = operands.find('<');
    if (open == std::string_view::npos || !operands.ends_with('>')) return std::string(operands);
    return std::string(operands.substr(open + 1, operands.size() - open - 2));
}

}  // namespace

Disassembly disassemble(const std::string& file, const std::string& tool) {
    // -d code sections only, -r relocations of object files, -l source lines, -C demangled.
    std::vector<std::string> command{tool, "-d", "-r", "-l", "-C", "--no-show-raw-insn", "--", file};
    const auto machine = run_program({tool, "-f", "--", file});
    if (!machine.started)
        return {{}, tool + " can't be run (" + machine.error + "). Install it: sudo apt install binutils"};
    if (machine.exit_code == 0 && machine.output.find("x86-64") != std::string::npos)
        command.insert(command.begin() + 1, {"-M", "intel"});
    const auto run = run_program(command);
    if (run.exit_code != 0)
        return {{}, tool + " can't read " + file + ": " + run.error.substr(0, run.error.find('\n'))};
    Disassembly code{parse_disassembly(run.output), {}};
    if (code.functions.empty()) code.problem = tool + " finds no functions in " + file + ": was it stripped?";
    return code;
}

std::optional<CodeFacts> code_facts(std::string_view function) {
    if (!own_code().problem.empty()) return std::nullopt;
    return code_facts(own_code().functions, function);
}

std::string asm_problem() { return own_code().problem; }

std::string listing(const CodeFunction& function) {
    const auto depth = loop_depth(function);
    std::map<std::uint64_t, std::string> labels;
    for (const auto& it : function.instructions)
        if (it.jump && it.target) labels[*it.target] = "";
    int count = 0;
    for (auto& [address, label] : labels) label = "L" + std::to_string(++count);

    std::string text = function.name + "\n  " + describe(code_facts(function)) + "\n";
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
        const auto& it = function.instructions[i];
        if (it.padding) continue;
        const auto label = labels.find(it.address);
        std::string line = label == labels.end() ? "" : label->second + ":";
        line.resize(std::max<std::size_t>(line.size() + 1, 6), ' ');
        line += std::string(static_cast<std::size_t>(depth[i]), '|') + (depth[i] > 0 ? " " : "  ");
        line += it.mnemonic;
        line.resize(std::max<std::size_t>(line.size() + 1, 18), ' ');
        if (it.jump && it.target) {
            line += with_label(it.operands, labels[*it.target]);
        } else {
            line += it.call ? without_address(it.operands) : it.operands;
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string asm_listing(std::string_view source) {
    const auto& code = own_code();
    if (!code.problem.empty()) return code.problem + "\n";
    std::vector<const CodeFunction*> shown;
    for (const auto& function : code.functions)
        if (file_name(function.source) == source && !is_frame(function.name)) shown.push_back(&function);
    if (shown.empty())
        for (const auto& function : code.functions)
            if (is_timed_loop(function)) shown.push_back(&function);
    if (shown.empty())
        return "No function of " + std::string(source) +
               " is left in the program. Build it with line numbers (-g1), or mark a function "
               "[[gnu::noinline]].\n";
    std::string text = "A bar | on the left marks a loop. Addresses are replaced by labels.\n";
    for (const auto* function : shown) text += "\n" + listing(*function);
    return text;
}

}  // namespace lab

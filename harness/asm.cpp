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

std::string_view file_name(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The frame around the experiment: where the program starts, what builds static objects, and the function that takes
// the Lab, with its closures: it builds data and registers rows. Templates of the harness and the library, too.
bool is_frame(std::string_view name) {
    const auto plain = short_name(name);
    return plain.starts_with("lab::") || plain.starts_with("std::") || name.starts_with("_GLOBAL__") ||
           name.starts_with("__cxx_global") || name.find(".cold") != name.npos ||
           name.find("lab::Lab&") != name.npos || plain.starts_with("main") || plain.starts_with("_start");
}

// The harness's own loop around a measured function, with the closure inlined into it (sampling.hpp).
bool is_timed_loop(const CodeFunction& function) {
    return function.name.find("lab::detail::Called") != std::string::npos && code_facts(function).loop;
}

// "401140 <f(int)>" and "<f(int)-0x4>" call "f(int)".
bool calls(const Instruction& it, const std::string& name) {
    return it.call && it.operands.find('<' + name + '>') != std::string::npos;
}

// The folder of the lab's own source, as the program's line numbers name it; empty when they don't.
std::string folder_of(const std::vector<CodeFunction>& code, std::string_view source) {
    for (const auto& function : code)
        for (const auto& file : function.sources)
            if (file_name(file) == source) return file.substr(0, file.size() - source.size());
    return {};
}

// The functions of the lab's own source and of what it includes beside it; those that a timed loop reaches by direct
// calls first.
struct Own {
    std::vector<const CodeFunction*> timed, others;
};
Own own_functions(const std::vector<CodeFunction>& code, std::string_view source) {
    Own own;
    const auto folder = folder_of(code, source);
    std::vector<const CodeFunction*> reached;
    for (const auto& function : code) {
        if (function.name.find("lab::detail::Called") != std::string::npos) reached.push_back(&function);
        // Any line will do: the first one is often that of an inlined std::span.
        const bool own_file = std::ranges::any_of(function.sources, [&](const auto& file) {
            return !folder.empty() && folder + std::string(file_name(file)) == file;
        });
        if (own_file && !is_frame(function.name)) own.others.push_back(&function);
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
        std::erase_if(own.others, [&](const CodeFunction* function) {
            const auto& from = reached[i]->instructions;
            if (std::ranges::none_of(from, [&](const auto& it) { return calls(it, function->name); }))
                return false;
            own.timed.push_back(function);
            reached.push_back(function);  // what it calls counts as well
            return true;
        });
    }
    return own;
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

const Disassembly& own_code() {
    static const Disassembly code = disassemble(running_program());
    return code;
}

Disassembly disassemble(const std::string& file, const std::string& tool, SourceLines lines) {
    // -d code sections only, -r relocations of object files, -l source lines, -C demangled.
    std::vector<std::string> command{tool, "-d", "-r", "-C", "--no-show-raw-insn", "--", file};
    if (lines == SourceLines::with) command.insert(command.begin() + 1, "-l");
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
    auto own = own_functions(code.functions, source);
    if (own.timed.empty() && own.others.empty())
        for (const auto& function : code.functions)
            if (is_timed_loop(function)) own.timed.push_back(&function);
    if (own.timed.empty() && own.others.empty())
        return "No function of " + std::string(source) +
               " is left in the program. Build it with line numbers (-g1), or mark a function "
               "[[gnu::noinline]].\n";
    std::string text = "A bar | on the left marks a loop. Addresses are replaced by labels.\n";
    for (const auto* function : own.timed) text += "\n" + listing(*function);
    if (!own.timed.empty() && !own.others.empty())
        text +=
            "\nThe rest of " + std::string(source) + ": set-up, or reached through a thread or a pointer.\n";
    for (const auto* function : own.others) text += "\n" + listing(*function);
    return text;
}

}  // namespace lab

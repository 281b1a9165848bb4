// Looks at the machine code of the running program: for --asm, and for labs that report what the compiler
// made.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/code_facts.hpp"

namespace lab {

// The functions of a program or object file, read with objdump (binutils). `tool` names another objdump, for
// example one for another machine. On failure `functions` is empty and `problem` is one line that says what
// to do. Without the source lines of each instruction it takes half the time.
struct Disassembly {
    std::vector<CodeFunction> functions;
    std::string problem;
};
enum class SourceLines { with, without };
Disassembly disassemble(const std::string& file, const std::string& tool = "objdump",
                        SourceLines lines = SourceLines::with);
// The running program itself, read once.
const Disassembly& own_code();

// What the machine code of `function` in the running program holds. `function` is its name, as in
// names_function. No value when the program can't be read because objdump is absent; asm_problem() says so. A
// function that the compiler inlined everywhere or deleted has found = false. objdump runs once; later calls
// use what it said.
std::optional<CodeFacts> code_facts(std::string_view function);

// Why code_facts has no value, with the command that mends it; empty when it has.
std::string asm_problem();

// The functions that the lab's own source file `source` ("stride.cpp") and the headers in its folder defined and that
// are still functions in the running program, as text: per function its facts, then its instructions, loops marked by
// bars on the left and jump targets by labels. Those that a timed loop calls come first. main, the function that takes
// the Lab, and templates of other files are left out. When nothing is left, the timed loops themselves are shown: the
// work was inlined into them. On failure the text is asm_problem().
std::string asm_listing(std::string_view source);

// One function as text, in the form of asm_listing.
std::string listing(const CodeFunction& function);

}  // namespace lab

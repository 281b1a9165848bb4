// What a function's machine code holds: a loop, a load, a call inside the loop, a branch that takes part in
// the work.
//
// Contracts, barrier tests and labs such as deleted_loop ask these questions, because source code doesn't
// answer them: the compiler may have deleted the loop, lifted the call out of it, or made the branch into a
// conditional move.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/disassembly.hpp"

namespace lab {

// Each fact is about the machine code, not the source. "…_in_loop": in an instruction that can run again and
// again. Memory facts are about data; the function's own stack frame is `stack`.
struct CodeFacts {
    bool found = false;  // the function exists; if not, all else is false (inlined everywhere, or deleted)
    bool loop = false;   // an instruction that can be reached from itself
    bool load = false, load_in_loop = false;
    bool store = false, store_in_loop = false;
    bool stack = false,
         stack_in_loop = false;  // a spilled register: a store or load of the function's own frame
    bool call = false, call_in_loop = false;  // tail calls count
    bool conditional_jump = false;
    // A branch inside the work: a conditional jump in an innermost loop after which, taken or not, the loop
    // goes on. The jump that ends or repeats a loop is in every loop and doesn't count.
    bool conditional_jump_in_loop = false;
    bool vector = false, vector_in_loop = false;  // packed arithmetic
    bool atomic = false, atomic_in_loop = false;
    // How deep the loops are nested, and the loop of the deepest load: a sum that is repeated has its load at
    // depth 2; a sum that was made once and then multiplied has it at depth 1.
    std::size_t loop_depth = 0, load_depth = 0;
    std::size_t instructions = 0;  // padding not counted
};

// The facts that have a name in contracts and in print: "load" is CodeFacts::load, "load in_loop"
// load_in_loop.
struct NamedFact {
    std::string_view name;
    bool CodeFacts::*anywhere;
    bool CodeFacts::*in_loop;  // null: the fact is about the whole function
};
inline constexpr std::array<NamedFact, 8> named_facts{{
    {"loop", &CodeFacts::loop, nullptr},
    {"load", &CodeFacts::load, &CodeFacts::load_in_loop},
    {"store", &CodeFacts::store, &CodeFacts::store_in_loop},
    {"stack", &CodeFacts::stack, &CodeFacts::stack_in_loop},
    {"call", &CodeFacts::call, &CodeFacts::call_in_loop},
    {"conditional_jump", &CodeFacts::conditional_jump, &CodeFacts::conditional_jump_in_loop},
    {"vector", &CodeFacts::vector, &CodeFacts::vector_in_loop},
    {"atomic", &CodeFacts::atomic, &CodeFacts::atomic_in_loop},
}};

// The facts of one function, by following its jumps. Jumps through a register or a table are not followed: a
// loop that is closed only by one of those (an interpreter's switch) isn't seen.
CodeFacts code_facts(const CodeFunction& function);

// The facts of all functions in `code` that `name` names (names_function) together: a fact holds if it holds
// in one of them. found = false when there is none.
CodeFacts code_facts(const std::vector<CodeFunction>& code, std::string_view name);

// For each instruction of `function`, how many loops it stands in (0 = none). For printing.
std::vector<int> loop_depth(const CodeFunction& function);

// One line: "loop, load in loop, conditional jump, 14 instructions".
std::string describe(const CodeFacts& facts);

}  // namespace lab

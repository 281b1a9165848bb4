// Reads objdump's text into functions and instructions, so that other code can ask what the compiler really
// made.
//
// Pure: text in, data out. It knows x86-64 in Intel syntax (`objdump -M intel`) and aarch64, with or without
// the source lines of `objdump -l` and the relocations of `objdump -r`. asm.hpp runs objdump and calls this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

// One machine instruction and what it does, as far as these lessons need it.
struct Instruction {
    std::uint64_t address = 0;
    std::string mnemonic;  // with prefixes: "lock xadd"
    std::string operands;  // as objdump wrote them

    bool reads = false;        // loads data from memory
    bool writes = false;       // stores data to memory
    bool on_stack = false;     // that memory is the function's own stack frame: a spilled register, not data
    bool call = false;         // calls another function, or leaves into it by a jump (a tail call)
    bool jump = false;         // jumps, or may jump, to another instruction of this function
    bool conditional = false;  // a jump that depends on a condition
    bool ends = false;         // the next instruction isn't reached from here: return, plain jump, trap
    bool vector = false;       // packed arithmetic: several elements at once (moves and shuffles don't count)
    bool atomic = false;       // an atomic read-modify-write, or one half of one
    bool padding = false;      // does nothing: nop, landing pad
    std::optional<std::uint64_t> target;  // where a jump or a direct call goes
};

// One function of a program or an object file.
struct CodeFunction {
    std::string name;  // demangled, with arguments: "sum_every(unsigned long const*, unsigned long)"
    std::vector<std::string>
        sources;  // the files its lines come from, inlined code included; empty without -l
    std::vector<Instruction> instructions;
};

// All functions in `text`, in its order. Lines it can't read are passed over; no function gives an empty
// list. The machine is read from objdump's line "file format elf64-…"; without it the text counts as x86-64.
std::vector<CodeFunction> parse_disassembly(std::string_view text);

// Does `wanted` name the function `demangled`? Compared without return type, arguments, template arguments
// and the compiler's clone marks, from the end: "sum" and "ring::sum" both name "long ring::sum<int>(int)
// [clone .isra.0]". The cold part that a compiler splits off (".cold") is no function of its own and never
// matches.
bool names_function(std::string_view wanted, std::string_view demangled);

// The name without return type, arguments, template arguments and clone marks: "ring::sum".
std::string short_name(std::string_view demangled);

}  // namespace lab

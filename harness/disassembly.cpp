// Reads objdump's text line by line and sorts each instruction by its mnemonic and its operands.
#include "harness/disassembly.hpp"

#include "harness/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <initializer_list>

namespace lab {
namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
    return std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); });
}

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::optional<std::uint64_t> hex(std::string_view digits) {
    if (digits.starts_with("0x")) digits.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

// "401140 <f+0x10>" and "x1, 20 <f+0x20>  // b.any": the number before the symbol, after the last comma.
std::optional<std::uint64_t> jump_target(std::string_view operands) {
    operands = trimmed(operands.substr(0, std::min(operands.find('<'), operands.find("//"))));
    const auto comma = operands.find_last_of(", ");
    return hex(trimmed(comma == std::string_view::npos ? operands : operands.substr(comma + 1)));
}

// Functions that never come back: what stands behind such a call isn't reached from it.
bool never_returns(std::string_view symbol) {
    constexpr std::array names{"__throw_",       "__cxa_throw",           "__cxa_rethrow", "_Unwind_Resume",
                               "<abort",         "__stack_chk_fail",      "__assert_fail", "<exit",
                               "std::terminate", "__clang_call_terminate"};
    return std::ranges::any_of(names, [&](std::string_view name) { return contains(symbol, name); });
}

// ---------------------------------------------------------------------------------------------- x86-64

// Arithmetic on several elements at once. Left out on purpose, because scalar code uses them too: moves,
// shuffles, and the packed logic that clears a register or flips the sign of one double.
bool x86_vector(std::string_view name, std::string_view operands) {
    if (!contains(operands, "xmm") && !contains(operands, "ymm") && !contains(operands, "zmm")) return false;
    if (name.starts_with('v')) name.remove_prefix(1);
    if (starts_with_any(name, {"pxor", "xorps", "xorpd"})) return false;
    if (starts_with_any(
            name, {"padd", "psub", "pmul", "pmadd", "pand", "por", "pcmp", "pmin", "pmax", "pabs", "psll",
                   "psrl", "psra", "psad", "pavg", "pternlog", "pblend", "phadd", "pgather"}))
        return true;
    const bool packed_float = name.ends_with("ps") || name.ends_with("pd");
    return packed_float &&
           starts_with_any(name, {"add", "sub", "mul", "div", "min", "max", "sqrt", "fmadd", "fmsub",
                                  "fnmadd", "fnmsub", "cmp", "hadd", "round", "gather"});
}

void classify_x86(Instruction& it, std::string_view name, bool locked) {
    const std::string_view operands = it.operands;
    it.padding = starts_with_any(name, {"nop", "endbr"}) || (name == "xchg" && operands == "ax,ax");
    it.call = name == "call";
    it.jump = name.starts_with('j') || starts_with_any(name, {"loop"});
    it.conditional = it.jump && name != "jmp";
    it.ends = is_any(name, {"jmp", "ud2", "hlt", "int3"}) || name.starts_with("ret");
    it.vector = x86_vector(name, operands);
    if (it.padding || it.call || it.jump ||
        starts_with_any(name, {"lea", "prefetch", "clflush", "push", "pop"})) {
        // push and pop of a register use the stack only; push of memory is rare and loads an argument, not
        // data.
        return;
    }
    const auto first = operands.substr(0, operands.find(','));
    const auto is_memory = [](std::string_view text) {
        return contains(text, "[") || contains(text, " PTR ");
    };
    if (!is_memory(operands)) return;

    // Intel syntax writes the destination first. In front, memory is stored to, read, or both, by
    // instruction.
    const bool destination = is_memory(first);
    const auto plain = name.starts_with('v') ? name.substr(1) : name;
    const bool only_stores =
        starts_with_any(plain, {"mov", "set", "stos", "pextr", "extract", "fst", "fnst", "fist", "stmxcsr"});
    const bool only_reads = starts_with_any(name, {"cmp", "test", "ucomis", "comis", "div", "idiv", "mul",
                                                   "imul", "ldmxcsr", "scas", "lods"}) ||
                            name == "bt" || (name.starts_with('f') && !only_stores);
    const bool exchange = starts_with_any(name, {"cmpxchg"});
    it.reads = !destination || !only_stores || name == "movs";
    it.writes = destination && (!only_reads || exchange);
    it.on_stack =
        contains(operands, "[rsp") || contains(operands, "fs:0x28");  // the latter: the stack's guard word
    it.atomic = locked || (name == "xchg" && destination) || (name == "xchg" && contains(operands, "["));
    if (name == "xchg") it.reads = it.writes = true;
}

// ---------------------------------------------------------------------------------------------- aarch64

// The library's functions want no negative number, and a byte of UTF-8 is one.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// v3.2d or v0.16b, the vector form of a register: "v", digits, ".", an optional count, one of b h s d.
bool names_vector_register(std::string_view operands) {
    for (std::size_t i = 0; i + 3 < operands.size(); ++i) {
        if ((operands[i] != 'v' && operands[i] != 'z') || (i > 0 && is_letter_or_digit(operands[i - 1])))
            continue;
        std::size_t k = i + 1;
        while (k < operands.size() && is_digit(operands[k])) ++k;
        if (k > i + 1 && k < operands.size() && operands[k] == '.') return true;
    }
    return false;
}

void classify_aarch64(Instruction& it) {
    const std::string_view name = it.mnemonic;
    const std::string_view operands = it.operands;
    it.padding = is_any(name, {"nop", "bti", "hint", "paciasp", "autiasp"});
    it.call = starts_with_any(name, {"bl"}) && !starts_with_any(name, {"ble", "blt", "bls"});
    it.conditional = name.starts_with("b.") || is_any(name, {"cbz", "cbnz", "tbz", "tbnz"});
    it.jump = it.conditional || is_any(name, {"b", "br", "braa", "brab"});
    it.ends = (it.jump && !it.conditional) || starts_with_any(name, {"ret", "brk", "udf", "eret"});
    it.vector = names_vector_register(operands) &&
                !starts_with_any(name, {"mov", "mvn", "fmov", "dup", "umov", "smov", "ins", "ext", "ld", "st",
                                        "zip", "uzp", "trn", "rev", "tbl"});
    if (it.padding || it.call || it.jump || !contains(operands, "[")) {
        it.atomic = it.call && contains(operands, "<__aarch64_");  // the compiler's out-of-line atomics
        return;
    }
    // An atomic of ARMv8.1 does both; the exclusive load and store of ARMv8.0 are its two halves.
    const bool update =
        starts_with_any(name, {"ldadd", "ldclr", "ldset", "ldeor", "ldsmax", "ldsmin", "ldumax", "ldumin",
                               "swp", "cas", "stadd", "stclr", "stset", "steor"});
    it.reads = update || name.starts_with("ld");
    it.writes = update || name.starts_with("st");
    it.on_stack = contains(operands, "[sp") || contains(operands, "[x29");
    it.atomic =
        update || starts_with_any(name, {"ldxr", "ldaxr", "stxr", "stlxr", "ldxp", "ldaxp", "stxp", "stlxp"});
}

// ---------------------------------------------------------------------------------------------- lines

Instruction parse_instruction(std::uint64_t address, std::string_view text, bool aarch64) {
    Instruction it;
    it.address = address;
    auto rest = trimmed(text);
    std::string_view word;
    bool locked = false;
    do {  // "lock xadd", "notrack jmp", "data16 cs nop": prefixes are words of their own
        const auto space = rest.find_first_of(" \t");
        word = rest.substr(0, space);
        rest = space == std::string_view::npos ? std::string_view{} : trimmed(rest.substr(space));
        if (!it.mnemonic.empty()) it.mnemonic += ' ';
        it.mnemonic += word;
        locked = locked || word == "lock";
    } while (!aarch64 && !rest.empty() &&
             is_any(word, {"lock", "rep", "repz", "repnz", "notrack", "bnd", "data16", "cs", "ds", "es", "ss",
                           "gs", "xacquire", "xrelease", "addr32"}));
    it.operands = rest;
    if (aarch64) {
        classify_aarch64(it);
    } else {
        classify_x86(it, word, locked);
    }
    if (it.jump || it.call) it.target = jump_target(it.operands);
    if (it.call && never_returns(it.operands)) it.ends = true;
    return it;
}

bool is_relocation(std::string_view line) {
    return contains(line, ": R_X86_64_") || contains(line, ": R_AARCH64_");
}

// "a5: R_X86_64_PLT32\text(int)-0x4": in an object file the address of a jump or call isn't filled in yet.
// The symbol in the relocation is the real target, and it is another function.
void relocate(Instruction& it, std::string_view line, bool aarch64) {
    if (!it.jump && !it.call) return;
    if (it.jump && !it.conditional) it.call = true;
    it.jump = false;
    it.target.reset();
    it.operands = "<" + std::string(trimmed(line.substr(line.find_last_of('\t') + 1))) + ">";
    if (never_returns(it.operands)) it.ends = true;
    if (aarch64 && contains(it.operands, "<__aarch64_")) it.atomic = true;
}

// A jump out of the function isn't a jump of this function: a plain one is a tail call, a conditional one
// goes to the part that the compiler put elsewhere (".cold").
void settle_jumps(CodeFunction& function) {
    auto& code = function.instructions;
    if (code.empty()) return;
    const auto first = code.front().address;
    const auto last = code.back().address;
    // With a frame pointer, rbp names the frame; without one it is a register like any other.
    const bool framed = std::ranges::any_of(
        code, [](const Instruction& it) { return it.mnemonic == "mov" && it.operands == "rbp,rsp"; });
    for (auto& it : code) {
        if (framed && contains(it.operands, "[rbp")) it.on_stack = true;
        if (!it.jump || !it.target) continue;
        if (*it.target < first || *it.target > last) {
            it.jump = false;
            if (!it.conditional) it.call = true;
            it.target.reset();
        }
    }
}

}  // namespace

std::vector<CodeFunction> parse_disassembly(std::string_view text) {
    std::vector<CodeFunction> functions;
    bool aarch64 = false;
    while (!text.empty()) {
        const auto newline = text.find('\n');
        const auto line = text.substr(0, newline);
        text = newline == std::string_view::npos ? std::string_view{} : text.substr(newline + 1);

        if (contains(line, "file format elf")) {
            aarch64 = contains(line, "aarch64");
        } else if (line.ends_with(">:") && contains(line, " <")) {  // 0000000000401136 <sum(int)>:
            const auto open = line.find(" <");
            if (!hex(line.substr(0, open))) continue;
            functions.push_back({std::string(line.substr(open + 2, line.size() - open - 4)), {}, {}});
        } else if (functions.empty()) {
            continue;
        } else if (const auto rest = trimmed(line); line.starts_with(' ')) {  // "  401136:\tpush   rbp"
            auto& function = functions.back();
            const auto colon = rest.find(':');
            if (colon == std::string_view::npos) continue;
            const auto address = hex(rest.substr(0, colon));
            const auto instruction = trimmed(rest.substr(colon + 1));
            if (!address || instruction.empty()) continue;
            // With -w, objdump puts the relocation behind the instruction: cut before its address.
            const bool relocated = is_relocation(instruction);
            const auto tab = relocated ? instruction.rfind('\t', instruction.find(": R_")) : instruction.npos;
            function.instructions.push_back(
                parse_instruction(*address, trimmed(instruction.substr(0, tab)), aarch64));
            if (relocated) relocate(function.instructions.back(), instruction, aarch64);
        } else if (is_relocation(line) && !functions.back().instructions.empty()) {  // a line of its own
            relocate(functions.back().instructions.back(), line, aarch64);
        } else {  // "/home/me/stride.cpp:12", perhaps with "(discriminator 2)" behind it
            const auto colon = rest.rfind(':');
            if (colon == std::string_view::npos || colon + 1 >= rest.size() || !is_digit(rest[colon + 1]))
                continue;
            auto& sources = functions.back().sources;
            const auto file = rest.substr(0, colon);
            if (std::ranges::find(sources, file) == sources.end()) sources.emplace_back(file);
        }
    }
    for (auto& function : functions) settle_jumps(function);
    return functions;
}

std::string short_name(std::string_view demangled) {
    demangled = demangled.substr(0, demangled.find(" [clone"));
    // Cut what stands in brackets of any kind, but keep "(anonymous namespace)" and "operator()" readable.
    std::string name;
    int depth = 0;
    for (std::size_t i = 0; i < demangled.size(); ++i) {
        const auto rest = demangled.substr(i);
        if (depth == 0 && rest.starts_with("(anonymous namespace)")) {
            name += "(anonymous namespace)";
            i += std::string_view("(anonymous namespace)").size() - 1;
        } else if (depth == 0 && rest.starts_with("operator")) {
            name += "operator";
            i += std::string_view("operator").size() - 1;
            while (i + 1 < demangled.size() && contains("()<>=+-*/%&|^!~[],", demangled.substr(i + 1, 1)) &&
                   !(demangled[i + 1] == '(' && demangled.substr(i + 1, 2) != "()"))
                name += demangled[++i];
        } else if (demangled[i] == '(' || demangled[i] == '<') {
            if (depth == 0 && demangled[i] == '(')
                break;  // the arguments; what follows is "const" and the like
            ++depth;
        } else if (demangled[i] == ')' || demangled[i] == '>') {
            --depth;
        } else if (depth == 0 && demangled[i] == ' ') {
            name.clear();  // so far it was the return type
        } else if (depth == 0) {
            name += demangled[i];
        }
    }
    const auto dot = name.find('.');  // C names keep their clone marks: "sum.constprop.0"
    return name.substr(0, dot);
}

bool names_function(std::string_view wanted, std::string_view demangled) {
    if (contains(demangled, ".cold")) return false;
    const auto name = short_name(demangled);
    if (!name.ends_with(wanted)) return false;
    return name.size() == wanted.size() ||
           (name.size() > wanted.size() + 1 &&
            std::string_view(name).substr(0, name.size() - wanted.size()).ends_with("::"));
}

}  // namespace lab

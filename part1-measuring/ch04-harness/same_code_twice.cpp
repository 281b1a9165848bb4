// Same code twice: one loop, written in several places, is not always one speed.
#include "harness/lab.hpp"

#include "harness/asm.hpp"

#include <numeric>
#include <span>

namespace {

using Words = std::span<const std::uint64_t>;

// The same loop three times. Each stands at its own address, and begins somewhere else in its 64-byte line.
[[gnu::noinline]] std::uint64_t copy_a(Words words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    return total;
}

[[gnu::noinline]] std::uint64_t copy_b(Words words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    asm volatile("# this comment keeps the linker's and the compiler's hands off: two functions, not one"
                 : "+r"(total));
    return total;
}

[[gnu::noinline]] std::uint64_t shared(Words words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    asm volatile("# and this one keeps the third apart" : "+r"(total));
    return total;
}

// Where the innermost loop of a function starts, and its instructions as text.
struct Loop {
    bool found = false;
    std::uint64_t offset_in_line = 0;
    std::string code;
};

Loop loop_of(const std::vector<lab::CodeFunction>& program, const std::string& name) {
    Loop loop;
    for (const auto& function : program) {
        if (!lab::names_function(name, function.name)) continue;
        const auto depth = lab::loop_depth(function);
        for (std::size_t i = 0; i < depth.size(); ++i) {
            if (depth[i] == 0) continue;
            const auto& instruction = function.instructions[i];
            if (!loop.found) loop.offset_in_line = instruction.address % 64;
            loop.found = true;
            // A jump's target is an address, so it differs in each copy: its mnemonic is enough.
            loop.code += instruction.mnemonic + (instruction.jump ? "" : " " + instruction.operands) + '\n';
        }
    }
    return loop;
}

void same_code_twice(lab::Lab& lab) {
    const auto count = lab.option(
        "words", {.full = 2048, .quick = 2048, .least = 64, .most = lab::Mi(64), .what = "numbers to sum"});
    lab.predict("b_over_a", "time of the second copy over the first", lab::ratio);
    lab.begin();

    auto words = lab::touched<std::uint64_t>(count);
    std::iota(words.begin(), words.end(), std::uint64_t{0});
    const auto answer = count * (count - 1) / 2;
    const lab::Work about{.items = static_cast<double>(count),
                          .bytes = 8.0 * static_cast<double>(count),
                          .expect = answer,
                          .change = lab::toggle(words[0], answer)};
    lab.measure("copy_a", about, [&words] { return copy_a(words); });
    lab.measure("copy_b", about, [&words] { return copy_b(words); });
    lab.measure("shared_1", about, [&words] { return shared(words); });
    lab.measure("shared_2", about, [&words] { return shared(words); });
    lab.run();

    const auto& program = lab::own_code();
    lab::Table table{
        "the loops", {"function", "starts at byte of its line", "same instructions as copy_a"}, {}};
    const auto first = loop_of(program.functions, "copy_a");
    for (const std::string name : {"copy_a", "copy_b", "shared"}) {
        const auto loop = loop_of(program.functions, name);
        table.rows.push_back({name, loop.found ? std::to_string(loop.offset_in_line) : "unknown",
                              !loop.found || !first.found ? "unknown"
                              : loop.code == first.code   ? "yes"
                                                          : "no"});
    }
    lab.table(table);
    if (!program.problem.empty()) lab.note(program.problem);

    const auto b_over_a = lab.time("copy_b") / lab.time("copy_a");
    const auto same = lab.time("shared_2") / lab.time("shared_1");
    lab.answer("b_over_a", b_over_a);
    lab.note("Two copies: " + b_over_a.text() + ". One function called twice: " + same.text() +
             ". A small spread says that a number is repeatable. It does not say that it is right.");
    lab.claim({.text = "one function, measured twice under two names, takes the same time",
               .at_least = 0.97,
               .at_most = 1.03,
               .causes = {"another program disturbed the run: look at 'rounds' above"}},
              same);
    lab.claim({.text = "the same loop at two addresses takes the same time",
               .at_least = 0.97,
               .at_most = 1.03,
               .causes = {"the loop starts elsewhere in its line: compare the table of loops; this is what "
                          "the lab is about",
                          "the instructions differ: look with --asm"}},
              b_over_a);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "same_code_twice",
                         .question = "Does the same loop take the same time wherever it stands?",
                         .axis = "function",
                         .item = "word",
                         .seconds = 8},
                        same_code_twice);
}

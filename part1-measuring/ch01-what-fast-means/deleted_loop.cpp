// The deleted loop: a benchmark that measured nothing, and the check that notices.
#include "harness/lab.hpp"

#include "evidence.hpp"
#include "harness/asm.hpp"
#include "part1-measuring/in_words.hpp"
#include "seven_loops.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace {

constexpr std::uint64_t right_sum = 4095 * 4096 / 2;  // 0 + 1 + … + 4095 = 8,386,560

// A long loop whose result nobody uses, and the same loop with a result that somebody uses.
[[gnu::noinline]] std::uint64_t xorshift_unused(std::uint64_t seed, std::uint64_t steps) {
    lab::Xorshift64 generator{seed};
    for (std::uint64_t i = 0; i < steps; ++i) generator.next();
    return seed;
}

[[gnu::noinline]] std::uint64_t xorshift_kept(std::uint64_t seed, std::uint64_t steps) {
    lab::Xorshift64 generator{seed};
    for (std::uint64_t i = 0; i < steps; ++i) generator.next();
    return generator.state;
}

void deleted_loop(lab::Lab& lab) {
    const auto steps = lab.option(
        "steps",
        {.full = 200'000'000, .quick = 5'000'000, .least = 1000, .what = "steps of the xorshift loop"});
    lab.predict("xorshift_kept", "time of " + in_words(steps) + " steps whose result is used", lab::s);
    lab.predict("sum_barrier_both", "time of one sum of 4096 numbers that really runs", lab::us);
    lab.begin();

    // Both halves are lies told by the compiler in good faith: nobody asked for the work, so it left it out. What is
    // left is so short that one page fault, or another program, can fill it: those checks may fire as well.
    const std::vector<std::string> deleted{"possible", "scales", "clock", "faults", "alone"};
    const auto end_of = [steps](std::uint64_t seed) {
        lab::Xorshift64 generator{seed};
        for (std::uint64_t i = 0; i < steps; ++i) generator.next();
        return generator.state;
    };
    std::uint64_t seed = lab::Xorshift64{}.state;  // 88172645463325252
    const std::uint64_t ends[] = {end_of(seed), end_of(seed ^ 1U)};
    const auto kept_answer = [&] {
        seed ^= 1U;
        return ends[seed & 1U];
    };
    const auto floor =
        3.0 * static_cast<double>(steps);  // three shift-and-xor pairs a step, each needs the one before
    lab.measure("xorshift_unused",
                {.items = static_cast<double>(steps),
                 .steps = floor,
                 .expect = seed,
                 .change = [&] { return seed ^= 1U; },
                 .lie = deleted},
                [&, steps] { return xorshift_unused(seed, steps); });
    lab.measure(
        "xorshift_kept",
        {.items = static_cast<double>(steps), .steps = floor, .expect = ends[0], .change = kept_answer},
        [&, steps] { return xorshift_kept(seed, steps); });

    auto words = lab::touched<std::uint64_t>(4096);
    std::iota(words.begin(), words.end(), std::uint64_t{0});
    for (const auto& loop : loops)
        lab.measure(std::string(loop.name),
                    {.bytes = 8.0 * 4096,
                     .expect = right_sum,
                     .change = lab::toggle(words[0], right_sum),
                     .lie = loop.emptied == Emptied::no ? std::vector<std::string>{} : deleted,
                     .lie_may_be_true = loop.emptied == Emptied::perhaps},
                    [&words, run = loop.run](lab::Repeats k) {
                        return run(words.span(), k.count, right_sum + words[0]);
                    });
    lab.run();

    lab.answer("xorshift_kept", lab.time("xorshift_kept"));
    lab.answer("sum_barrier_both", lab.time("barrier_both"));
    lab::Table table{"the total of 1000 sums, and what the machine code holds",
                     {"variant", "total", "cycles per call", "loop", "load in it", "call in it", "caught by"},
                     {}};
    words[0] = 0;  // `change` may have left a 1 there
    bool all_right = true;
    for (const auto& point : lab.data().points) {
        if (!point.summary) continue;
        const auto loop = std::ranges::find(loops, point.name, &Loop::name);
        const auto total = loop == std::end(loops) ? 0 : loop->run(words.span(), 1000, right_sum);
        all_right = all_right && (loop == std::end(loops) || total == 1000 * right_sum);
        table.rows.push_back(
            evidence(point, lab.ghz(), loop == std::end(loops) ? "-" : std::to_string(total)));
    }
    lab.table(table);
    lab.note(all_right ? "Every total is right, 1000 x 8386560, also in the rows that did nothing: a correct "
                         "result does not prove that the work ran every time."
                       : "A total is wrong: it should be 1000 x 8386560.");
    if (!lab::asm_problem().empty()) lab.note(lab::asm_problem());
}

std::vector<lab::Variant> variants() {
    std::vector<lab::Variant> all{
        {"xorshift_unused", "the steps of a random number generator, result thrown away"},
        {"xorshift_kept", "the same steps, result used"}};
    for (const auto& loop : loops) all.push_back({std::string(loop.name), std::string(loop.what)});
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "deleted_loop",
                         .question = "Did the benchmark run the work that it timed?",
                         .item = "step or sum",
                         .variants = variants(),
                         .seconds = 15},
                        deleted_loop);
}

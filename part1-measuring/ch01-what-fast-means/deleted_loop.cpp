// The deleted loop: a benchmark that measured nothing, and the check that notices.
#include "harness/lab.hpp"

#include "harness/asm.hpp"

#include <numeric>
#include <span>

namespace {

using Words = std::span<const std::uint64_t>;
constexpr std::uint64_t right_sum = 4095 * 4096 / 2;  // 0 + 1 + … + 4095 = 8,386,560

// ---- a long loop whose result nobody uses ------------------------------------------------------------------------

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

// ---- the sum of 4,096 numbers, many times: seven ways to write the loop around it ---------------------------------

inline std::uint64_t sum(Words words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    return total;
}

// Pure: the same input gives the same answer. The compiler may call it once and multiply.
[[gnu::noinline, gnu::pure]] std::uint64_t sum_outlined(Words words) { return sum(words); }

// Nobody looks at the sums. The total it returns comes from one sum made before.
[[gnu::noinline]] std::uint64_t unused(Words words, std::uint64_t calls, std::uint64_t once) {
    for (std::uint64_t i = 0; i < calls; ++i) [[maybe_unused]] const auto nobody_looks = sum(words);
    return calls * once;
}

[[gnu::noinline]] std::uint64_t printed(Words words, std::uint64_t calls, std::uint64_t) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) total += sum(words);
    return total;
}

[[gnu::noinline]] std::uint64_t outlined(Words words, std::uint64_t calls, std::uint64_t) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) total += sum_outlined(words);
    return total;
}

[[gnu::noinline]] std::uint64_t volatile_sink(Words words, std::uint64_t calls, std::uint64_t) {
    volatile std::uint64_t sink = 0;
    for (std::uint64_t i = 0; i < calls; ++i) sink = sum(words);
    return calls * sink;
}

[[gnu::noinline]] std::uint64_t barrier_output(Words words, std::uint64_t calls, std::uint64_t) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) {
        const auto result = sum(words);
        lab::keep(result);
        total += result;
    }
    return total;
}

[[gnu::noinline]] std::uint64_t barrier_input(Words words, std::uint64_t calls, std::uint64_t once) {
    const auto* data = words.data();
    for (std::uint64_t i = 0; i < calls; ++i) {
        lab::hide(data);
        [[maybe_unused]] const auto nobody_looks = sum({data, words.size()});
    }
    return calls * once;
}

[[gnu::noinline]] std::uint64_t barrier_both(Words words, std::uint64_t calls, std::uint64_t) {
    const auto* data = words.data();
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) {
        lab::hide(data);
        const auto result = sum({data, words.size()});
        lab::keep(result);
        total += result;
    }
    return total;
}

// What stands in the machine code, and which checks refused the row.
std::vector<std::string> evidence(const lab::Point& point, double ghz) {
    const auto code = lab::code_facts(point.name);
    const auto fact = [&](bool lab::CodeFacts::*member) {
        return std::string(!code || !code->found ? "unknown" : (*code).*member ? "yes" : "no");
    };
    std::string caught;
    for (const auto& verdict : point.verdicts)
        if (verdict.outcome == lab::Outcome::refused) caught += (caught.empty() ? "" : ", ") + verdict.check;
    // The sums must load in a loop; the xorshift steps need only the loop.
    const bool works = code && (point.subject->owns_loop() ? code->load_in_loop || code->call_in_loop : code->loop);
    if (code && code->found && !works) caught += caught.empty() ? "code" : ", code";
    return {point.name, lab::show(point.best_ns_per_call * ghz, lab::Kind::count), fact(&lab::CodeFacts::loop),
            fact(&lab::CodeFacts::load_in_loop), fact(&lab::CodeFacts::call_in_loop), caught.empty() ? "nothing: it ran" : caught};
}

void deleted_loop(lab::Lab& lab) {
    const auto steps = lab.option("steps", {.full = 200'000'000, .quick = 5'000'000, .least = 1000,
                                            .what = "steps of the xorshift loop"});
    lab.predict("xorshift_kept", "time of 200 million steps whose result is used", lab::s);
    lab.predict("sum_barrier_both", "time of one sum of 4096 numbers that really runs", lab::us);
    lab.begin();

    // Both halves are lies told by the compiler in good faith: nobody asked for the work, so it left it out.
    const std::vector<std::string> deleted{"possible", "scales", "clock"};
    const auto end_of = [steps](std::uint64_t seed) {
        lab::Xorshift64 generator{seed};
        for (std::uint64_t i = 0; i < steps; ++i) generator.next();
        return generator.state;
    };
    std::uint64_t seed = 88172645463325252;
    const std::uint64_t ends[] = {end_of(seed), end_of(seed ^ 1U)};
    const auto kept_answer = [&] { seed ^= 1U; return ends[seed & 1U]; };
    const auto floor = 3.0 * static_cast<double>(steps);  // three shift-and-xor pairs a step, each needs the one before
    lab.measure("xorshift_unused",
                {.items = static_cast<double>(steps), .steps = floor, .expect = seed,
                 .change = [&] { return seed ^= 1U; }, .lie = deleted},
                [&, steps] { return xorshift_unused(seed, steps); });
    lab.measure("xorshift_kept",
                {.items = static_cast<double>(steps), .steps = floor, .expect = ends[0], .change = kept_answer},
                [&, steps] { return xorshift_kept(seed, steps); });

    auto words = lab::touched<std::uint64_t>(4096);
    std::iota(words.begin(), words.end(), std::uint64_t{0});
    const auto add = [&](const char* name, auto loop, std::vector<std::string> lie, bool may_run) {
        lab.measure(name,
                    {.bytes = 8.0 * 4096, .expect = right_sum,
                     .change = [&words] { words[0] ^= 1U; return right_sum + words[0]; },
                     .lie = std::move(lie), .lie_may_be_true = may_run},
                    [&words, loop](lab::Repeats k) { return loop(words.span(), k.count, right_sum + words[0]); });
    };
    add("unused", [](Words in, std::uint64_t k, std::uint64_t known) { return unused(in, k, known); }, deleted, false);
    add("printed", [](Words in, std::uint64_t k, std::uint64_t known) { return printed(in, k, known); }, deleted, true);
    add("outlined", [](Words in, std::uint64_t k, std::uint64_t known) { return outlined(in, k, known); }, deleted, true);
    add("volatile_sink", [](Words in, std::uint64_t k, std::uint64_t known) { return volatile_sink(in, k, known); }, deleted, true);
    add("barrier_output", [](Words in, std::uint64_t k, std::uint64_t known) { return barrier_output(in, k, known); }, deleted, true);
    add("barrier_input", [](Words in, std::uint64_t k, std::uint64_t known) { return barrier_input(in, k, known); }, deleted, true);
    add("barrier_both", [](Words in, std::uint64_t k, std::uint64_t known) { return barrier_both(in, k, known); }, {}, false);
    lab.run();

    lab.answer("xorshift_kept", lab.time("xorshift_kept"));
    lab.answer("sum_barrier_both", lab.time("barrier_both"));
    lab::Table table{"what the machine code holds", {"variant", "cycles per call", "loop", "load in it", "call in it", "caught by"}, {}};
    for (const auto& point : lab.data().points)
        if (point.summary) table.rows.push_back(evidence(point, lab.ghz().number.value_or(0)));
    lab.table(table);
    lab.note("Every total was right, also those of the rows that did nothing: a correct result does not prove that the "
             "work ran every time.");
    if (!lab::asm_problem().empty()) lab.note(lab::asm_problem());
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "deleted_loop",
                         .question = "Did the benchmark run the work that it timed?",
                         .item = "step or sum",
                         .variants = {{"xorshift_unused", "200 million steps, result thrown away"},
                                      {"xorshift_kept", "200 million steps, result used"},
                                      {"unused", "sums that nobody looks at"},
                                      {"printed", "sums added up and returned"},
                                      {"outlined", "the same, by a pure function that is not inlined"},
                                      {"volatile_sink", "each sum stored in a volatile variable"},
                                      {"barrier_output", "each sum kept, its input visible"},
                                      {"barrier_input", "the input hidden, the sum not kept"},
                                      {"barrier_both", "the input hidden and the sum kept"}},
                         .seconds = 15},
                        deleted_loop);
}

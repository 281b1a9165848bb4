// Branchy against branchless: what a branch costs that the processor cannot guess.
#include "harness/lab.hpp"

#include "counted.hpp"
#include "misprediction.hpp"

#include <array>
#include <span>
#include <string>

namespace {

constexpr unsigned threshold = 128;
using Bytes = std::span<const std::uint8_t>;

// The empty asm statement in the taken arm is nothing to the processor, but the compiler can neither turn the arm into
// a conditional move nor into vector code: the jump stays.
[[gnu::noinline]] std::uint64_t sum_branchy(Bytes data) {
    std::uint64_t sum = 0;
    for (const std::uint64_t byte : data)
        if (byte > threshold) {
            asm volatile("" : "+r"(sum));
            sum += byte;
        }
    return sum;
}

// The mask is all ones or all zeros. It is hidden from the compiler, which would else use vectors: then the ratio
// would measure those.
[[gnu::noinline]] std::uint64_t sum_branchless(Bytes data) {
    std::uint64_t sum = 0;
    for (const std::uint64_t byte : data) {
        auto mask = std::uint64_t{0} - static_cast<std::uint64_t>(byte > threshold);
        lab::hide(mask);
        sum += byte & mask;
    }
    return sum;
}

// What one would write. The compiler makes of it what it likes.
[[gnu::noinline]] std::uint64_t sum_as_compiled(Bytes data) {
    std::uint64_t sum = 0;
    for (const std::uint64_t byte : data)
        if (byte > threshold) sum += byte;
    return sum;
}

using Counts = std::array<std::uint64_t, 256>;

void fill_random(std::span<std::uint8_t> data, std::uint64_t seed) {
    lab::Random random(seed);
    for (std::size_t i = 0; i < data.size();)
        for (auto bits = random.next(), k = std::uint64_t{0}; k < 8 && i < data.size(); ++k, bits >>= 8U)
            data[i++] = static_cast<std::uint8_t>(bits);
}

Counts count_values(Bytes data) {
    Counts counts{};
    for (const auto byte : data) ++counts[byte];
    return counts;
}

void fill_sorted(std::span<std::uint8_t> data, const Counts& counts) {
    std::size_t at = 0;
    for (std::size_t value = 0; value < counts.size(); ++value)
        for (std::uint64_t i = 0; i < counts[value]; ++i) data[at++] = static_cast<std::uint8_t>(value);
}

void branch(lab::Lab& lab) {
    // A predictor of today learns some ten thousand outcomes by heart: the data must be much longer.
    const auto count = lab.option(
        "bytes", {.full = 100'000'000, .quick = 10'000'000, .least = 1'000'000, .what = "random bytes"});
    lab.predict("random_over_sorted",
                "how many times longer the branchy sum takes on random data than on sorted", lab::ratio);
    lab.predict("branchy_random_per_byte", "time per byte of the branchy sum on random data", lab::ns);
    lab.predict("misprediction_cycles", "cost of one misprediction", lab::cycles);
    lab.begin();
    lab.count_events();

    auto random = lab::touched<std::uint8_t>(count);
    auto sorted = lab::touched<std::uint8_t>(count);
    fill_random(random, lab.seed());
    random[0] = 0;  // `change` makes it 255, so that the answer must move
    const auto counts = count_values(random);
    fill_sorted(sorted, counts);

    // From the histogram: no loop over the data looks like the ones measured.
    std::uint64_t answer = 0;
    for (std::uint64_t value = threshold + 1; value < counts.size(); ++value) answer += value * counts[value];

    const auto add = [&](const char* name, lab::Touched<std::uint8_t>& data, auto sum) {
        const auto worth = [](std::uint64_t byte) { return byte > threshold ? byte : 0; };
        const auto rest = answer - worth(data[0]);
        const auto size = static_cast<double>(count);
        lab.measure(name,
                    {.items = size,
                     .bytes = size,
                     .expect = answer,
                     .change =
                         [&data, worth, rest] {
                             data[0] ^= 0xFFU;
                             return rest + worth(data[0]);
                         }},
                    [&data, sum] { return sum(data); });
    };
    // The functions are named inside closures: handed over as pointers, they would be called through them.
    add("branchy_random", random, [](Bytes data) { return sum_branchy(data); });
    add("branchy_sorted", sorted, [](Bytes data) { return sum_branchy(data); });
    add("branchless_random", random, [](Bytes data) { return sum_branchless(data); });
    add("as_compiled_random", random, [](Bytes data) { return sum_as_compiled(data); });
    add("as_compiled_sorted", sorted, [](Bytes data) { return sum_as_compiled(data); });
    lab.run();

    const auto random_over_sorted = lab.time("branchy_random") / lab.time("branchy_sorted");
    const auto cost = misprediction_cost(lab, random_over_sorted, static_cast<double>(count));
    const auto ghz = lab.ghz();
    const bool told = cost.ns.number || !cost.ns.rounds.empty();
    // Without the clock there are no cycles; where the cost itself can't be told, that is the reason to give.
    const auto cycles = ghz.number ? lab::as(cost.ns * *ghz.number, lab::Kind::count)
                        : told     ? ghz
                                   : lab::as(cost.ns, lab::Kind::count);
    lab.answer("random_over_sorted", random_over_sorted);
    lab.answer("branchy_random_per_byte", lab.per_item("branchy_random"));
    lab.answer("misprediction_cycles", cycles);
    lab.note(told ? "One misprediction, implied by the difference and by " +
                        lab::show(cost.share * 100, lab::Kind::percent) + " mispredictions a byte" +
                        (cost.counted ? ", as counted: " : ": ") + cost.ns.text() + ", or " + cycles.text() +
                        " cycles."
                  : "The cost of one misprediction can't be told: " + cost.ns.text() + '.');
    const auto events = counted(lab.data());
    if (!events.table.rows.empty()) lab.table(events.table);
    for (const auto& why : events.missing)
        lab.note("Hardware counters: " + why +
                 (events.table.rows.empty() ? ". Where there are some, ./lab run branch shows them." : "."));

    const auto too_smart = std::string("the predictor remembers the data: raise --bytes");
    lab.claim(
        {.text = "a branch on random data costs several times one on sorted data",
         .at_least = 2,
         .causes = {"the jump is gone: look with --asm for a conditional jump in sum_branchy", too_smart}},
        random_over_sorted);
    lab.claim(
        {.text = "without the branch random data is cheap again",
         .at_least = 2,
         .causes = {"the jump is gone: look with --asm for a conditional jump in sum_branchy", too_smart}},
        lab.time("branchy_random") / lab.time("branchless_random"));
    const auto plain = lab.time("as_compiled_random") / lab.time("as_compiled_sorted");
    if (plain.number)
        lab.note(*plain.number < 1.2 ? "The plain source shows no difference (" + plain.text() +
                                           "): the compiler used a conditional move or "
                                           "vectors. Look with --asm."
                                     : "The plain source shows the difference too (" + plain.text() +
                                           "): the compiler kept the jump.");
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "branch",
                         .question = "What does a branch cost that the processor cannot guess?",
                         .item = "byte",
                         .variants = {{"branchy_random", "a conditional jump for each byte, random data"},
                                      {"branchy_sorted", "the same code on the same bytes, sorted"},
                                      {"branchless_random", "a mask instead of the jump, random data"},
                                      {"as_compiled_random", "the plain source, random data"},
                                      {"as_compiled_sorted", "the plain source, sorted data"}}},
                        branch);
}

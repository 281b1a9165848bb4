// Below the clock: how to time something that is shorter than the reading of the clock.
#include "harness/lab.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace {

// Each operation feeds the next one, so that k of them take k times its latency.
[[gnu::noinline]] std::uint64_t add(std::uint64_t k, std::uint64_t one) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < k; ++i) {
        sum += one;
        lab::hide(sum);
    }
    return sum;
}

// 2 is where sqrt(2 x) stays: the value does not run away, and it is not one of the easy cases 0 and 1.
[[gnu::noinline]] std::uint64_t root(std::uint64_t k, double x) {
    for (std::uint64_t i = 0; i < k; ++i) {
        x = std::sqrt(2 * x);
        lab::hide(x);
    }
    return k * static_cast<std::uint64_t>(x);
}

struct Ring {
    Ring* next;
    std::uint64_t value;
};

[[gnu::noinline]] std::uint64_t load(std::uint64_t k, const Ring* at) {
    for (std::uint64_t i = 0; i < k; ++i) at = at->next;
    return k * at->value;
}

// The loop around them with nothing in it.
[[gnu::noinline]] std::uint64_t nothing(std::uint64_t k, std::uint64_t one) {
    for (std::uint64_t i = 0; i < k; ++i) lab::hide(one);
    return k * one;
}

void below_the_clock(lab::Lab& lab) {
    lab.predict("add_single", "time of one add, timed alone", lab::ns);
    lab.predict("add_batched", "time of one add, timed in a batch and divided", lab::ns);
    lab.begin();

    std::uint64_t one = 1;
    double two = 2;
    Ring ring{&ring, 1};
    // Timed one by one, each row mostly times the clock: the clock check is the subject.
    const auto row = [&](const std::string& name, lab::Work work, auto operation) {
        lab.measure(name + "_batched", work, [operation](lab::Repeats k) { return operation(k.count); });
        work.single_calls = true;
        work.lie = {"clock"};
        lab.measure(name + "_single", work, [operation] { return operation(1); });
    };
    const auto change_one = [&one] {
        one ^= 3U;
        return one;
    };
    row("add", {.steps = 1, .expect = 1, .change = change_one},
        [&one](std::uint64_t k) { return add(k, one); });
    row("root",
        {.steps = 4,
         .expect = 2,
         .unchanging = "any other number would run towards 2 and be it after a few steps"},
        [&two](std::uint64_t k) { return root(k, two); });
    row("load", {.steps = 1, .expect = 1, .change = [&ring] { return ring.value ^= 3U; }},
        [&ring](std::uint64_t k) { return load(k, &ring); });
    row("empty",
        {.no_floor = "an empty loop may cost as little as it likes",
         .empty = true,
         .expect = 1,
         .change = change_one},
        [&one](std::uint64_t k) { return nothing(k, one); });
    lab.run();

    const auto ghz = lab.ghz();
    const auto cycles = [&](const lab::Value& time) {
        return ghz.number ? lab::as(time * *ghz.number, lab::Kind::count) : ghz;
    };
    lab::Table table{
        "three ways to time one operation",
        {"operation", "timed alone", "batched", "less the empty loop", "cycles, batched", "cycles, known"},
        {}};
    // From the manuals: the load is a little dearer on some, the root depends on the processor's age.
    const std::pair<std::string, std::string> known[] = {
        {"add", "1"}, {"root", "16 to 30, with its product"}, {"load", "4 or 5"}};
    for (const auto& [name, cost] : known) {
        const auto batched = lab.time(name + "_batched");
        table.rows.push_back({name, lab.lie(name + "_single").cell() + " (not a result)", batched.cell(),
                              (batched - lab.time("empty_batched")).cell(), cycles(batched).cell(), cost});
    }
    lab.table(table);
    lab.answer("add_single", lab.lie("add_single"));
    lab.answer("add_batched", lab.time("add_batched"));
    lab.note(
        "Compare the two columns of cycles: batched agrees with the known cost on a quiet machine. Timed "
        "alone you read the clock. Less the empty loop is wrong the other way: the loop runs beside the "
        "chain, so it cost "
        "nothing.");
    lab.claim({.text = "cycles of a dependent add, batched: one",
               .at_least = 0.8,
               .at_most = 1.25,
               .causes = {"a neighbour shares the core: look at the check 'speed'"}},
              lab::as(cycles(lab.time("add_batched")), lab::Kind::ratio));
    lab.claim({.text = "timed alone, an add costs tens of times what it costs",
               .at_least = 10,
               .causes = {"this machine's clock is very cheap: look at the lab clocks"}},
              lab.lie("add_single") / lab.time("add_batched"));
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "below_the_clock",
                         .question = "How do you time something shorter than one reading of the clock?",
                         .axis = "row",
                         .item = "operation",
                         .seconds = 8},
                        below_the_clock);
}

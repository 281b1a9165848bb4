// Reused input: four wrong ways to time a sort, and the right one.
#include "harness/lab.hpp"

#include "part1-measuring/in_words.hpp"
#include "shapes.hpp"

#include <algorithm>

namespace {

std::uint64_t sort_and_probe(std::span<std::uint32_t> values) {
    std::sort(values.begin(), values.end());
    return probe(values);
}

void reused_input(lab::Lab& lab) {
    // Each call sorts the same random numbers. A predictor learns the order of a few thousand by heart, and a sort of
    // them costs half as much a value as the first one did; of 20,000 it remembers too little to matter.
    const auto count = lab.option("values", {.full = 100'000,
                                             .quick = 20'000,
                                             .least = 20'000,
                                             .most = 1U << 28U,
                                             .what = "random numbers to sort"});
    lab.predict("right", "time of one honest sort of " + in_words(count) + " random numbers", lab::ms);
    lab.predict("right_over_reused", "how many times longer it takes than sorting the same vector again",
                lab::ratio);
    lab.begin();

    auto source = shaped("random", count, lab.seed());
    auto& top = *std::ranges::max_element(source);
    const auto rest = probe_when_sorted(source) - 16 * std::uint64_t{largest};
    const lab::Work honest{.items = static_cast<double>(count),
                           .bytes = 4.0 * static_cast<double>(count),
                           .expect = rest + 16 * std::uint64_t{largest},
                           .change = [&top, rest] {
                               top ^= 1U;
                               return rest + 16 * std::uint64_t{top};
                           }};

    // Right: a fresh copy before each sample, outside the timer.
    std::vector<std::uint32_t> work(count);
    auto with_copy = honest;
    with_copy.before = [&] { std::ranges::copy(source, work.begin()); };
    lab.measure("right", with_copy, [&work] { return sort_and_probe(work); });

    // Wrong 1: the same vector again and again. From the second call on it is sorted already.
    auto reused = source;
    auto same_again = honest;
    same_again.lie = {"result"};
    lab.measure("same_vector", same_again, [&reused] { return sort_and_probe(reused); });

    // Wrong 2: the copy inside the timer. Its answer is right, so no check can object; only the row beside it shows it.
    std::vector<std::uint32_t> inside(count);
    lab.measure("copy_inside", honest, [&] {
        std::ranges::copy(source, inside.begin());
        return sort_and_probe(inside);
    });

    // Wrong 3: data without a fixed seed. Nobody, not even this program, can say what its answer must be.
    std::vector<std::uint32_t> unseeded(count);
    std::uint64_t moving_seed = 0;
    auto drawn_anew = honest;
    drawn_anew.before = [&] { unseeded = shaped("random", count, ++moving_seed); };
    drawn_anew.lie = {"result"};
    lab.measure("unseeded", drawn_anew, [&unseeded] { return sort_and_probe(unseeded); });

    // Wrong 4: five elements, timed one sort at a time. The clock takes longer than the sort.
    const std::vector<std::uint32_t> few_source{4, 1, 5, 2, 3};
    std::vector<std::uint32_t> few(5);
    lab.measure("five_elements",
                {.items = 5,
                 .bytes = 20,
                 .expect = probe_when_sorted(few_source),
                 .unchanging = "its lie is its length: the five numbers stay",
                 .before = [&] { few = few_source; },
                 .lie = {"clock"}},
                [&few] { return sort_and_probe(few); });
    lab.run();

    const auto right_over_reused = lab.time("right") / lab.lie("same_vector");
    lab.answer("right", lab.time("right"));
    lab.answer("right_over_reused", right_over_reused);
    lab.claim(
        {.text = "sorting the same vector again is several times faster than sorting: it is sorted already",
         .at_least = 2,
         .causes = {"this library's sort does not look at order: see the lab sort_shapes"}},
        right_over_reused);
    const auto copy = lab.time("copy_inside") / lab.time("right");
    if (copy.number)
        lab.note("The copy inside the timer changes the time to " + copy.cell() +
                 ". No check can see that: the work was done, and more. "
                 "The larger the copy against the work, the larger the fault.");
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "reused_input",
                         .question = "Which of five benchmarks of a sort measures a sort?",
                         .item = "value",
                         .variants = {{"right", "a fresh copy before each sort, not timed"},
                                      {"same_vector", "the same vector sorted again and again"},
                                      {"copy_inside", "the copy is timed too"},
                                      {"unseeded", "other data each time"},
                                      {"five_elements", "five numbers, one sort at a time"}},
                         .seconds = 10},
                        reused_input);
}

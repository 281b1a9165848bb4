// Size sweep: the time per item of the simplest loop, from a thousand items to a hundred million.
#include "harness/lab.hpp"

#include "part1-measuring/in_words.hpp"

#include <numeric>
#include <span>

namespace {

[[gnu::noinline]] std::uint64_t sum(std::span<const std::uint64_t> items) {
    std::uint64_t total = 0;
    for (const auto item : items) total += item;
    return total;
}

void size_sweep(lab::Lab& lab) {
    const auto most = lab.option("items", {.full = 100'000'000,
                                           .quick = 4'000'000,
                                           .least = 2000,
                                           .most = std::uint64_t{1} << 34U,
                                           .what = "the largest size, 8 bytes an item"});
    lab.predict("smallest", "time per item with 1,000 items", lab::ns);
    lab.predict("largest", "time per item with " + in_words(most) + " items", lab::ns);
    lab.begin();

    auto data = lab::touched<std::uint64_t>(most);
    std::iota(data.begin(), data.end(), std::uint64_t{0});
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t size = 1000; size < most; size *= 2) sizes.push_back(size);
    sizes.push_back(most);
    for (const auto size : sizes) {
        const auto answer = size * (size - 1) / 2;
        lab.measure(size,
                    {.items = static_cast<double>(size),
                     .bytes = 8.0 * static_cast<double>(size),
                     .expect = answer,
                     .change = lab::toggle(data[0], answer)},
                    [part = data.span().first(size)] { return sum(part); });
    }
    lab.run();

    const auto smallest = lab.per_item(1000.0);
    const auto largest = lab.per_item(static_cast<double>(most));
    lab.answer("smallest", smallest);
    lab.answer("largest", largest);
    lab.claim(
        {.text = "an item of a large array costs more than an item of a small one",
         .at_least = 1.2,
         .causes = {"the loop itself is slower than memory: the compiler used no vectors (look with --asm)",
                    "the last-level cache holds the largest size: raise --items"}},
        largest / smallest);
    lab.note("Where the curve jumps, something ran out. Guess what; ch10 has the answer.");
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "size_sweep",
                         .question = "Does an item cost the same in a small array and in a large one?",
                         .axis = "items",
                         .item = "item",
                         .seconds = 20},
                        size_sweep);
}

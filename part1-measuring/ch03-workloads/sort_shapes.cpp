// Sort shapes: the speed of a sort is a relation between its code and the order of its data.
#include "harness/lab.hpp"

#include "part1-measuring/in_words.hpp"
#include "shapes.hpp"

#include <algorithm>

namespace {

const std::vector<std::string> shapes{"random",        "sorted",       "reversed",
                                      "nearly_sorted", "few_distinct", "organ_pipe"};

void sort_shapes(lab::Lab& lab) {
    // Each call sorts the same random numbers. A predictor learns the order of a few thousand by heart, and a sort of
    // them costs half as much a value as the first one did; of 20,000 it remembers too little to matter.
    const auto count = lab.option("values", {.full = 1'000'000,
                                             .quick = 100'000,
                                             .least = 20'000,
                                             .most = 1U << 30U,
                                             .what = "numbers to sort, 4 bytes each"});
    lab.predict("sort_random", "time of std::sort on " + in_words(count) + " random numbers", lab::ms);
    lab.predict("random_over_sorted",
                "how many times longer std::sort takes on random than on sorted numbers", lab::ratio);
    lab.begin();

    std::vector<std::uint32_t> work(count);
    std::vector<std::vector<std::uint32_t>> sources;
    for (const auto& shape : shapes) sources.push_back(shaped(shape, count, lab.seed()));

    for (std::size_t i = 0; i < shapes.size(); ++i) {
        auto& source = sources[i];
        auto& top = *std::ranges::max_element(source);
        const auto rest = probe_when_sorted(source) - 16 * std::uint64_t{largest};
        const lab::Work about{
            .items = static_cast<double>(count),
            .bytes = 4.0 * static_cast<double>(count),
            .expect = rest + 16 * std::uint64_t{largest},
            // The largest value is probed with weight 16. It grows by one, and shrinks again.
            .change =
                [&top, rest] {
                    top ^= 1U;
                    return rest + 16 * std::uint64_t{top};
                },
            .before = [&work, &source] { std::ranges::copy(source, work.begin()); }};
        lab.measure("sort " + shapes[i], about, [&work] {
            std::sort(work.begin(), work.end());
            return probe(work);
        });
        lab.measure("stable_sort " + shapes[i], about, [&work] {
            std::stable_sort(work.begin(), work.end());
            return probe(work);
        });
        lab.measure("ranges::sort " + shapes[i], about, [&work] {
            std::ranges::sort(work);
            return probe(work);
        });
    }
    lab.run();

    lab::Table table{"times as long as on sorted data", {"shape", "sort", "stable_sort", "ranges::sort"}, {}};
    for (const auto& shape : shapes) {
        std::vector<std::string> row{shape};
        for (const std::string algorithm : {"sort ", "stable_sort ", "ranges::sort "})
            row.push_back((lab.time(algorithm + shape) / lab.time(algorithm + "sorted")).cell());
        table.rows.push_back(row);
    }
    lab.table(table);
    const auto random_over_sorted = lab.time("sort random") / lab.time("sort sorted");
    lab.answer("sort_random", lab.time("sort random"));
    lab.answer("random_over_sorted", random_over_sorted);
    lab.claim({.text = "std::sort takes several times as long on random data as on sorted data, for the same "
                       "number of values",
               .at_least = 2,
               .causes = {"this library's sort does not look at order: compare the other shapes"}},
              random_over_sorted);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "sort_shapes",
                         .question = "How much does the order of the data change the speed of a sort?",
                         .axis = "sort and shape",
                         .item = "value"},
                        sort_shapes);
}

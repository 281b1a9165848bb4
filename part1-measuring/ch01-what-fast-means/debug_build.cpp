// A debug build measures another program: slower, and with another winner.
#include "harness/lab.hpp"

#include "debug_build_work.hpp"

#include <span>

namespace {

void debug_build(lab::Lab& lab) {
    const auto count = lab.option("values", {.full = 100'000,
                                             .quick = 10'000,
                                             .least = 100,
                                             .most = 1U << 30U,
                                             .what = "numbers to filter, square and sum"});
    lab.predict("indexed_debug_over_release", "how many times longer the index loop takes at -O0 than at -O2",
                lab::ratio);
    lab.predict("pipeline_over_indexed_debug", "pipeline against index loop at -O0", lab::ratio);
    lab.predict("pipeline_over_indexed_release", "pipeline against index loop at -O2", lab::ratio);
    lab.begin();

    auto values = lab::touched<std::uint32_t>(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint32_t>(i % 1000);
    // Even numbers below 1,000 in whole blocks and in the last, unfinished one: counted by value, not by position.
    std::uint64_t answer = 0;
    for (std::uint64_t value = 0; value < 1000; value += 2)
        answer += value * value * ((count + 999 - value) / 1000);

    const auto add = [&](const std::string& name, auto function, const lab::BuildFacts& build) {
        lab.measure(name,
                    {.items = static_cast<double>(count),
                     .bytes = 4.0 * static_cast<double>(count),
                     .expect = answer,
                     .change =
                         [&values, answer] {
                             values[0] ^= 2U;
                             return answer + std::uint64_t{values[0]} * values[0];
                         },
                     .build = build,
                     .lie = build.optimised ? std::vector<std::string>{} : std::vector<std::string>{"build"}},
                    [&values, function] { return function(values); });
    };
    using Words = std::span<const std::uint32_t>;
    add(
        "indexed_O0", [](Words all) { return O0::indexed(all); }, O0::facts());
    add(
        "pipeline_O0", [](Words all) { return O0::pipeline(all); }, O0::facts());
    add(
        "indexed_O1", [](Words all) { return O1::indexed(all); }, O1::facts());
    add(
        "pipeline_O1", [](Words all) { return O1::pipeline(all); }, O1::facts());
    add(
        "indexed_O2", [](Words all) { return O2::indexed(all); }, O2::facts());
    add(
        "pipeline_O2", [](Words all) { return O2::pipeline(all); }, O2::facts());
    add(
        "indexed_O3", [](Words all) { return O3::indexed(all); }, O3::facts());
    add(
        "pipeline_O3", [](Words all) { return O3::pipeline(all); }, O3::facts());
    lab.run();

    // The debug rows are no results, but their size is what this lab is about: the ratios are marked as such.
    const auto slower = lab.lie("indexed_O0") / lab.time("indexed_O2");
    const auto debug_ranking = lab.lie("pipeline_O0") / lab.lie("indexed_O0");
    const auto release_ranking = lab.time("pipeline_O2") / lab.time("indexed_O2");
    lab.answer("indexed_debug_over_release", slower);
    lab.answer("pipeline_over_indexed_debug", debug_ranking);
    lab.answer("pipeline_over_indexed_release", release_ranking);
    lab.claim({.text = "the debug build is several times slower",
               .at_least = 2,
               .causes = {"memory or a branch bounds both builds: lower --values until they fit in the "
                          "first-level cache"}},
              slower);
    lab.claim({.text = "the debug build punishes the pipeline more than the release build does",
               .at_least = 1.5,
               .causes = {"the compiler did not inline the pipeline at -O2 either: look with --asm"}},
              debug_ranking / release_ranking);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "debug_build",
                         .question = "Does a debug build tell you which code is faster?",
                         .item = "value",
                         .seconds = 15},
                        debug_build);
}

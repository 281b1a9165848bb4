// Stride walk: what one memory access costs as the step between accesses grows.
#include "harness/lab.hpp"

#include "stride_touches.hpp"

#include <span>

namespace {

// Sums every step-th element. The addresses are computed, not loaded: the processor may fetch many at once.
[[gnu::noinline]] std::uint64_t sum_every(std::span<const std::uint64_t> data, std::size_t step) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < data.size(); i += step) sum += data[i];
    return sum;
}

// Mode `passes`: the array stays the same, so a larger step makes fewer accesses.
void passes(lab::Lab& lab) {
    const auto elements = lab.option(
        "elements",
        {.full = lab::Mi(32), .quick = lab::Mi(4), .least = 8192, .what = "array length, 8 bytes each"});
    lab.predict("pass_at_step_1", "time of one pass that reads every element", lab::ms);
    lab.predict("access_at_step_8", "time of one access at step 8, 64 bytes apart", lab::ns);
    lab.predict("flat_until_step", "the largest step whose pass still takes as long as at step 1",
                lab::count);
    lab.predict("access_at_step_512", "time of one access at step 512, 4096 bytes apart", lab::ns);
    lab.begin();

    auto data = lab::touched<std::uint64_t>(elements);
    for (std::size_t i = 0; i < elements; ++i) data[i] = i;

    const auto steps = lab::powers_of_two(1, 4096);
    for (const auto step : steps) {
        const auto touched = (elements + step - 1) / step;
        const auto answer = step * (touched * (touched - 1) / 2);  // 0 + step + 2 step + …, by Gauss
        lab.measure(step,
                    {.items = static_cast<double>(touched),
                     .bytes = 8.0 * static_cast<double>(touched),
                     .expect = answer,
                     .change = lab::toggle(data[0], answer)},  // element 0 is on every walk
                    [&data, step] { return sum_every(data, step); });
    }
    lab.run();

    // The pass is flat while it takes at least so much of the pass at step 1.
    constexpr double flat = 0.6;
    auto flat_until = lab::Value::of(1, lab::Kind::count);
    for (const auto step : steps) {
        const auto share = lab.time(static_cast<double>(step)) / lab.time(1.0);
        if (!share.number) flat_until = share;  // nobody knows whether the curve went on there
        if (!share.number || *share.number < flat) break;
        flat_until = lab::Value::of(static_cast<double>(step), lab::Kind::count);
    }
    lab.answer("pass_at_step_1", lab.time(1.0));
    lab.answer("access_at_step_8", lab.per_item(8.0));
    lab.answer("flat_until_step", flat_until);
    lab.answer("access_at_step_512", lab.per_item(512.0));

    lab.claim(
        {.text = "from step 1 to step 8 the pass stays flat: it fetches every line once either way",
         .at_least = flat,
         .at_most = 1.5,
         .causes =
             {"the array fits in a cache: compare its size with the last-level cache, and raise --elements",
              "one core computes step 1 more slowly than memory delivers: the pass at step 1 is then the "
              "loop"}},
        lab.time(8.0) / lab.time(1.0));
    lab.claim(
        {.text = "one access at step 8 costs several times one at step 1",
         .at_least = 3,
         .causes = {"the array fits in a cache: raise --elements",
                    "a neighbour uses the memory at times: look at the regimes, run again when it is quiet"}},
        lab.per_item(8.0) / lab.per_item(1.0));
    // Step 512 is 4096 bytes. Each access meets a new page only where a page is no larger than that.
    const auto pages = lab::backing(data);
    const auto& page = lab.machine().page_bytes;
    const bool huge = pages.has_value() && 2 * pages->huge > pages->bytes;
    constexpr std::uint64_t many_pages = 1024;  // more than the first level of any TLB holds
    const auto enough = elements / 512 >= many_pages;
    if (page && *page <= 4096 && !huge)
        lab.claim(
            {.text = "one access at step 512, a new page each, costs more still than one at step 8",
             .at_least = 1.5,
             .causes = {"huge pages back a part of the array, so there is no new translation: look at the "
                        "note above",
                        "the lines of this walk fit in the last-level cache: compare 64 bytes an access "
                        "with its size"}},
            enough
                ? lab.per_item(512.0) / lab.per_item(8.0)
                : lab::Value::missing("step 512 meets so few pages that they stay at hand: type --elements " +
                                      std::to_string(512 * many_pages) + " or more"));
    else
        lab.note("Step 512 is not judged here. It is 4096 bytes, and " +
                 (huge   ? "huge pages back most of the array"
                  : page ? "a page of this machine has " + std::to_string(*page) + " bytes"
                         : "the size of a page is unknown: " + page.why()) +
                 std::string(": several accesses may share a page."));
    if (pages.has_value())
        lab.note("The array is backed by " + lab::show(static_cast<double>(pages->huge), lab::Kind::bytes) +
                 " of huge pages out of " + lab::show(static_cast<double>(pages->bytes), lab::Kind::bytes) +
                 '.');
    lab.note(
        "The time per access at large steps is not the latency of memory: the addresses are known early, so "
        "several fetches are under way at once. The lab chase measures one at a time.");
}

// Each mode declares its own options: those of the other one are unknown to it, and so refused.
void stride(lab::Lab& lab) {
    const auto mode = lab.choice(
        "mode", {"passes", "touches"},
        "one whole array, or a fixed number of touches (whose options --mode touches --help shows)");
    if (mode == "passes")
        passes(lab);
    else
        touches(lab);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "stride",
                         .question = "What does one memory access cost as the step between accesses grows?",
                         .axis = "step",
                         .item = "access"},
                        stride);
}

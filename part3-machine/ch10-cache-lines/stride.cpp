// Stride walk: what one memory access costs as the step between accesses grows.
#include "harness/lab.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace {

// Sums every step-th element. The addresses are computed, not loaded: the processor may fetch many at once.
[[gnu::noinline]] std::uint64_t sum_every(std::span<const std::uint64_t> data, std::size_t step) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < data.size(); i += step) sum += data[i];
    return sum;
}

// Reads `touches` single bytes, `step` bytes apart. At the end of the buffer it starts again one line further, so
// that from a step of one line on no line is met twice.
[[gnu::noinline]] std::uint64_t touch_every(std::span<const std::uint8_t> data, std::size_t step,
                                            std::size_t line, std::size_t touches) {
    std::uint64_t sum = 0;
    for (std::size_t lap = 0, done = 0; done < touches; lap += line)
        for (std::size_t i = lap; i < data.size() && done < touches; i += step, ++done) sum += data[i];
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

    // Element 0 is on every walk. Its lowest bit is what `change` toggles.
    const auto change_first = [&data](std::uint64_t rest) {
        data[0] ^= 1U;
        return rest + data[0];
    };
    const auto steps = lab::powers_of_two(1, 4096);
    for (const auto step : steps) {
        const auto touched = (elements + step - 1) / step;
        const auto answer = step * (touched * (touched - 1) / 2);  // 0 + step + 2 step + …, by Gauss
        lab.measure(step,
                    {.items = static_cast<double>(touched),
                     .bytes = 8.0 * static_cast<double>(touched),
                     .expect = answer,
                     .change = [=] { return change_first(answer); }},
                    [&data, step] { return sum_every(data, step); });
    }
    lab.run();

    // The pass is flat while it takes at least three quarters of the pass at step 1.
    auto flat_until = lab::Value::of(1, lab::Kind::count);
    for (const auto step : steps) {
        const auto share = lab.time(static_cast<double>(step)) / lab.time(1.0);
        if (!share.number) flat_until = share;  // nobody knows whether the curve went on there
        if (!share.number || *share.number < 0.75) break;
        flat_until = lab::Value::of(static_cast<double>(step), lab::Kind::count);
    }
    lab.answer("pass_at_step_1", lab.time(1.0));
    lab.answer("access_at_step_8", lab.per_item(8.0));
    lab.answer("flat_until_step", flat_until);
    lab.answer("access_at_step_512", lab.per_item(512.0));

    lab.claim(
        {.text = "from step 1 to step 8 the pass stays flat: it fetches every line once either way",
         .at_least = 0.6,
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
    if (page && *page <= 4096 && !huge)
        lab.claim(
            {.text = "one access at step 512, a new page each, costs more still than one at step 8",
             .at_least = 1.5,
             .causes = {"huge pages back a part of the array, so there is no new translation: look at the "
                        "note above",
                        "the lines of this walk fit in the last-level cache: compare 64 bytes an access "
                        "with its size"}},
            lab.per_item(512.0) / lab.per_item(8.0));
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

constexpr std::uint64_t full_touches = lab::Mi(2);
constexpr std::uint64_t quick_touches = lab::Mi(1);

// Each call touches the same lines. If they fit in a cache, or nearly, they are still there at the next call, however
// long the buffer is. Returns what to type instead; empty when they are at least twice the last-level cache.
std::string staying_in_a_cache(const lab::Lab& lab, std::uint64_t touches) {
    if (lab.data().started.empty()) return {};  // --call and --asm time nothing
    const auto cache = lab::last_cache_bytes(lab.machine(), lab.data().cpu);
    const auto line = std::uint64_t{lab::line_bytes(lab.machine(), lab.data().cpu).value_or(64)};
    const auto least = cache ? (2 * *cache + line - 1) / line : quick_touches;
    if (touches >= least) return {};
    return "the lines of " + std::to_string(touches) + " touches would stay in the last-level cache (" +
           (cache ? lab::show(static_cast<double>(*cache), lab::Kind::bytes) : "of unknown size") +
           ") from call to call; type --touches " + std::to_string(least) + " --bytes " +
           std::to_string(std::max(lab::Mi(256), least * line)) + ", or more";
}

// Mode `touches`: the number of accesses stays the same, so time per access is the whole story.
void touches(lab::Lab& lab) {
    const auto bytes = lab.option(
        "bytes",
        {.full = lab::Mi(256), .quick = lab::Mi(64), .least = lab::Ki(64), .what = "length of the buffer"});
    const auto count = lab.option(
        "touches",
        {.full = full_touches, .quick = quick_touches, .least = 1000, .what = "accesses in one call"});
    lab.begin();  // serves --help, which a bad request must not keep from the reader
    // --call and --asm read no machine. Then, as where the machine does not tell, a line has 64 bytes.
    const std::size_t line = lab::line_bytes(lab.machine(), lab.data().cpu).value_or(64);
    if (count > bytes / line)
        throw lab::BadRequest("--touches: more than the buffer has lines; raise --bytes or lower --touches");
    const auto stays = staying_in_a_cache(lab, count);
    // Fewer than by default were asked for: asking for more is easy. The default itself measures, and is not judged.
    if (!stays.empty() && count < (lab.data().quick ? quick_touches : full_touches))
        throw lab::BadRequest("--touches: " + stays);

    auto data = lab::touched<std::uint8_t>(bytes);
    std::ranges::fill(data, std::uint8_t{1});
    for (const auto step : lab::powers_of_two(1, 4096))
        lab.measure(step,
                    {.items = static_cast<double>(count),
                     .bytes = static_cast<double>(count),
                     .expect = count,
                     .change =
                         [&data, count] {
                             data[0] ^= 2U;
                             return count - 1 + data[0];
                         }},
                    [&data, step, line, count] { return touch_every(data, step, line, count); });
    lab.run();

    const auto one_line = static_cast<double>(line);
    lab::Table table{
        "what moves for each touch", {"step", "time", "lines", "bytes used", "bytes in vain"}, {}};
    for (const auto step : lab::powers_of_two(1, 4096)) {
        const auto lines = std::min(1.0, static_cast<double>(step) / one_line);
        table.rows.push_back({lab::show(static_cast<double>(step), lab::Kind::bytes),
                              lab.per_item(static_cast<double>(step)).cell(),
                              lab::show(lines, lab::Kind::count), "1",
                              lab::show(lines * one_line - 1, lab::Kind::count)});
    }
    lab.table(table);
    const auto from_memory = [&](double step) {
        return stays.empty() ? lab.per_item(step) : lab::Value::missing(stays);
    };
    lab.claim({.text = "a touch that needs a line of its own costs many times one that shares its line",
               .at_least = 3,
               .causes = {"the buffer fits in a cache: raise --bytes"}},
              from_memory(one_line) / lab.per_item(1.0));
    lab.claim(
        {.text = "twice the line size costs about as much as the line size: there is nothing left to waste",
         .at_least = 0.5,
         .at_most = 2,
         .causes = {"this machine fetches lines in pairs, so the cost rises once more at two lines"}},
        from_memory(2 * one_line) / from_memory(one_line));
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

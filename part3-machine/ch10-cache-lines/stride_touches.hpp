// Mode `touches` of the lab stride: the number of accesses stays the same, so time per access is the whole story.
#pragma once

#include "harness/lab.hpp"

#include <algorithm>
#include <span>
#include <string>

// Reads `touches` single bytes, `step` bytes apart. At the end of the buffer it starts again one line further, so
// that from a step of one line on no line is met twice.
[[gnu::noinline]] inline std::uint64_t touch_every(std::span<const std::uint8_t> data, std::size_t step,
                                                   std::size_t line, std::size_t touches) {
    std::uint64_t sum = 0;
    for (std::size_t lap = 0, done = 0; done < touches; lap += line)
        for (std::size_t i = lap; i < data.size() && done < touches; i += step, ++done) sum += data[i];
    return sum;
}

constexpr std::uint64_t full_touches = lab::Mi(2);
constexpr std::uint64_t quick_touches = lab::Mi(1);

// Each call touches the same lines. If they fit in a cache, or nearly, they are still there at the next call, however
// long the buffer is. Returns what to type instead; empty when they are at least twice the last-level cache.
inline std::string staying_in_a_cache(const lab::Lab& lab, std::uint64_t touches) {
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

inline void touches(lab::Lab& lab) {
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

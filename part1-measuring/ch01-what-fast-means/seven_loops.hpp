// The sum of 4,096 numbers, many times: seven ways to write the loop around it.
#pragma once

#include "harness/keep.hpp"

#include <cstdint>
#include <span>
#include <string_view>

using Words = std::span<const std::uint64_t>;

inline std::uint64_t sum(Words words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    return total;
}

// Pure: the same input gives the same answer. The compiler may call it once and multiply.
[[gnu::noinline, gnu::pure]] inline std::uint64_t sum_outlined(Words words) { return sum(words); }

// Nobody looks at the sums. The total it returns comes from one sum made before.
[[gnu::noinline]] inline std::uint64_t unused(Words words, std::uint64_t calls, std::uint64_t once) {
    for (std::uint64_t i = 0; i < calls; ++i) [[maybe_unused]] const auto nobody_looks = sum(words);
    return calls * once;
}

[[gnu::noinline]] inline std::uint64_t printed(Words words, std::uint64_t calls, std::uint64_t) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) total += sum(words);
    return total;
}

[[gnu::noinline]] inline std::uint64_t outlined(Words words, std::uint64_t calls, std::uint64_t) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) total += sum_outlined(words);
    return total;
}

[[gnu::noinline]] inline std::uint64_t volatile_sink(Words words, std::uint64_t calls, std::uint64_t) {
    volatile std::uint64_t sink = 0;
    for (std::uint64_t i = 0; i < calls; ++i) sink = sum(words);
    return calls * sink;
}

[[gnu::noinline]] inline std::uint64_t barrier_output(Words words, std::uint64_t calls, std::uint64_t) {
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < calls; ++i) {
        const auto result = sum(words);
        lab::keep(result);
        total += result;
    }
    return total;
}

[[gnu::noinline]] inline std::uint64_t barrier_input(Words words, std::uint64_t calls, std::uint64_t once) {
    const auto* data = words.data();
    for (std::uint64_t i = 0; i < calls; ++i) {
        lab::hide(data);
        [[maybe_unused]] const auto nobody_looks = sum({data, words.size()});
    }
    return calls * once;
}

[[gnu::noinline]] inline std::uint64_t barrier_both(Words words, std::uint64_t calls, std::uint64_t) {
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

// The seven. Every compiler must have emptied the first and must not have emptied the last.
enum class Emptied { yes, perhaps, no };
struct Loop {
    std::string_view name;
    std::uint64_t (*run)(Words, std::uint64_t calls, std::uint64_t once);
    Emptied emptied;
    std::string_view what;
};
constexpr Loop loops[] = {
    {"unused", unused, Emptied::yes, "sums that nobody looks at"},
    {"printed", printed, Emptied::perhaps, "sums added up and returned"},
    {"outlined", outlined, Emptied::perhaps, "the same, by a pure function that is not inlined"},
    {"volatile_sink", volatile_sink, Emptied::perhaps, "each sum stored in a volatile variable"},
    {"barrier_output", barrier_output, Emptied::perhaps, "each sum kept, its input visible"},
    {"barrier_input", barrier_input, Emptied::perhaps, "the input hidden, the sum not kept"},
    {"barrier_both", barrier_both, Emptied::no, "the input hidden and the sum kept"},
};

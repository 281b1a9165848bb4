// What the threads of the lab false_sharing do: count, each in a counter of its own, or pass a line to and fro.
#pragma once

#include "harness/keep.hpp"
#include "harness/memory.hpp"
#include "harness/team.hpp"

#include <atomic>
#include <cstdint>

// One counter for each thread, `distance` bytes apart, the first one at the start of a page.
struct ThreadCounters {
    lab::Touched<std::uint64_t> words = lab::touched<std::uint64_t>(512 * 16);
    std::size_t distance = 8;

    std::uint64_t& operator[](std::size_t thread) { return words[thread * distance / sizeof(std::uint64_t)]; }
};

// What a thread does. Nobody else reads or writes its counter; relaxed order asks for nothing but the count itself.
[[gnu::noinline]] inline void add_atomic(std::uint64_t& counter, std::uint64_t times) {
    std::atomic_ref<std::uint64_t> shared(counter);
    for (std::uint64_t i = 0; i < times; ++i) shared.fetch_add(1, std::memory_order_relaxed);
}

// The same without atomics. Hiding the address keeps the load and the store in the loop: else one add would do.
[[gnu::noinline]] inline void add_plain(std::uint64_t& counter, std::uint64_t times) {
    auto* address = &counter;
    for (std::uint64_t i = 0; i < times; ++i) {
        lab::hide(address);
        *address += 1;
    }
}

// All threads at once; returns by how much the counters have grown together.
template <class Add>
std::uint64_t count_up(lab::Team& team, ThreadCounters& counters, Add add) {
    const auto sum = [&] {
        std::uint64_t total = 0;
        for (std::size_t thread = 0; thread < team.size(); ++thread) total += counters[thread];
        return total;
    };
    const auto before = sum();
    team.run([&](std::size_t thread) { add(counters[thread]); });
    return sum() - before;
}

// Two threads pass one line to and fro: thread 0 waits for even, thread 1 for odd numbers.
inline std::uint64_t ping_pong(lab::Team& team, std::uint64_t rounds) {
    alignas(128) std::atomic<std::uint64_t> ball{0};
    team.run([&](std::size_t thread) {
        for (std::uint64_t turn = thread; turn < 2 * rounds; turn += 2) {
            while (ball.load(std::memory_order_acquire) != turn) {
            }
            ball.store(turn + 1, std::memory_order_release);
        }
    });
    return ball;
}

// The clocks of a C++ program: how each one is read, and what can be asked of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <limits>
#include <thread>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

// One clock: how to read it in ns (or in ticks of its own), and what it is for.
struct Source {
    const char* name;
    std::int64_t (*read)();
    double stated_ns;  // resolution that the system states; below 0: this system lacks the clock
    const char* use;
    double ns_per_tick = 1;
};

template <class Chrono>
std::int64_t chrono_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Chrono::now().time_since_epoch()).count();
}

template <clockid_t Id>
std::int64_t posix_ns() {
    timespec time{};
    clock_gettime(Id, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

template <clockid_t Id>
double resolution() {
    timespec step{};
    return clock_getres(Id, &step) == 0
               ? static_cast<double>(step.tv_sec) * 1e9 + static_cast<double>(step.tv_nsec)
               : -1;
}

inline std::int64_t process_clock() { return std::int64_t{std::clock()} * (1'000'000'000 / CLOCKS_PER_SEC); }
inline std::int64_t wall_seconds() { return std::int64_t{std::time(nullptr)} * 1'000'000'000; }

#if defined(__x86_64__)
constexpr const char* counter_name = "rdtsc";
inline std::int64_t counter() { return static_cast<std::int64_t>(__rdtsc()); }
inline std::int64_t ordered_counter() {
    unsigned cpu = 0;
    return static_cast<std::int64_t>(__rdtscp(&cpu));
}
#elif defined(__aarch64__)
constexpr const char* counter_name = "cntvct_el0";
inline std::int64_t counter() {
    std::int64_t ticks = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
inline std::int64_t ordered_counter() {
    std::int64_t ticks = 0;
    asm volatile("isb\n\t mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
#endif

// One look at both clocks. Something may run between the two readings, and then they are not of one moment: of nine
// tries the one counts whose readings lie closest together.
struct Moment {
    std::int64_t ns = 0, ticks = 0;
};
inline Moment moment() {
    Moment best;
    std::int64_t closest = std::numeric_limits<std::int64_t>::max();
    for (int tries = 0; tries < 9; ++tries) {
        const auto before = counter();
        const auto ns = posix_ns<CLOCK_MONOTONIC>();
        const auto apart = counter() - before;
        if (apart < 0 || apart >= closest) continue;  // below 0: it moved to a CPU whose counter is behind
        closest = apart;
        best = {.ns = ns, .ticks = before + apart / 2};
    }
    return best;
}

// Length of a tick of the cycle counter in ns, held against the monotonic clock for 20 ms; below 0: it can't be told.
inline double tick_ns() {
    const auto start = moment();
    while (posix_ns<CLOCK_MONOTONIC>() - start.ns < 20'000'000) {
    }
    const auto end = moment();
    const auto ticks = end.ticks - start.ticks;
    return ticks > 0 ? static_cast<double>(end.ns - start.ns) / static_cast<double>(ticks) : -1;
}

// The smallest step between two reads that differ, in the clock's own ticks. Gives up after 1.2 s.
inline double smallest_step(const Source& source) {
    std::int64_t smallest = 0;
    const auto start = posix_ns<CLOCK_MONOTONIC>();
    auto last = source.read();
    for (int seen = 0; seen < 1000 && posix_ns<CLOCK_MONOTONIC>() - start < 1'200'000'000;) {
        last = source.read();
        auto now = source.read();
        while (now == last && posix_ns<CLOCK_MONOTONIC>() - start < 1'200'000'000) now = source.read();
        if (now <= last) continue;
        ++seen;
        if (smallest == 0 || now - last < smallest) smallest = now - last;
        // A coarse clock: more steps would take long and tell nothing new. One long step is not enough to say so: another
        // program may have run between the two reads.
        if (seen >= 3 && smallest > 100'000) break;
    }
    return static_cast<double>(smallest);
}

// A clock with a step of a second needs a sleep of more than a second to be seen running.
inline bool stands_still_asleep(const Source& source) {
    const auto asleep = std::chrono::milliseconds(source.stated_ns > 25e6 ? 1100 : 50);
    const auto before = source.read();
    std::this_thread::sleep_for(asleep);
    return static_cast<double>(source.read() - before) * source.ns_per_tick <
           0.5e6 * static_cast<double>(asleep.count());
}

// Clocks: what each clock of a C++ program resolves, costs and is good for.
#include "harness/lab.hpp"

#include "harness/interrupt.hpp"

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <string>
#include <thread>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace {

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

std::int64_t process_clock() { return std::int64_t{std::clock()} * (1'000'000'000 / CLOCKS_PER_SEC); }
std::int64_t wall_seconds() { return std::int64_t{std::time(nullptr)} * 1'000'000'000; }

#if defined(__x86_64__)
constexpr const char* counter_name = "rdtsc";
std::int64_t counter() { return static_cast<std::int64_t>(__rdtsc()); }
std::int64_t ordered_counter() {
    unsigned cpu = 0;
    return static_cast<std::int64_t>(__rdtscp(&cpu));
}
#elif defined(__aarch64__)
constexpr const char* counter_name = "cntvct_el0";
std::int64_t counter() {
    std::int64_t ticks = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
std::int64_t ordered_counter() {
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
Moment moment() {
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
double tick_ns() {
    const auto start = moment();
    while (posix_ns<CLOCK_MONOTONIC>() - start.ns < 20'000'000) {
    }
    const auto end = moment();
    const auto ticks = end.ticks - start.ticks;
    return ticks > 0 ? static_cast<double>(end.ns - start.ns) / static_cast<double>(ticks) : -1;
}

// The smallest step between two reads that differ, in the clock's own ticks. Gives up after 1.2 s.
double smallest_step(const Source& source) {
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
bool stands_still_asleep(const Source& source) {
    const auto asleep = std::chrono::milliseconds(source.stated_ns > 25e6 ? 1100 : 50);
    const auto before = source.read();
    std::this_thread::sleep_for(asleep);
    return static_cast<double>(source.read() - before) * source.ns_per_tick <
           0.5e6 * static_cast<double>(asleep.count());
}

void clocks(lab::Lab& lab) {
    lab.predict("steady_clock_read", "cost of reading std::chrono::steady_clock once", lab::ns);
    lab.predict("dearest_read", "cost of reading the dearest clock of the table once", lab::ns);
    lab.begin();

    using namespace std::chrono;
    const auto tick = tick_ns();
    const Source sources[] = {
        {"steady_clock", chrono_ns<steady_clock>, resolution<CLOCK_MONOTONIC>(), "intervals in C++"},
        {"system_clock", chrono_ns<system_clock>, resolution<CLOCK_REALTIME>(),
         "dates; never intervals: it can be set"},
        {"high_resolution_clock", chrono_ns<high_resolution_clock>, resolution<CLOCK_REALTIME>(),
         "nothing: it is one of the two above"},
        {"MONOTONIC", posix_ns<CLOCK_MONOTONIC>, resolution<CLOCK_MONOTONIC>(), "intervals; this harness"},
        {"MONOTONIC_RAW", posix_ns<CLOCK_MONOTONIC_RAW>, resolution<CLOCK_MONOTONIC_RAW>(),
         "intervals, not steered by NTP"},
        {"MONOTONIC_COARSE", posix_ns<CLOCK_MONOTONIC_COARSE>, resolution<CLOCK_MONOTONIC_COARSE>(),
         "time stamps by the million"},
        {"REALTIME", posix_ns<CLOCK_REALTIME>, resolution<CLOCK_REALTIME>(), "dates"},
        {"PROCESS_CPUTIME_ID", posix_ns<CLOCK_PROCESS_CPUTIME_ID>, resolution<CLOCK_PROCESS_CPUTIME_ID>(),
         "CPU time of all threads"},
        {"THREAD_CPUTIME_ID", posix_ns<CLOCK_THREAD_CPUTIME_ID>, resolution<CLOCK_THREAD_CPUTIME_ID>(),
         "CPU time of this thread"},
        {"clock()", process_clock, 1e9 / static_cast<double>(CLOCKS_PER_SEC), "CPU time, in old code"},
        {"time()", wall_seconds, 1e9, "dates, to the second"},
        {counter_name, counter, tick, "ticks of a fixed rate, not cycles of the core", tick},
        {"the same, ordered", ordered_counter, tick, "ticks, after all loads before it", tick},
    };
    for (const auto& source : sources)
        if (source.stated_ns >= 0)
            lab.measure(
                source.name,
                // Answers 1 as long as the clock does not go backwards.
                {.steps = 5, .expect = 1, .unchanging = "a clock has no input; it must never go backwards"},
                [read = source.read, last = std::int64_t{0}]() mutable {
                    const auto now = read();
                    const int forwards = now >= last ? 1 : 0;
                    last = now;
                    return forwards;
                });
    lab.run();

    lab::Table table{
        "the clocks of this machine",
        {"clock", "stated step", "cost of a read", "smallest step seen", "went back", "asleep", "use for"},
        {}};
    lab::Value dearest = lab.time(sources[0].name);
    for (const auto& source : sources) {
        if (source.stated_ns < 0) {
            table.rows.push_back({source.name, "this system lacks it", "-", "-", "-", "-", source.use});
            continue;
        }
        const auto cost = lab.time(source.name);
        // One clock without a number, and nobody knows which is the dearest.
        if (dearest.number && (!cost.number || *cost.number > *dearest.number)) dearest = cost;
        if (!lab.wants(source.name)) continue;
        if (lab::interrupted()) break;  // what follows waits for each clock, up to two seconds
        const auto step = smallest_step(source) * source.ns_per_tick;
        const auto point = std::ranges::find(lab.data().points, source.name, &lab::Point::name);
        table.rows.push_back(
            {source.name, lab::show(source.stated_ns, lab::Kind::time), cost.cell(),
             step > 0 ? lab::show(step, lab::Kind::time) : "none in 1.2 s",
             point->result.wrong_calls == 0 ? "never" : std::to_string(point->result.wrong_calls) + " times",
             stands_still_asleep(source) ? "stands still" : "runs on", source.use});
    }
    lab.table(table);
    lab.answer("steady_clock_read", lab.time("steady_clock"));
    lab.answer("dearest_read", dearest);
    if (const auto read = lab.time("MONOTONIC"); read.number)
        lab.note("The shortest thing this machine may time once: 1000 reads of MONOTONIC, or " +
                 (read * 1000).text() + '.');
    lab.note("A step of 1 ns does not mean that 1 ns can be measured: the read itself costs more than that.");
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "clocks",
                         .question = "What does each clock resolve, what does it cost, and what is it for?",
                         .axis = "clock",
                         .item = "read",
                         .seconds = 10},
                        clocks);
}

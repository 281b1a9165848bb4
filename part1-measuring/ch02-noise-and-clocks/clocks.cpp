// Clocks: what each clock of a C++ program resolves, costs and is good for.
#include "harness/lab.hpp"

#include "clock_sources.hpp"
#include "harness/interrupt.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace {

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

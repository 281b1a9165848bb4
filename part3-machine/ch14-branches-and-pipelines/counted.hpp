// What the hardware counted while each row ran once more, as a table; or why it counted nothing.
#pragma once

#include "harness/run.hpp"

#include <algorithm>
#include <string>
#include <vector>

struct EventTable {
    lab::Table table;                  // no rows when nothing was counted
    std::vector<std::string> missing;  // why an event was not counted and what to type, one line each
};

// Of one item of each row, so that rows of different length compare. A refused row is left out: what was counted of wrong
// work is no result either. Where nothing at all was counted, the first reason stands for all.
inline EventTable counted(const lab::Run& run) {
    constexpr lab::Event events[] = {lab::Event::branches, lab::Event::branch_misses, lab::Event::cycles,
                                     lab::Event::instructions};
    EventTable all;
    all.table.title = "counted by the processor, for one " + run.about.item;
    all.table.columns = {run.about.axis};
    for (const auto event : events) all.table.columns.push_back(lab::to_string(event));
    all.table.columns.emplace_back("IPC");
    for (const auto& point : run.points) {
        if (point.status == lab::Status::not_run || point.status == lab::Status::refused) continue;
        const auto items = static_cast<double>(point.calls) * point.work.items;
        std::vector<std::string> cells{point.name};
        bool any = false;
        for (const auto event : events) {
            const auto& count = point.counters[event];
            cells.push_back(count ? lab::show(static_cast<double>(*count) / items, lab::Kind::count) : "-");
            any = any || count;
            if (!count && std::ranges::find(all.missing, count.why()) == all.missing.end())
                all.missing.push_back(count.why());
        }
        const auto ipc = point.counters.instructions_per_cycle();
        cells.push_back(ipc ? lab::show(*ipc, lab::Kind::count) : "-");
        if (any) all.table.rows.push_back(cells);
    }
    if (all.table.rows.empty() && all.missing.size() > 1) all.missing.resize(1);
    return all;
}

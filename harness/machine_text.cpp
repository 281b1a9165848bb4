// The machine facts as text: one caption for a plot, and the whole list for the record and ./lab doctor.
#include <fmt/format.h>

#include <algorithm>

#include "harness/machine.hpp"
#include "harness/units.hpp"

namespace lab {

namespace {

std::string bytes_text(std::uint64_t bytes) { return show(static_cast<double>(bytes), Kind::bytes); }
std::string khz_as_ghz(std::uint64_t khz) {
    return fmt::format("{:.2f} GHz", static_cast<double>(khz) / 1e6);
}

// "32 KiB, 64-byte lines, 8 ways"
std::string cache_text(const Cache& cache) {
    return fmt::format(
        "{}, {}, {}", cache.bytes ? bytes_text(*cache.bytes) : "size " + cache.bytes.absence(),
        cache.line ? fmt::format("{}-byte lines", *cache.line) : "line " + cache.line.absence(),
        cache.ways ? fmt::format("{} ways", *cache.ways) : "ways " + cache.ways.absence());
}

// Equal caches in one line: "L1 data cache" -> "32 KiB, 64-byte lines, 8 ways; CPUs 0 | 1".
std::vector<std::pair<std::string, Fact<std::string>>> cache_facts(const Machine& machine) {
    struct Line {
        std::string name, text, users;
        int count = 0;
    };
    std::vector<Line> lines;
    for (const auto& cache : machine.caches) {
        const auto name = fmt::format("L{} {} cache", cache.level, to_string(cache.kind));
        const auto text = cache_text(cache);
        auto line = std::find_if(lines.begin(), lines.end(),
                                 [&](const Line& known) { return known.name == name && known.text == text; });
        if (line == lines.end()) line = lines.insert(lines.end(), Line{name, text, {}, 0});
        ++line->count;
        if (!cache.shared_cpus.empty())
            line->users +=
                fmt::format("{}{}", line->users.empty() ? "" : " | ", cpu_list_text(cache.shared_cpus));
    }
    std::vector<std::pair<std::string, Fact<std::string>>> facts;
    for (const auto& line : lines) {
        auto text = line.text;
        if (!line.users.empty()) text += "; CPUs " + line.users;
        facts.emplace_back(line.name, Fact<std::string>::of(std::move(text)));
    }
    if (facts.empty()) facts.emplace_back("caches", Fact<std::string>::unknown(machine.caches_remark));
    return facts;
}

Fact<std::string> siblings_text(const Machine& machine) {
    if (machine.places.empty()) return Fact<std::string>::unknown("/sys shows no CPU topology");
    std::string text;
    for (const auto& place : machine.places) {
        if (place.siblings.size() < 2 || place.siblings.front() != place.cpu) continue;
        text += fmt::format("{}{}", text.empty() ? "" : " | ", cpu_list_text(place.siblings));
    }
    if (text.empty()) return Fact<std::string>::no("each CPU is a core of its own, as far as /sys tells");
    return Fact<std::string>::of(std::move(text));
}

}  // namespace

std::string caption(const Machine& machine) {
    std::string text = machine.cpu_model.value_or("unknown CPU");
    const auto& cpus = machine.allowed_cpus ? machine.allowed_cpus : machine.online_cpus;
    if (cpus) text += fmt::format(", {} CPU{}", cpus->size(), cpus->size() == 1 ? "" : "s");
    if (machine.virtualised) text += ", " + *machine.virtualised;
    return text;
}

std::vector<std::pair<std::string, Fact<std::string>>> facts(const Machine& machine) {
    const auto as_list = [](const std::vector<int>& cpus) { return cpu_list_text(cpus); };
    const auto as_bytes = [](auto bytes) { return bytes_text(bytes); };
    const auto yes_no = [](bool on) { return std::string(on ? "on" : "off"); };

    std::vector<std::pair<std::string, Fact<std::string>>> list;
    list.emplace_back("cpu model", machine.cpu_model);
    list.emplace_back("architecture", machine.architecture);
    list.emplace_back("kernel", machine.kernel);
    list.emplace_back("virtualised", machine.virtualised);
    list.emplace_back("online cpus", machine.online_cpus.map(as_list));
    list.emplace_back("allowed cpus", machine.allowed_cpus.map(as_list));
    list.emplace_back("cpu quota",
                      machine.cpu_quota.map([](double cpus) { return fmt::format("{:.2f} CPUs", cpus); }));
    list.emplace_back("smt", machine.smt.map(yes_no));
    list.emplace_back("siblings", siblings_text(machine));
    for (auto& cache : cache_facts(machine)) list.push_back(std::move(cache));
    if (!machine.caches.empty() && !machine.caches_remark.empty())
        list.emplace_back("caches remark", Fact<std::string>::of(machine.caches_remark));
    list.emplace_back("page size", machine.page_bytes.map(as_bytes));
    list.emplace_back("huge pages", machine.huge_pages);
    list.emplace_back("huge page size", machine.huge_page_bytes.map(as_bytes));
    list.emplace_back("governor", machine.governor);
    list.emplace_back("lowest clock", machine.min_khz.map(khz_as_ghz));
    list.emplace_back("highest clock", machine.max_khz.map(khz_as_ghz));
    list.emplace_back("turbo", machine.turbo.map(yes_no));
    list.emplace_back("load", machine.load.map([](double load) { return fmt::format("{:.2f}", load); }));
    list.emplace_back("steal since start", machine.steal_share.map([](double share) {
        return fmt::format("{:.2f} %", 100 * share);
    }));
    list.emplace_back("memory", machine.memory_total.map(as_bytes));
    list.emplace_back("memory available", machine.memory_available.map(as_bytes));
    return list;
}

}  // namespace lab

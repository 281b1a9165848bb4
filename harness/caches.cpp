// Cache sizes, lines and ways: where they stand, and which source to believe.
#include "harness/caches.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "harness/files.hpp"

namespace lab {

namespace {

// "32K", "32768K", "1M" or "4096": bytes.
Fact<std::uint64_t> read_size(const std::string& path) {
    const auto line = read_line(path);
    if (!line) return Fact<std::uint64_t>::unknown(line.why());
    std::string_view text = *line;
    std::uint64_t unit = 1;
    if (text.ends_with('K')) unit = std::uint64_t{1} << 10;
    if (text.ends_with('M')) unit = std::uint64_t{1} << 20;
    if (text.ends_with('G')) unit = std::uint64_t{1} << 30;
    if (unit != 1) text.remove_suffix(1);
    const auto number = parse_number(text);
    if (!number || *number == 0 || *number > std::numeric_limits<std::uint64_t>::max() / unit)
        return Fact<std::uint64_t>::unknown(fmt::format("{} holds \"{}\"", path, *line));
    return Fact<std::uint64_t>::of(*number * unit);
}

// A number that can't be 0, nor more than `most`.
template <class T>
Fact<T> read_count(const std::string& path, std::uint64_t most) {
    const auto number = read_number(path);
    if (!number) return Fact<T>::unknown(number.why());
    if (*number == 0 || *number > most) return Fact<T>::unknown(fmt::format("{} holds {}", path, *number));
    return Fact<T>::of(static_cast<T>(*number));
}

std::optional<CacheKind> kind_named(const std::string& name) {
    if (name == "Data") return CacheKind::data;
    if (name == "Instruction") return CacheKind::instruction;
    if (name == "Unified") return CacheKind::unified;
    return std::nullopt;
}

std::optional<Cache> read_one(const std::string& directory) {
    const auto level = read_count<unsigned>(directory + "/level", 9);
    const auto type = read_line(directory + "/type");
    if (!level || !type) return std::nullopt;
    const auto kind = kind_named(*type);
    if (!kind) return std::nullopt;
    Cache cache;
    cache.level = *level;
    cache.kind = *kind;
    cache.bytes = read_size(directory + "/size");
    cache.line = read_count<std::size_t>(directory + "/coherency_line_size", 65536);
    cache.ways = read_count<unsigned>(directory + "/ways_of_associativity", 65536);
    if (const auto shared = read_line(directory + "/shared_cpu_list"))
        cache.shared_cpus = parse_cpu_list(*shared).value_or({});
    cache.source = "/sys";
    return cache;
}

bool same_cache(const Cache& a, const Cache& b) {
    return a.level == b.level && a.kind == b.kind && a.shared_cpus == b.shared_cpus &&
           (!a.shared_cpus.empty() || (a.bytes == b.bytes && a.line == b.line && a.ways == b.ways));
}

std::vector<Cache> caches_in_sys(const std::string& root, const std::vector<int>& cpus) {
    std::vector<Cache> found;
    for (const int cpu : cpus) {
        // The kernel numbers the entries without gaps; a damaged one must not hide the rest.
        for (int index = 0; index < 10; ++index) {
            auto cache =
                read_one(at(root, fmt::format("/sys/devices/system/cpu/cpu{}/cache/index{}", cpu, index)));
            if (!cache) continue;
            const bool known = std::any_of(found.begin(), found.end(),
                                           [&](const Cache& c) { return same_cache(c, *cache); });
            if (!known) found.push_back(std::move(*cache));
        }
    }
    const auto first = [](const Cache& c) { return c.shared_cpus.empty() ? -1 : c.shared_cpus.front(); };
    std::stable_sort(found.begin(), found.end(), [&](const Cache& a, const Cache& b) {
        return std::tuple(a.level, a.kind, first(a)) < std::tuple(b.level, b.kind, first(b));
    });
    return found;
}

std::vector<Cache> caches_in_sysconf(const HostCalls& host) {
    std::vector<Cache> found;
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    struct Names {
        unsigned level;
        CacheKind kind;
        int size, line, ways;
    };
    constexpr Names all[] = {
        {1, CacheKind::data, _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_LINESIZE, _SC_LEVEL1_DCACHE_ASSOC},
        {1, CacheKind::instruction, _SC_LEVEL1_ICACHE_SIZE, _SC_LEVEL1_ICACHE_LINESIZE,
         _SC_LEVEL1_ICACHE_ASSOC},
        {2, CacheKind::unified, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_LINESIZE, _SC_LEVEL2_CACHE_ASSOC},
        {3, CacheKind::unified, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL3_CACHE_LINESIZE, _SC_LEVEL3_CACHE_ASSOC}};
    for (const auto& names : all) {
        const long bytes = host.sysconf(names.size), line = host.sysconf(names.line),
                   ways = host.sysconf(names.ways);
        if (bytes <= 0) continue;
        Cache cache;
        cache.level = names.level;
        cache.kind = names.kind;
        cache.bytes = Fact<std::uint64_t>::of(static_cast<std::uint64_t>(bytes));
        cache.line = line > 0 ? Fact<std::size_t>::of(static_cast<std::size_t>(line))
                              : Fact<std::size_t>::unknown("sysconf does not tell");
        cache.ways = ways > 0 ? Fact<unsigned>::of(static_cast<unsigned>(ways))
                              : Fact<unsigned>::unknown("sysconf does not tell");
        cache.source = "sysconf";
        found.push_back(std::move(cache));
    }
#endif
    return found;
}

// Fills gaps with what the register tells: the shortest line of all data caches and of all instruction
// caches, as the base-2 logarithm of the number of 4-byte words.
void use_ctr_el0(std::vector<Cache>& caches, std::uint64_t ctr) {
    const std::size_t data_line = std::size_t{4} << ((ctr >> 16) & 15U);
    const std::size_t code_line = std::size_t{4} << (ctr & 15U);
    bool first_level_data = false;
    for (auto& cache : caches) {
        first_level_data = first_level_data || (cache.level == 1 && cache.kind != CacheKind::instruction);
        if (cache.line) continue;
        cache.line = Fact<std::size_t>::of(cache.kind == CacheKind::instruction ? code_line : data_line);
        cache.source += " and CTR_EL0";
    }
    if (first_level_data) return;
    Cache cache;
    cache.level = 1;
    cache.kind = CacheKind::data;
    cache.bytes =
        Fact<std::uint64_t>::unknown("neither /sys nor sysconf tells, and CTR_EL0 holds only the line");
    cache.line = Fact<std::size_t>::of(data_line);
    cache.ways = Fact<unsigned>::unknown("neither /sys nor sysconf tells");
    cache.source = "CTR_EL0";
    caches.insert(caches.begin(), std::move(cache));
}

}  // namespace

std::string to_string(CacheKind kind) {
    switch (kind) {
        case CacheKind::data: return "data";
        case CacheKind::instruction: return "instruction";
        case CacheKind::unified: return "unified";
    }
    return "?";
}

CacheList read_caches(const std::string& root, const std::vector<int>& cpus, const HostCalls& host) {
    CacheList list;
    list.caches = caches_in_sys(root, cpus);
    const auto library = caches_in_sysconf(host);
    if (list.caches.empty()) list.caches = library;
    for (auto& cache : list.caches) {
        for (const auto& other : library) {
            if (cache.level != other.level || cache.kind != other.kind || cache.source != "/sys") continue;
            if (!cache.line && other.line) cache.line = other.line;
            if (!cache.ways && other.ways) cache.ways = other.ways;
            if (!cache.bytes) {
                cache.bytes = other.bytes;
                cache.source = "/sys and sysconf";
            } else if (other.bytes != cache.bytes && list.remark.empty()) {
                list.remark =
                    fmt::format("L{} {}: /sys says {} KiB, sysconf {} KiB; /sys is taken", cache.level,
                                to_string(cache.kind), *cache.bytes / 1024, *other.bytes / 1024);
            }
        }
    }
    if (const auto ctr = host.ctr_el0()) use_ctr_el0(list.caches, *ctr);
    if (list.caches.empty())
        list.remark = fmt::format("{} has no cache directories, and sysconf does not tell",
                                  at(root, "/sys/devices/system/cpu/cpu*"));
    return list;
}

namespace {

// Which CPUs have which answer, and the one answer if there is only one. The cache must be a data or unified
// one.
template <class T, class Pick>
Fact<T> one_answer(const Machine& machine, int cpu, Pick pick, const std::string& what) {
    struct Answer {
        Fact<T> value;
        std::vector<int> cpus;
    };
    std::vector<Answer> answers;
    for (const auto& cache : machine.caches) {
        const auto* fact = pick(cache);
        const auto& users = cache.shared_cpus;
        const bool used =
            cpu < 0 || users.empty() || std::find(users.begin(), users.end(), cpu) != users.end();
        if (fact == nullptr || !used) continue;
        const auto same = std::find_if(answers.begin(), answers.end(), [&](const Answer& a) {
            return a.value.has_value() == fact->has_value() && (!a.value || *a.value == **fact);
        });
        auto& answer = same == answers.end() ? answers.emplace_back(Answer{*fact, {}}) : *same;
        answer.cpus.insert(answer.cpus.end(), users.begin(), users.end());
    }
    if (answers.empty())
        return machine.caches.empty() ? Fact<T>::unknown(machine.caches_remark)
                                      : Fact<T>::no("there is no " + what);
    if (answers.size() == 1) return answers.front().value;
    std::string list;
    for (auto& answer : answers) {
        std::sort(answer.cpus.begin(), answer.cpus.end());
        list += fmt::format("{}{} on CPUs {}", list.empty() ? "" : ", ", answer.value.text(),
                            cpu_list_text(answer.cpus));
    }
    return Fact<T>::unknown(
        fmt::format("the CPUs differ in their {}: {} (in bytes); ask for one CPU", what, list));
}

}  // namespace

Fact<std::uint64_t> cache_bytes(const Machine& machine, unsigned level, int cpu) {
    return one_answer<std::uint64_t>(
        machine, cpu,
        [&](const Cache& c) {
            return c.level == level && c.kind != CacheKind::instruction ? &c.bytes : nullptr;
        },
        fmt::format("L{} data cache", level));
}

Fact<std::uint64_t> last_cache_bytes(const Machine& machine, int cpu) {
    for (unsigned level = 4; level > 1; --level)
        if (auto bytes = cache_bytes(machine, level, cpu)) return bytes;
    return cache_bytes(machine, 1, cpu);
}

Fact<std::size_t> line_bytes(const Machine& machine, int cpu) {
    // The line of the first level is the one a program sees; the others only when that one is not told.
    for (const unsigned level : {1U, 2U, 3U, 4U}) {
        auto line = one_answer<std::size_t>(
            machine, cpu,
            [&](const Cache& c) {
                return c.level == level && c.kind != CacheKind::instruction ? &c.line : nullptr;
            },
            "line of the data caches");
        if (line.has_value() || line.why().starts_with("the CPUs differ")) return line;
    }
    return machine.caches.empty() ? Fact<std::size_t>::unknown(machine.caches_remark)
                                  : Fact<std::size_t>::unknown("no data cache tells its line");
}

}  // namespace lab

// How much memory this process may still take, and by which limit.
#include <fmt/format.h>

#include <algorithm>

#include "harness/cgroup.hpp"
#include "harness/files.hpp"
#include "harness/memory.hpp"
#include "harness/units.hpp"

namespace lab {

namespace {

constexpr auto smaller =
    "Type the command again with a smaller size (--help names the option) or with --quick";

std::uint64_t rest(std::uint64_t limit, std::uint64_t used) { return limit > used ? limit - used : 0; }

// Files cached in memory count as used in a control group, but the kernel drops them before it kills anybody.
std::uint64_t droppable(const std::string& group, const char* inactive, const char* active) {
    const auto stat = read_file(group + "/memory.stat");
    if (!stat) return 0;
    std::uint64_t bytes = 0;
    for (const auto* key : {inactive, active})
        if (const auto text = field(*stat, key)) bytes += parse_number(*text).value_or(0);
    return bytes;
}

void add_groups(std::vector<MemoryLimit>& limits, const std::string& root) {
    const auto groups = cgroup_directories(root, "memory");
    const bool second = groups.version == 2;
    for (const auto& path : groups.paths) {
        const auto used = read_number(path + (second ? "/memory.current" : "/memory.usage_in_bytes"));
        for (const char* name :
             {second ? "memory.max" : "memory.limit_in_bytes", second ? "memory.high" : ""}) {
            if (*name == 0) continue;
            // "max", or in version 1 a number near 2^63, means that there is no limit.
            const auto limit = read_number(fmt::format("{}/{}", path, name));
            if (!limit || *limit >= (std::uint64_t{1} << 62)) continue;
            const auto cached = second ? droppable(path, "inactive_file", "active_file")
                                       : droppable(path, "total_inactive_file", "total_active_file");
            limits.push_back({fmt::format("control group v{} {}", groups.version, name),
                              rest(*limit, rest(used.value_or(0), cached)),
                              "give the container or the job more memory"});
        }
    }
}

// "Max data size     1048576      unlimited     bytes"
Fact<std::uint64_t> resource_limit(std::string_view limits, std::string_view name) {
    for (const auto line : split(limits, '\n')) {
        if (!line.starts_with(name)) continue;
        const auto parts = words(line.substr(name.size()));
        if (parts.empty()) break;
        if (parts[0] == "unlimited") return Fact<std::uint64_t>::no("unlimited");
        return parse_number(parts[0]);
    }
    return Fact<std::uint64_t>::unknown("no such line");
}

void add_resource_limits(std::vector<MemoryLimit>& limits, const std::string& root) {
    const auto text = read_file(at(root, "/proc/self/limits"));
    const auto status = read_file(at(root, "/proc/self/status"));
    if (!text || !status) return;
    struct Row {
        const char *line, *used, *name, *advice;
    };
    for (const auto& row : {Row{"Max address space", "VmSize", "RLIMIT_AS", "type: ulimit -v unlimited"},
                            Row{"Max data size", "VmData", "RLIMIT_DATA", "type: ulimit -d unlimited"}})
        if (const auto limit = resource_limit(*text, row.line))
            limits.push_back(
                {row.name, rest(*limit, field_bytes(*status, row.used).value_or(0)), row.advice});
}

}  // namespace

std::vector<MemoryLimit> memory_limits(const std::string& root) {
    std::vector<MemoryLimit> limits;
    if (const auto meminfo = read_file(at(root, "/proc/meminfo"))) {
        if (const auto available = field_bytes(*meminfo, "MemAvailable"))
            limits.push_back({"MemAvailable", *available, "close other programs"});
        // With overcommit off the kernel promises no more than it can keep.
        const auto policy = read_number(at(root, "/proc/sys/vm/overcommit_memory"));
        const auto most = field_bytes(*meminfo, "CommitLimit"), given = field_bytes(*meminfo, "Committed_AS");
        if (policy && *policy == 2 && most && given)
            limits.push_back(
                {"CommitLimit", rest(*most, *given), "type: sudo sysctl vm.overcommit_memory=0"});
    }
    add_groups(limits, root);
    add_resource_limits(limits, root);
    return limits;
}

Fact<std::uint64_t> available_memory(const std::string& root) {
    const auto limits = memory_limits(root);
    const auto least = std::min_element(
        limits.begin(), limits.end(), [](const auto& a, const auto& b) { return a.available < b.available; });
    if (least == limits.end())
        return Fact<std::uint64_t>::unknown(at(root, "/proc/meminfo") +
                                            " and the control groups tell no limit");
    return Fact<std::uint64_t>::of(least->available);
}

void require_memory(std::uint64_t bytes, const std::string& root) {
    for (const auto& limit : memory_limits(root)) {
        const auto usable = limit.available - limit.available / 16;
        if (bytes <= usable) continue;
        throw NotEnoughMemory(fmt::format(
            "not enough memory: {} asked, {} available by {} (15/16 of it may be used). {}; or {}.",
            show(static_cast<double>(bytes), Kind::bytes),
            show(static_cast<double>(limit.available), Kind::bytes), limit.name, smaller, limit.advice));
    }
}

void throw_size_overflow(std::size_t n, std::size_t each) {
    throw NotEnoughMemory(
        fmt::format("not enough memory: {} elements of {} bytes are more than any machine can address. {}.",
                    n, each, smaller));
}

}  // namespace lab

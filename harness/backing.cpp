// Proof of what backs a range of memory: reads the kernel's own list of mappings.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "harness/files.hpp"
#include "harness/memory.hpp"

namespace lab {

namespace {

struct Area {
    std::uintptr_t first = 0, last = 0;
    std::uint64_t resident = 0, huge = 0;
};

// "7f12a000-7f12c000 rw-p ..." starts a mapping; every other line is "Name: value".
std::optional<Area> area_in(std::string_view line) {
    Area area;
    const auto* end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), end, area.first, 16);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return std::nullopt;
    const auto last = std::from_chars(first.ptr + 1, end, area.last, 16);
    if (last.ec != std::errc{} || last.ptr == end || *last.ptr != ' ' || area.last <= area.first)
        return std::nullopt;
    return area;
}

void add_line(Area& area, std::string_view line) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const auto name = line.substr(0, colon);
    const auto bytes = field_bytes(line, name).value_or(0);
    if (name == "Rss") area.resident += bytes;
    if (name == "AnonHugePages" || name == "ShmemPmdMapped" || name == "FilePmdMapped") area.huge += bytes;
    if (name == "Private_Hugetlb" || name == "Shared_Hugetlb") {  // reserved huge pages are not in Rss
        area.huge += bytes;
        area.resident += bytes;
    }
}

// The range has `inside` bytes of an area of `whole` bytes, and `part` bytes of the area have some property.
// At least this many of them lie in the range, and at most min(part, inside).
std::uint64_t at_least(std::uint64_t part, std::uint64_t whole, std::uint64_t inside) {
    const auto outside = whole - inside;
    return part > outside ? std::min(part - outside, inside) : 0;
}

}  // namespace

Fact<Backing> backing_in(const std::string& smaps, std::uintptr_t first, std::size_t bytes,
                         std::size_t page_bytes) {
    if (bytes == 0 || page_bytes == 0) return Fact<Backing>::no("the range is empty");
    if (bytes > std::numeric_limits<std::uintptr_t>::max() - first - page_bytes)
        return Fact<Backing>::unknown("the range ends beyond the last address");
    const auto last = (first + bytes + page_bytes - 1) / page_bytes * page_bytes;
    first = first / page_bytes * page_bytes;

    Backing result;
    result.bytes = last - first;
    bool found = false;
    const auto take = [&](const std::optional<Area>& area) {
        if (!area) return;
        const auto from = std::max(first, area->first), to = std::min(last, area->last);
        if (from >= to) return;
        found = true;
        const std::uint64_t whole = area->last - area->first, inside = to - from;
        result.resident += at_least(area->resident, whole, inside);
        result.huge += at_least(area->huge, whole, inside);
    };
    std::optional<Area> area;
    for (const auto line : split(smaps, '\n')) {
        if (auto next = area_in(line)) {
            take(area);
            area = next;
        } else if (area) {
            add_line(*area, line);
        }
    }
    take(area);
    if (!found) return Fact<Backing>::unknown("/proc/self/smaps shows no mapping in this range");
    return Fact<Backing>::of(result);
}

Fact<Backing> backing(const void* first, std::size_t bytes) {
    const auto smaps = read_file("/proc/self/smaps", std::size_t{1} << 28);
    if (!smaps) return Fact<Backing>::unknown(smaps.why());
    return backing_in(*smaps, reinterpret_cast<std::uintptr_t>(first), bytes,
                      static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)));
}

}  // namespace lab

// Reads cachegrind's summary strictly, and turns counts into a share of the points.
#include "grading/grader/cost.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "grading/grader/result.hpp"
#include "grading/intake/text.hpp"

namespace grading {

namespace {

// "1,234" at the start of text.
std::optional<std::int64_t> grouped_number(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (const char c : text) {
        if (c == ',') continue;
        if (c < '0' || c > '9') break;
        if (++digits > 17) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    if (digits == 0) return std::nullopt;
    return value;
}

// Takes "==123== " (or the "--123-- " of a warning) off and returns the number; empty for a line that has none.
std::string take_pid(std::string_view& line) {
    if (!line.starts_with("==") && !line.starts_with("--")) return "";
    const std::size_t end = line.find(line.substr(0, 2), 2);
    if (end == std::string_view::npos || end == 2) return "";
    const std::string pid(line.substr(2, end - 2));
    if (!std::all_of(pid.begin(), pid.end(), [](char c) { return c >= '0' && c <= '9'; })) return "";
    line.remove_prefix(end + 2);
    return pid;
}

std::int64_t net(std::int64_t count, std::int64_t asking) {
    return std::max<std::int64_t>(1, count - asking);
}

}  // namespace

std::optional<Counts> read_summary(std::string_view log, std::string& why) {
    std::map<std::string, std::vector<std::int64_t>> seen;
    std::string pid;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        if (line.empty()) continue;
        const bool warning = line.starts_with("--");
        const std::string here = take_pid(line);
        if (here.empty() || (!pid.empty() && here != pid)) {
            why = "something else wrote where cachegrind writes its summary";
            return std::nullopt;
        }
        pid = here;
        if (warning) continue;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        std::string key;
        for (const char c : line.substr(0, colon))
            if (c != ' ') key += c;
        if (const auto value = grouped_number(line.substr(colon + 1))) seen[key].push_back(*value);
    }
    for (const char* key : {"Irefs", "D1misses", "Mispredicts"}) {
        if (seen[key].size() == 1) continue;
        why = seen[key].empty() ? "cachegrind wrote no summary" : "more than one summary";
        return std::nullopt;
    }
    return Counts{seen["Irefs"][0], seen["D1misses"][0], seen["Mispredicts"][0]};
}

std::int64_t value_of(const Counts& counts, Metric metric) {
    switch (metric) {
        case Metric::d1_misses: return counts.d1_misses;
        case Metric::mispredictions: return counts.mispredictions;
        case Metric::instructions: return counts.instructions;
    }
    return 0;
}

bool tells_apart(const CostScale& scale, Metric metric) {
    const auto of = [&](const Counts& counts, Metric which) {
        return static_cast<double>(net(value_of(counts, which), value_of(scale.asking, which)));
    };
    const double few = of(scale.reference, Metric::instructions) / 1000;
    return of(scale.starter, metric) > 2 * std::max(of(scale.reference, metric), few);
}

Share cost_share(const CostScale& scale, const Counts& student, Metric metric) {
    const auto of = [&](const Counts& counts) {
        return static_cast<double>(net(value_of(counts, metric), value_of(scale.asking, metric)));
    };
    const auto instructions = [&](const Counts& counts) {
        return static_cast<double>(net(counts.instructions, scale.asking.instructions));
    };
    // Fewer than one event in a thousand instructions are memory taken, loops ended: not what the lesson is about.
    // On a log scale 97 mispredictions against 67 would cost points, where the starter has half a million.
    const double few = instructions(scale.reference) / 1000;
    const double starter = of(scale.starter);
    const double reference = of(scale.reference);
    const auto whole = [](double count) { return std::to_string(static_cast<std::int64_t>(count)); };
    Share out;
    out.sentence = std::string(metric_name(metric)) + ": yours " + whole(of(student)) + ", the starter " +
                   whole(starter) + ", the reference " + whole(reference);
    // No work on the same input can be done in a thirtieth of the reference's instructions.
    if (instructions(student) * 30 < instructions(scale.reference)) {
        out.sentence = "the count is too small to be one of work done: " + out.sentence;
        return out;
    }
    if (instructions(student) > 3 * instructions(scale.reference)) {
        out.sentence += "; but " + whole(instructions(student)) +
                        " instructions are more than three times the reference's " +
                        whole(instructions(scale.reference));
        return out;
    }
    const double gain = std::log(starter / std::max(reference, few));
    const double share = gain > 0 ? std::log(starter / std::max(of(student), few)) / gain : 0;
    out.share = to_cents(std::clamp(share, 0.0, 1.0));
    return out;
}

bool can_write_its_code(const std::string& program_file) {
    const std::string bytes = whole_file(program_file);
    Elf64_Ehdr head{};
    if (bytes.size() < sizeof head) return true;
    std::memcpy(&head, bytes.data(), sizeof head);
    bool stack_named = false;  // without its entry, the stack can be run
    for (std::size_t i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr segment{};
        const std::size_t at = head.e_phoff + i * sizeof segment;
        if (head.e_phentsize != sizeof segment || at > bytes.size() - sizeof segment) return true;
        std::memcpy(&segment, bytes.data() + at, sizeof segment);
        if (segment.p_type == PT_GNU_STACK) stack_named = true;
        const bool loaded = segment.p_type == PT_LOAD || segment.p_type == PT_GNU_STACK;
        if (loaded && (segment.p_flags & PF_W) != 0 && (segment.p_flags & PF_X) != 0) return true;
    }
    return !stack_named;
}

bool talks_to_valgrind(const std::string& program_file) {
    // valgrind.h, "special instruction preamble": rotations that together do nothing.
#if defined(__x86_64__)
    constexpr std::array<unsigned char, 16> kPreamble{0x48, 0xC1, 0xC7, 0x03, 0x48, 0xC1, 0xC7, 0x0D,
                                                      0x48, 0xC1, 0xC7, 0x3D, 0x48, 0xC1, 0xC7, 0x33};
#else
    constexpr std::array<unsigned char, 16> kPreamble{0x8C, 0x0D, 0xCC, 0x93, 0x8C, 0x35, 0xCC, 0x93,
                                                      0x8C, 0xCD, 0xCC, 0x93, 0x8C, 0xF5, 0xCC, 0x93};
#endif
    const std::string bytes = whole_file(program_file);
    const std::string_view wanted(reinterpret_cast<const char*>(kPreamble.data()), kPreamble.size());
    return bytes.find(wanted) != std::string::npos;
}

}  // namespace grading

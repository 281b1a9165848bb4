// Reference solution of folded_stacks: one table of merged stacks; every report is derived from it.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "folded_stacks.hpp"

namespace folded_stacks {
namespace {

constexpr std::size_t longest_name = 31;
constexpr std::size_t deepest_stack = 32;
constexpr std::size_t most_functions = 64;
constexpr std::size_t most_stacks = 256;
constexpr std::int64_t largest_count = 1'000'000'000;
constexpr std::string_view root = "<root>";

// Products of a count and 1,000, and sums over the up to 31 edges of a stack, need more than 64 bits.
__extension__ using Wide = unsigned __int128;

std::string to_text(Wide value) {
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value != 0);
    return digits;
}

// ---- words ----

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// One carriage return at the very end goes first, then the blanks at both ends.
std::string_view without_ignored(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return line;
}

// The first fields of a line. No command takes more than two arguments, so the fourth field already is one too
// many, and a line of a million words costs no memory.
struct Fields {
    std::array<std::string_view, 4> field;
    std::size_t count = 0;
};

// The text has no blanks at its ends. (find_first_of with a set of two would be shorter, and twice as slow.)
Fields split_fields(std::string_view text) {
    Fields fields;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end && fields.count < fields.field.size()) {
        const char* const begin = at;
        at = std::find_if(at, end, is_blank);
        fields.field[fields.count++] = {begin, static_cast<std::size_t>(at - begin)};
        at = std::find_if_not(at, end, is_blank);
    }
    return fields;
}

std::vector<std::string_view> frames_of(std::string_view stack) {
    std::vector<std::string_view> frames;
    for (std::size_t begin = 0;;) {
        const auto end = stack.find(';', begin);
        frames.push_back(stack.substr(begin, end - begin));
        if (end == std::string_view::npos) return frames;
        begin = end + 1;
    }
}

// Decimal digits without sign or leading zero.
bool is_whole_number(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && text.front() != '0' && std::all_of(text.begin(), text.end(), is_digit);
}

// The number, or `most` if it is larger: so a number of any length has a value.
std::int64_t value_up_to(std::string_view digits, std::int64_t most) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} ? std::min(value, most) : most;
}

// ---- the table ----

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

class Profile {
public:
    void sample(std::string_view stack, std::string_view count, std::ostream& out);
    void flat(std::size_t lines, std::ostream& out) const;
    void folded(std::ostream& out) const;
    void hot(std::ostream& out) const;
    void calls(std::string_view name, std::ostream& out) const;

private:
    bool is_good_stack(const std::vector<std::string_view>& frames) const;

    std::unordered_map<std::string, std::int64_t, TextHash, std::equal_to<>> stacks_;  // samples of each stack
    std::set<std::string, std::less<>> functions_;
    std::int64_t total_ = 0;
};

bool Profile::is_good_stack(const std::vector<std::string_view>& frames) const {
    if (frames.size() > deepest_stack) return false;
    std::set<std::string_view> unseen;
    for (const auto frame : frames) {
        if (frame.empty() || frame.size() > longest_name || frame == root) return false;
        if (!functions_.contains(frame)) unseen.insert(frame);
    }
    return functions_.size() + unseen.size() <= most_functions;
}

void Profile::sample(std::string_view stack, std::string_view count, std::ostream& out) {
    auto known = stacks_.find(stack);  // a known stack has been checked already: the common and fast case
    std::vector<std::string_view> frames;
    if (known == stacks_.end()) {
        frames = frames_of(stack);
        if (!is_good_stack(frames)) {
            out << "error: bad stack " << stack << '\n';
            return;
        }
    }
    const auto samples = is_whole_number(count) ? value_up_to(count, largest_count + 1) : 0;
    if (samples < 1 || samples > largest_count) {
        out << "error: bad count " << count << '\n';
        return;
    }
    if (known == stacks_.end()) {
        if (stacks_.size() == most_stacks) {
            out << "error: too many stacks\n";
            return;
        }
        known = stacks_.emplace(stack, 0).first;
        functions_.insert(frames.begin(), frames.end());
    }
    known->second += samples;
    total_ += samples;
}

// ---- reports ----

void Profile::flat(std::size_t lines, std::ostream& out) const {
    struct Row {
        std::string_view name;
        std::int64_t self = 0;
        std::int64_t total = 0;
    };
    std::map<std::string_view, Row> by_name;
    for (const auto& [stack, samples] : stacks_) {
        const auto frames = frames_of(stack);
        by_name[frames.back()].self += samples;
        for (const auto frame : std::set(frames.begin(), frames.end())) by_name[frame].total += samples;
    }
    std::vector<Row> rows;
    for (const auto& [name, row] : by_name) rows.push_back({name, row.self, row.total});
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        if (a.self != b.self) return a.self > b.self;
        if (a.total != b.total) return a.total > b.total;
        return a.name < b.name;
    });
    if (rows.empty()) out << "no samples\n";
    rows.resize(std::min(rows.size(), lines));
    for (const auto& row : rows) {
        out << row.name << " self " << row.self << ' ' << percent(row.self, total_) << " total " << row.total << ' '
            << percent(row.total, total_) << '\n';
    }
}

void Profile::folded(std::ostream& out) const {
    if (stacks_.empty()) out << "no samples\n";
    const std::map<std::string_view, std::int64_t> sorted(stacks_.begin(), stacks_.end());
    for (const auto& [stack, samples] : sorted) out << stack << ' ' << samples << '\n';
}

void Profile::hot(std::ostream& out) const {
    if (stacks_.empty()) out << "no samples\n";
    std::vector<std::pair<std::vector<std::string_view>, std::int64_t>> on_path;  // stacks that begin with the path
    for (const auto& [stack, samples] : stacks_) on_path.emplace_back(frames_of(stack), samples);
    for (std::size_t depth = 0;; ++depth) {
        std::erase_if(on_path, [&](const auto& entry) { return entry.first.size() <= depth; });  // it ends here
        if (on_path.empty()) return;
        std::map<std::string_view, std::int64_t> next;
        for (const auto& [frames, samples] : on_path) next[frames[depth]] += samples;
        // max_element gives the first of equals, and the map is in byte order: ties go to the smaller name.
        const auto hottest = std::max_element(next.begin(), next.end(),
                                              [](const auto& a, const auto& b) { return a.second < b.second; });
        out << hottest->first << ' ' << hottest->second << ' ' << percent(hottest->second, total_) << '\n';
        std::erase_if(on_path, [&](const auto& entry) { return entry.first[depth] != hottest->first; });
    }
}

using Edges = std::map<std::string_view, Wide>;

void print_edges(std::string_view title, const Edges& edges, std::ostream& out) {
    std::vector<std::pair<std::string_view, Wide>> rows(edges.begin(), edges.end());
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        if (a.second != b.second) return a.second > b.second;
        if ((a.first == root) != (b.first == root)) return b.first == root;
        return a.first < b.first;
    });
    out << title << '\n';
    if (rows.empty()) out << "  none\n";
    for (const auto& [name, samples] : rows) out << "  " << name << ' ' << to_text(samples) << '\n';
}

void Profile::calls(std::string_view name, std::ostream& out) const {
    if (!functions_.contains(name)) {
        out << name << ": not in any sample\n";
        return;
    }
    Edges callers;
    Edges callees;
    for (const auto& [stack, samples] : stacks_) {
        const auto frames = frames_of(stack);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (frames[i] != name) continue;
            callers[i == 0 ? root : frames[i - 1]] += static_cast<Wide>(samples);
            if (i + 1 < frames.size()) callees[frames[i + 1]] += static_cast<Wide>(samples);
        }
    }
    print_edges("callers:", callers, out);
    print_edges("callees:", callees, out);
}

// ---- commands ----

// Does what the fields ask for; false if they are no command.
bool obey(const Fields& fields, Profile& profile, std::ostream& out) {
    const auto& [field, count] = fields;
    const auto command = field[0];
    if (command == "sample" && count == 3) {
        profile.sample(field[1], field[2], out);
    } else if (command == "flat" && count == 1) {
        profile.flat(most_functions, out);
    } else if (command == "flat" && count == 2 && is_whole_number(field[1])) {
        profile.flat(static_cast<std::size_t>(value_up_to(field[1], most_functions)), out);
    } else if (command == "folded" && count == 1) {
        profile.folded(out);
    } else if (command == "hot" && count == 1) {
        profile.hot(out);
    } else if (command == "calls" && count == 2) {
        profile.calls(field[1], out);
    } else if (command == "reset" && count == 1) {
        profile = Profile{};
    } else {
        return false;
    }
    return true;
}

}  // namespace

std::string percent(std::int64_t part, std::int64_t total) {
    const auto whole = static_cast<Wide>(total);
    // Half up in integers: floor(1000 part / total + 1/2), both terms over 2 total.
    const Wide tenths = (2 * 1000 * static_cast<Wide>(part) + whole) / (2 * whole);
    return to_text(tenths / 10) + '.' + to_text(tenths % 10) + '%';
}

void run(std::istream& in, std::ostream& out) {
    Profile profile;
    std::string line;
    while (std::getline(in, line)) {
        if (line.starts_with('#')) continue;
        const auto text = without_ignored(line);
        if (text.empty()) continue;
        if (!obey(split_fields(text), profile, out)) out << "error: bad command: " << text << '\n';
    }
}

}  // namespace folded_stacks

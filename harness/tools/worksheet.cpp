// Parses the slots of a worksheet by offsets, so that filling one leaves every other byte as the student
// wrote it.
#include "harness/tools/worksheet.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "harness/text.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace {

constexpr auto npos = std::string_view::npos;

struct Item {
    std::string id;
    std::size_t begin, end;  // of the text after the id, up to the next item or heading
};

// The id of a line like "- **10.2** which …", or nothing; `after` is set behind the id.
std::optional<std::string> item_id(std::string_view line, std::size_t& after) {
    const auto dash = line.find_first_not_of(" \t");
    if (dash == npos || (line[dash] != '-' && line[dash] != '*')) return std::nullopt;
    const auto stars = line.find_first_not_of(" \t", dash + 1);
    if (stars == npos || stars == dash + 1 || !line.substr(stars).starts_with("**")) return std::nullopt;
    const auto close = line.find("**", stars + 2);
    if (close == npos) return std::nullopt;
    const auto id = line.substr(stars + 2, close - stars - 2);
    const bool like_an_id =
        !id.empty() && id.find_first_not_of("0123456789.abcdefghijklmnopqrstuvwxyz") == npos &&
        id.front() >= '0' && id.front() <= '9' && id.find('.') != npos && id.back() != '.';
    if (!like_an_id) return std::nullopt;
    after = close + 2;
    return std::string(id);
}

std::vector<Item> find_items(std::string_view text) {
    std::vector<Item> items;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        const auto line = text.substr(at, end - at);
        std::size_t after = 0;
        const auto id = item_id(line, after);
        const bool open = !items.empty() && items.back().end == npos;
        if ((id || line.starts_with("## ") || line.starts_with("# ")) && open) items.back().end = at;
        if (id) items.push_back({*id, at + after, npos});
        at = end + 1;
    }
    if (!items.empty() && items.back().end == npos) items.back().end = text.size();
    return items;
}

// What a '[' at `at` opens, judged by the words before it.
std::optional<SlotKind> opens_slot(std::string_view text, const Item& item, std::size_t at) {
    auto before = text.substr(item.begin, at - item.begin);
    const auto last = before.find_last_not_of(" \t\r\n");
    if (last == npos) return std::nullopt;
    before = before.substr(0, last + 1);
    if (before.ends_with("predicted")) return SlotKind::predicted;
    if (before.ends_with("measured")) return SlotKind::measured;
    if (before.ends_with('?') || before.ends_with(':') || before.ends_with('.')) return SlotKind::answer;
    return std::nullopt;
}

// Where the slot that opens at `open` ends (the offset of its ']'), or npos.
std::size_t closing(std::string_view text, const Item& item, SlotKind kind, std::size_t open) {
    const auto line_end = std::min(text.find('\n', open), item.end);
    const auto line = text.substr(open + 1, line_end - open - 1);
    if (kind == SlotKind::predicted) {
        const auto next = line.find("measured");
        const auto close = line.substr(0, next).rfind(']');
        return close == npos ? npos : open + 1 + close;
    }
    const auto last = line.find_last_not_of(" \t\r");
    if (last != npos && line[last] == ']') return open + 1 + last;
    if (kind == SlotKind::measured) {
        const auto close = line.rfind(']');
        return close == npos ? npos : open + 1 + close;
    }
    std::size_t found = npos;
    for (auto at = line_end + 1; at < item.end;) {
        const auto end = std::min(text.find('\n', at), item.end);
        const auto row = trimmed(text.substr(at, end - at));
        if (row.ends_with(']')) found = text.rfind(']', end - 1);
        if (row == "]") return found;
        at = end + 1;
    }
    return found;
}

void find_slots(std::string_view text, const Item& item, Worksheet& sheet) {
    const auto own =
        text.substr(0, item.end);  // what is looked for must not be sought to the end of the text
    for (auto at = item.begin; (at = own.find('[', at)) != npos;) {
        const auto kind = opens_slot(text, item, at);
        if (!kind) {
            ++at;
            continue;
        }
        const auto close = closing(text, item, *kind, at);
        if (close == npos) {
            sheet.faults.push_back(item.id + ": its answer is not closed by a ']'.");
            return;
        }
        const auto content = text.substr(at + 1, close - at - 1);
        sheet.slots.push_back({item.id, *kind, at + 1, close, std::string(trimmed(content))});
        if (*kind == SlotKind::answer) return;  // what follows is the student's or plain text
        at = close + 1;
    }
}

}  // namespace

const Slot* Worksheet::slot(std::string_view id, SlotKind kind) const {
    const auto found =
        std::ranges::find_if(slots, [&](const Slot& slot) { return slot.id == id && slot.kind == kind; });
    return found == slots.end() ? nullptr : &*found;
}

Worksheet parse_worksheet(std::string_view text) {
    Worksheet sheet;
    std::set<std::string> seen;
    for (const auto& item : find_items(text)) {
        if (!seen.insert(item.id).second) {
            sheet.faults.push_back(item.id + ": this number stands there twice; the first one counts.");
            continue;
        }
        const auto slots_before = sheet.slots.size() + sheet.faults.size();
        find_slots(text, item, sheet);
        if (sheet.slots.size() + sheet.faults.size() == slots_before) {
            sheet.faults.push_back(item.id + ": no answer slot [ ] is found there.");
        }
    }
    return sheet;
}

std::string fill_worksheet(std::string_view text, const std::vector<Filling>& fillings) {
    const auto sheet = parse_worksheet(text);
    std::string filled;
    std::size_t done = 0;
    for (const auto& slot : sheet.slots) {  // in the order of the text
        const auto wanted = std::ranges::find_if(fillings, [&](const Filling& filling) {
            return filling.id == slot.id && filling.kind == slot.kind;
        });
        if (wanted == fillings.end() || !slot.empty()) continue;
        filled.append(text.substr(done, slot.begin - done)).append(wanted->value);
        done = slot.end;
    }
    return filled.append(text.substr(done));
}

}  // namespace lab::tools

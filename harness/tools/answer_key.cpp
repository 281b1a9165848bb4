// Reads worksheet.key, line by line; a line that is not understood is named, never skipped in silence.
#include "harness/tools/answer_key.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/text.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace {

std::string_view next_word(std::string_view& rest) {
    rest = trimmed(rest);
    const auto word = rest.substr(0, std::min(rest.find_first_of(" \t"), rest.size()));
    rest.remove_prefix(word.size());
    rest = trimmed(rest);
    return word;
}

std::string read_measured(std::string_view rest, KeyEntry& entry) {
    entry.lab = next_word(rest);
    entry.prediction = next_word(rest);
    const auto unit = next_word(rest);
    entry.unit = unit_named(unit);
    if (entry.prediction.empty() || !entry.unit || !rest.empty())
        return "wanted: measured LAB PREDICTION UNIT";
    return {};
}

std::string read_number(std::string_view rest, KeyEntry& entry) {
    constexpr auto wanted = "wanted: number VALUE [UNIT] tolerance VALUE[%]";
    const auto value = parse_double(next_word(rest));
    auto word = next_word(rest);
    if (word != "tolerance") {
        entry.unit = unit_named(word);
        if (!entry.unit) return wanted;
        word = next_word(rest);
    }
    auto tolerance = next_word(rest);
    const bool relative = tolerance.ends_with('%');
    if (relative) tolerance.remove_suffix(1);
    const auto width = parse_double(tolerance);
    if (!value || word != "tolerance" || !width || *width < 0 || !rest.empty()) return wanted;
    entry.number = *value;
    entry.tolerance = relative ? std::abs(*value) * *width / 100 : *width;
    return {};
}

std::string read_words(std::string_view rest, KeyEntry& entry) {
    for (const auto& word : split(rest, '|')) entry.words.emplace_back(trimmed(word));
    const bool gap = std::ranges::any_of(entry.words, [](const auto& word) { return word.empty(); });
    return gap ? "wanted: word ANSWER [| ANSWER]" : "";
}

std::string read_line(std::string_view line, KeyEntry& entry) {
    entry.id = next_word(line);
    const auto kind = next_word(line);
    if (kind == "measured") {
        entry.kind = AnswerKind::measured;
        return read_measured(line, entry);
    }
    if (kind == "number") {
        entry.kind = AnswerKind::number;
        return read_number(line, entry);
    }
    if (kind == "word") {
        entry.kind = AnswerKind::word;
        return read_words(line, entry);
    }
    if (kind == "text") {
        entry.kind = AnswerKind::text;
        entry.rubric = line;
        return line.empty() ? "wanted: text RUBRIC (one line that says what a good answer holds)" : "";
    }
    return "wanted: ID, then measured, number, word or text";
}

}  // namespace

const KeyEntry* AnswerKey::entry(std::string_view id) const {
    const auto found =
        std::ranges::find(entries, id, [](const auto& entry) { return std::string_view{entry.id}; });
    return found == entries.end() ? nullptr : &*found;
}

AnswerKey parse_key(std::string_view text) {
    AnswerKey key;
    int number = 0;
    for (const auto line : lines_of(text)) {
        ++number;
        if (trimmed(line).empty() || trimmed(line).starts_with('#')) continue;
        KeyEntry entry{.id = {},
                       .kind = AnswerKind::text,
                       .lab = {},
                       .prediction = {},
                       .unit = {},
                       .words = {},
                       .rubric = {}};
        auto fault = read_line(line, entry);
        if (fault.empty() && key.entry(entry.id) != nullptr) fault = "this number has a line already";
        if (fault.empty()) {
            key.entries.push_back(entry);
        } else {
            key.faults.push_back("line " + std::to_string(number) + " '" + std::string(trimmed(line)) +
                                 "': " + fault);
        }
    }
    return key;
}

std::optional<Unit> unit_named(std::string_view name) {
    constexpr std::array all{Unit{ns},  Unit{us},  Unit{ms},   Unit{s},      Unit{bytes}, Unit{KiB},
                             Unit{MiB}, Unit{GiB}, Unit{GBps}, Unit{cycles}, Unit{ratio}, Unit{percent}};
    if (name == "µs") return Unit{us};
    if (name == "count") return Unit{count};  // has no name in print
    const auto found = std::ranges::find(all, name, &Unit::name);
    if (found == all.end()) return std::nullopt;
    return *found;
}

}  // namespace lab::tools

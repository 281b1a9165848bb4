// The key of a chapter's worksheet: what each slot asks, and what counts as right.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/units.hpp"

namespace lab::tools {

// One line for each item of worksheet.md; '#' at the start of a line is a remark:
//
// clang-format off
//   10.1a  measured stride pass_at_step_1 ms    predicted and measured come from lab stride, prediction key …
//   10.2   number 13 tolerance 0                a plain number
//   10.3   number 0.8 ns tolerance 5%           a number with a unit; the tolerance is absolute, or a part of it
//   10.5   word latency | lat                   one of these words, capitals or not
//   10.4   text Says which of the two is limited by latency.    free text, with its rubric in one line
// clang-format on
enum class AnswerKind { measured, number, word, text };

struct KeyEntry {
    std::string id;
    AnswerKind kind;
    std::string lab, prediction;     // measured
    std::optional<Unit> unit;        // measured, number
    double number = 0;               // in `unit` when there is one
    double tolerance = 0;            // absolute, in `unit`
    std::vector<std::string> words;  // word
    std::string rubric;              // text
};

struct AnswerKey {
    std::vector<KeyEntry> entries;
    std::vector<std::string> faults;  // lines that are not understood, with their numbers

    const KeyEntry* entry(std::string_view id) const;
};

AnswerKey parse_key(std::string_view text);

// The unit with this name as printed: "ms", "us" or "µs", "GB/s", "x", "%", "B", "cycles".
std::optional<Unit> unit_named(std::string_view name);

}  // namespace lab::tools

// Judges one answer of a worksheet against its key, with words that help.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/tools/answer_key.hpp"
#include "harness/units.hpp"

namespace lab::tools {

enum class Mark { open, answered, right, wrong, unreadable };

struct Grade {
    Mark mark;
    std::string message;  // for wrong and unreadable: what was seen, and what to look at
};

// `answer` is the content of the slot. Text is open or answered, never judged here. Numbers are judged in the
// key's unit: an answer may carry a unit of its own ("0.014 s" for 14 ms). The right value is never told; an
// answer that would be right in another unit is told so.
Grade grade(std::string_view answer, const KeyEntry& entry);

// Judges what a student copied by hand into a measured slot (canonical `measured`): a value that is a
// thousand times off is a unit taken for another.
Grade grade_measured(std::string_view answer, Unit unit, std::optional<double> measured);

}  // namespace lab::tools

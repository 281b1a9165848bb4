// Worksheets: finds the answer slots in a Markdown text, and fills empty ones without touching anything else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lab::tools {

// A worksheet item begins with "- **10.2**" and goes on to the next item or heading. Its slots are brackets:
//
//   - **10.1a** time of one pass at step 1, in ms:  predicted [ ]  measured [ ]
//   - **10.2** which set does address 0x12345 fall in? [ ]
//   - **10.4** explain the gap: [
//     ]
//
// A bracket opens a slot when the text before it ends in "predicted", "measured", '?', ':' or '.'. A slot that is
// not closed on its line goes on to the first line that is only "]", else to the last line of the item that
// ends in ']'.
enum class SlotKind { predicted, measured, answer };

struct Slot {
    std::string id;  // "10.1a"
    SlotKind kind;
    std::size_t begin, end;  // of what stands between the brackets, as offsets into the text
    std::string content;     // the same, trimmed

    bool empty() const { return content.empty(); }
};

struct Worksheet {
    std::vector<Slot> slots;          // in the order of the text
    std::vector<std::string> faults;  // "10.4: the slot is not closed by a ']'", "10.2 stands there twice", …

    const Slot* slot(std::string_view id, SlotKind kind) const;
};

Worksheet parse_worksheet(std::string_view text);

struct Filling {
    std::string id;
    SlotKind kind;
    std::string value;
};

// The text with each filling written into its slot, when that slot exists and is empty. All other bytes stay.
std::string fill_worksheet(std::string_view text, const std::vector<Filling>& fillings);

}  // namespace lab::tools

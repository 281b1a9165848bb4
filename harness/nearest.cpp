// Finds the known word that a mistyped one most likely means.
#include <algorithm>
#include <limits>
#include <vector>

#include "harness/units.hpp"

#include "harness/text.hpp"

namespace lab {
std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the table are enough: this one, the one before, and the one before that for a swap.
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before_last, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> known) {
    // Longer than any name: not worth the table.
    if (word.empty() || word.size() > 100) return {};
    const std::string wanted = lower(word);
    const std::string* best = nullptr;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const std::string& candidate : known) {
        const std::string name = lower(candidate);
        if (name == wanted) return candidate;
        const std::size_t edits = edit_distance(wanted, name);
        const std::size_t allowed = 1 + (wanted.size() > 5 ? (wanted.size() - 3) / 3 : 0);
        // One edit of a one-letter word is any other letter.
        if (edits <= allowed && edits < std::max(wanted.size(), name.size()) && edits < fewest) {
            fewest = edits;
            best = &candidate;
        }
    }
    if (best != nullptr) return *best;
    if (wanted.size() >= 3)
        for (const std::string& candidate : known)
            if (lower(candidate).starts_with(wanted)) return candidate;
    return {};
}

}  // namespace lab

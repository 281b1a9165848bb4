// The catalogue of labs and exercises that CMake writes: read, and grouped by chapter in reading order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lab::tools {

struct Entry {
    std::string name;
    std::vector<std::string> files;  // of an exercise: what the student edits
    std::string no_plot;             // of a lab: why it has none; empty when it has one
};

struct Chapter {
    std::string name;    // "ch10"
    std::string folder;  // "part3-machine/ch10-cache-lines", below the root
    std::vector<Entry> labs;
    std::vector<Entry> exercises;
};

// Lines of tab-separated kind, name, chapter, folder, question, packages, plot or edited files. '#' starts a
// remark; lines of other kinds or with too few fields are left out.
std::vector<Chapter> parse_catalogue(std::string_view text);

// The chapter with this name, or nullptr.
const Chapter* find_chapter(const std::vector<Chapter>& chapters, std::string_view name);

// The chapter that holds a lab with this name, or nullptr.
const Chapter* chapter_of_lab(const std::vector<Chapter>& chapters, std::string_view lab);

}  // namespace lab::tools

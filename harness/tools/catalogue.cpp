// Reads the catalogue that cmake/lab.cmake writes.
#include "harness/tools/catalogue.hpp"

#include <algorithm>

#include "harness/text.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace {

Chapter& chapter_at(std::vector<Chapter>& chapters, const std::string& name, const std::string& folder) {
    for (auto& chapter : chapters) {
        if (chapter.name == name) return chapter;
    }
    chapters.push_back({.name = name, .folder = folder, .labs = {}, .exercises = {}});
    return chapters.back();
}

}  // namespace

std::vector<Chapter> parse_catalogue(std::string_view text) {
    std::vector<Chapter> chapters;
    for (const auto line : lines_of(text)) {
        if (line.starts_with('#')) continue;
        const auto parts = split(line, '\t');
        const std::vector<std::string> fields(parts.begin(), parts.end());
        if (fields.size() < 7) continue;
        Entry entry{.name = fields[1], .files = {}, .no_plot = {}};
        auto& chapter = chapter_at(chapters, fields[2], fields[3]);
        if (fields[0] == "lab") {
            if (fields[6] != "yes") entry.no_plot = fields[6];
            chapter.labs.push_back(entry);
        } else if (fields[0] == "exercise") {
            for (const auto file : split(fields[6], ' ')) entry.files.emplace_back(file);
            chapter.exercises.push_back(entry);
        }
    }
    return chapters;
}

const Chapter* find_chapter(const std::vector<Chapter>& chapters, std::string_view name) {
    const auto found = std::ranges::find(chapters, name, &Chapter::name);
    return found == chapters.end() ? nullptr : &*found;
}

const Chapter* chapter_of_lab(const std::vector<Chapter>& chapters, std::string_view lab) {
    for (const auto& chapter : chapters) {
        if (std::ranges::find(chapter.labs, lab, &Entry::name) != chapter.labs.end()) return &chapter;
    }
    return nullptr;
}

}  // namespace lab::tools

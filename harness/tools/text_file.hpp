// Reading and replacing whole text files: the notebook's worksheets and the course's own lists.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab::tools {

// The bytes of a file, or nothing when it can't be read.
std::optional<std::string> read_text(const std::filesystem::path& file);

// Replaces a file as a whole: a reader sees the old bytes or the new ones, never half of them. Makes the
// folder. Returns an empty string, or why it failed.
std::string replace_text(const std::filesystem::path& file, std::string_view bytes);

// The lines of a text without their ends; "\r\n" counts as one end.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace lab::tools

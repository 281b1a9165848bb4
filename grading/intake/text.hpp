// Text that came from a student: made safe to print, and to compile.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace grading {

// Valid UTF-8 without control characters but newline and tab: each bad byte becomes U+FFFD.
std::string printable(std::string_view bytes);

// At most `most` bytes, cut between characters, with "… (N more bytes)" after a cut.
std::string shortened(std::string_view text, std::size_t most);

// One line: newlines and tabs become blanks.
std::string one_line(std::string_view text);

// A source file as a compiler on Linux wants it: no byte order mark, lines that end in a newline, UTF-8. Adds a note for
// each change.
std::string normal_source(std::string_view bytes, const std::string& name, std::vector<std::string>& notes);

// All the bytes of a file of ours. Throws std::runtime_error with its name. Here and not in text.cpp: judges need no more than this.
inline std::string whole_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("can't read " + path.string());
    std::ostringstream bytes;
    bytes
        << file.rdbuf();  // by blocks: a judge has megabytes, and this file is compiled without optimisation
    return std::move(bytes).str();
}

// A to Z in small letters; every other byte stays.
std::string lower(std::string text);

}  // namespace grading

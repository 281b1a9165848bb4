// Reading the small text files through which Linux tells about itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/fact.hpp"
#include "harness/text.hpp"

namespace lab {

// root + path without doubling the slash: at("/", "/proc/stat") is "/proc/stat".
std::string at(const std::string& root, std::string_view path);

bool is_directory(const std::string& path);

// The whole file. Unknown with the system's reason when it can't be read; at most `limit` bytes are read.
Fact<std::string> read_file(const std::string& path, std::size_t limit = std::size_t{1} << 24);

// The file without white space at its ends; unknown when nothing is left.
Fact<std::string> read_line(const std::string& path);

// A whole number, optionally followed by white space. Signs, fractions and words are unknown, never 0.
Fact<std::uint64_t> read_number(const std::string& path);

// The same for a text. Nothing for anything but digits; nothing when it does not fit.
Fact<std::uint64_t> parse_number(std::string_view text);

// The value of "key   : value" or "key value" in a file of such lines (/proc/meminfo, /proc/cpuinfo,
// memory.stat): the first line whose key is exactly `key`, trimmed.
Fact<std::string> field(std::string_view text, std::string_view key);

// A field of /proc/meminfo or /proc/self/status in bytes: "16384 kB" is 16777216.
Fact<std::uint64_t> field_bytes(std::string_view text, std::string_view key);

}  // namespace lab

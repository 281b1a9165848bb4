// Reading small text files: one open, read to the end, and a reason when that fails.
#include "harness/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>

namespace lab {

bool is_directory(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string at(const std::string& root, std::string_view path) {
    std::string full = root;
    while (!full.empty() && full.back() == '/') full.pop_back();
    if (path.empty() || path.front() != '/') full += '/';
    full += path;
    return full;
}

Fact<std::string> read_file(const std::string& path, std::size_t limit) {
    // O_NONBLOCK: a FIFO in an odd place must not stop us for ever. It changes nothing for files.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return Fact<std::string>::unknown(fmt::format("{}: {}", path, std::strerror(errno)));
    std::string text;
    char buffer[16384];
    int problem = 0;
    while (text.size() < limit) {
        const auto got = ::read(file, buffer, std::min(sizeof buffer, limit - text.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) problem = errno;
        if (got <= 0) break;
        text.append(buffer, static_cast<std::size_t>(got));
    }
    ::close(file);
    if (problem != 0) return Fact<std::string>::unknown(fmt::format("{}: {}", path, std::strerror(problem)));
    return Fact<std::string>::of(std::move(text));
}

Fact<std::string> read_line(const std::string& path) {
    auto text = read_file(path, 65536);
    if (!text) return text;
    auto line = trimmed(*text);
    while (line.ends_with('\0')) line.remove_suffix(1);  // device tree texts end in one
    if (line.empty()) return Fact<std::string>::unknown(path + " is empty");
    return Fact<std::string>::of(std::string(line));
}

Fact<std::uint64_t> read_number(const std::string& path) {
    const auto line = read_line(path);
    if (!line) return Fact<std::uint64_t>::unknown(line.why());
    auto number = parse_number(*line);
    if (!number) return Fact<std::uint64_t>::unknown(fmt::format("{} {}", path, number.why()));
    return number;
}

Fact<std::uint64_t> parse_number(std::string_view text) {
    text = trimmed(text);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && !text.empty())
        return Fact<std::uint64_t>::of(value);
    return Fact<std::uint64_t>::unknown(fmt::format("holds \"{}\", not a whole number", text.substr(0, 40)));
}

Fact<std::string> field(std::string_view text, std::string_view key) {
    for (auto line : split(text, '\n')) {
        if (!line.starts_with(key)) continue;
        auto rest = line.substr(key.size());
        // The key must end here: "Cached" is not the start of "CachedMore", nor "model" of "model name".
        const auto colon = rest.find_first_not_of(" \t");
        if (colon == std::string_view::npos) continue;
        if (rest[colon] == ':') {
            rest.remove_prefix(colon + 1);
        } else if (colon == 0 || line.find(':') != std::string_view::npos) {
            continue;
        }
        return Fact<std::string>::of(std::string(trimmed(rest)));
    }
    return Fact<std::string>::unknown(fmt::format("no line \"{}\"", key));
}

Fact<std::uint64_t> field_bytes(std::string_view text, std::string_view key) {
    const auto value = field(text, key);
    if (!value) return Fact<std::uint64_t>::unknown(value.why());
    const auto parts = words(*value);
    if (parts.size() != 2 || parts[1] != "kB")
        return Fact<std::uint64_t>::unknown(fmt::format("the line \"{}\" holds \"{}\"", key, *value));
    const auto number = parse_number(parts[0]);
    if (!number || *number > std::numeric_limits<std::uint64_t>::max() / 1024)
        return Fact<std::uint64_t>::unknown(fmt::format("the line \"{}\" holds \"{}\"", key, *value));
    return Fact<std::uint64_t>::of(*number * 1024);
}

}  // namespace lab

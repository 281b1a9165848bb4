// Whole text files: read, and replaced by writing beside and renaming.
#include "harness/tools/text_file.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <system_error>

namespace lab::tools {

namespace fs = std::filesystem;

std::optional<std::string> read_text(const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string replace_text(const fs::path& file, std::string_view bytes) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    fs::path beside = file;
    beside += "." + std::to_string(getpid()) + ".new";
    {
        std::ofstream out(beside, std::ios::binary);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        out.close();
        if (!out) {
            fs::remove(beside, error);
            return "can't write " + file.string() + " (is the folder writable, and the disk not full?)";
        }
    }
    fs::rename(beside, file, error);
    if (!error) return {};
    const std::string why = error.message();
    fs::remove(beside, error);
    return "can't replace " + file.string() + ": " + why;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        lines.push_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

}  // namespace lab::tools

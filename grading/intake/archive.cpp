// Reads zip and tar through libarchive: regular files only, counted before they are kept.
#include "grading/intake/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <string_view>

#include "grading/intake/text.hpp"

namespace grading {

namespace {

constexpr std::array<std::string_view, 9> kEndings{".zip",     ".tar.gz", ".tgz",  ".tar",    ".tar.xz",
                                                   ".tar.bz2", ".txz",    ".tbz2", ".tar.zst"};
constexpr std::array<std::string_view, 6> kUnreadable{".rar", ".7z", ".gz", ".bz2", ".xz", ".zst"};

template <std::size_t N>
bool ends_like_one_of(const std::string& name, const std::array<std::string_view, N>& endings) {
    const std::string small = lower(name);
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
        return small.size() > ending.size() && small.ends_with(ending);
    });
}

struct Closer {
    void operator()(archive* a) const { archive_read_free(a); }
};

std::string entry_path(archive_entry* entry) {
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = archive_entry_pathname(entry);
    return name == nullptr ? "(a name that can't be read)" : name;
}

}  // namespace

bool is_archive(const std::string& name) { return ends_like_one_of(name, kEndings); }

bool is_unreadable_archive(const std::string& name) {
    return !is_archive(name) && ends_like_one_of(name, kUnreadable);
}

bool safe_path(const std::string& path) {
    if (path.empty() || path.front() == '/' || path.find('\0') != std::string::npos) return false;
    std::size_t start = 0;
    while (start <= path.size()) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        if (path.substr(start, end - start) == "..") return false;
        start = end + 1;
    }
    return true;
}

bool IntakeUse::allows(const IntakeLimits& limits, Submission& into) const {
    if (entries > limits.entries)
        into.trouble = "the hand-in has more than " + std::to_string(limits.entries) + " entries";
    else if (bytes > limits.total_bytes)
        into.trouble = "the hand-in holds more than " + std::to_string(limits.total_bytes >> 20U) + " MiB";
    return into.trouble.empty();
}

void read_archive(const std::string& path, const std::string& prefix, const IntakeLimits& limits,
                  IntakeUse& use, Submission& into) {
    const std::unique_ptr<archive, Closer> in(archive_read_new());
    // One compression around a tar. Not all filters: some start another program.
    archive_read_support_filter_gzip(in.get());
    archive_read_support_filter_bzip2(in.get());
    archive_read_support_filter_xz(in.get());
    archive_read_support_filter_zstd(in.get());
    archive_read_support_format_zip(in.get());
    archive_read_support_format_tar(in.get());
    const auto broken = [&] {
        const int error = archive_errno(in.get());
        const char* why = archive_error_string(in.get());
        const std::string sentence =
            "the archive can't be read: " + one_line(printable(why == nullptr ? "unknown error" : why));
        // Not ENOMEM: libarchive says so for an archive that asks for more memory than it may have.
        (error == EACCES || error == EIO || error == EMFILE ? into.fault : into.trouble) = sentence;
    };
    // A zip's list of entries is read whole, before the first entry can be counted.
    struct stat facts {};
    if (stat(path.c_str(), &facts) == 0 && static_cast<std::size_t>(facts.st_size) > limits.total_bytes) {
        use.bytes += static_cast<std::size_t>(facts.st_size);
        use.allows(limits, into);
        return;
    }
    if (archive_read_open_filename(in.get(), path.c_str(), 65536) != ARCHIVE_OK) return broken();
    if (archive_filter_count(in.get()) > 2) {  // the last is the file itself
        into.trouble = "the archive is compressed more than once";
        return;
    }
    for (;;) {
        archive_entry* entry = nullptr;
        const int got = archive_read_next_header(in.get(), &entry);
        if (got == ARCHIVE_EOF) return;
        if (got < ARCHIVE_WARN) return broken();
        std::string name = entry_path(entry);
        ++use.entries;
        use.bytes += name.size();
        if (!use.allows(limits, into)) return;
        // Read also when it is refused below: to skip it costs as much, and would not be counted.
        std::string bytes;
        std::array<char, 65536> buffer;
        bool large = false;
        for (;;) {
            const auto size = archive_read_data(in.get(), buffer.data(), buffer.size());
            if (size == 0) break;
            if (size < 0) return broken();
            use.bytes += static_cast<std::size_t>(size);
            if (!use.allows(limits, into)) return;
            if (bytes.size() + static_cast<std::size_t>(size) > limits.file_bytes)
                large = true;
            else
                bytes.append(buffer.data(), static_cast<std::size_t>(size));
        }
        for (char& c : name)
            if (c == '\\') c = '/';  // some zip programs write the other slash
        while (name.starts_with("./")) name.erase(0, 2);
        const auto type = archive_entry_filetype(entry);
        if (type == AE_IFDIR || name.empty()) continue;
        if (!safe_path(name)) {
            into.refused[prefix + name] = "its path leaves the hand-in";
            continue;
        }
        name.insert(0, prefix);
        if (archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr ||
            type != AE_IFREG)
            into.refused[name] = "it is a link or a special file";
        else if (large)
            into.refused[name] = "it is larger than " + std::to_string(limits.file_bytes >> 10U) + " KiB";
        else
            into.files[name] = std::move(bytes);
    }
}

}  // namespace grading

// Finds the hand-ins of a class and reads one: folder or archive, however it was packed.
#include "grading/intake/submission.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>

#include "grading/intake/archive.hpp"
#include "grading/intake/text.hpp"

namespace grading {

namespace {

namespace fs = std::filesystem;

std::time_t changed_at(const std::string& path) {
    struct stat facts {};
    return lstat(path.c_str(), &facts) == 0 ? facts.st_mtime : 0;
}

// O_NOFOLLOW and O_NONBLOCK: what was a file a moment ago may be a link or a pipe now. False with the reason in `why`, or in
// `fault` when it is this machine that refuses.
bool read_regular(const std::string& path, std::size_t most, std::string& bytes, std::string& why,
                  std::string& fault) {
    const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno != ELOOP && errno != ENXIO && errno != ENOENT) {
        fault = std::strerror(errno);
        return false;
    }
    struct stat facts {};
    if (file < 0 || fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        why = "it can't be read as a regular file";
        if (file >= 0) close(file);
        return false;
    }
    std::array<char, 65536> buffer;
    ssize_t got = 0;
    while ((got = read(file, buffer.data(), buffer.size())) > 0 && bytes.size() <= most)
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (got < 0) fault = std::strerror(errno);
    close(file);
    if (bytes.size() > most) why = "it is larger than " + std::to_string(most >> 10U) + " KiB";
    return why.empty() && fault.empty();
}

void read_folder(const std::string& folder, const IntakeLimits& limits, Submission& into) {
    IntakeUse use;
    std::error_code error;
    std::vector<std::string> archives;
    fs::recursive_directory_iterator it(folder, error);
    for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().lexically_relative(folder).generic_string();
        ++use.entries;
        use.bytes += name.size();
        if (!use.allows(limits, into)) return;
        const auto type = it->symlink_status(error).type();
        if (error) break;
        if (type == fs::file_type::directory) {
            if (it.depth() < 30) continue;
            it.disable_recursion_pending();
            into.notes.push_back("folders more than 30 deep were left out");
            continue;
        }
        into.changed = std::max(into.changed, changed_at(it->path().string()));
        if (type != fs::file_type::regular) {
            into.refused[name] = "it is a link or a special file";
            continue;
        }
        if (is_archive(name)) {
            archives.push_back(name);
            continue;
        }
        std::string bytes;
        std::string why;
        std::string fault;
        const bool good = read_regular(it->path().string(), limits.file_bytes, bytes, why, fault);
        if (!fault.empty()) {
            into.fault = "can't read " + one_line(printable(name)) + ": " + fault;
            return;
        }
        use.bytes += bytes.size();
        if (!use.allows(limits, into)) return;
        if (good)
            into.files[name] = std::move(bytes);
        else
            into.refused[name] = why;
    }
    if (error) {
        // The iterator does not say where it stood.
        into.fault = "can't read all of the hand-in's folder: " + error.message();
        return;
    }
    std::sort(archives.begin(), archives.end());
    const bool alone = into.files.empty();  // then the archives are the hand-in
    for (const std::string& name : archives) {
        Submission inner;  // apart, so that nothing stays of one that breaks off
        read_archive((fs::path(folder) / name).string(), name + "/", limits, use, inner);
        if (!inner.fault.empty()) {
            into.fault = inner.fault;
            return;
        }
        if (!inner.trouble.empty()) {
            into.unread = "the archive " + one_line(printable(name)) + " inside the folder: " + inner.trouble;
            into.notes.push_back("left out: " + into.unread);
            if (!alone) continue;
            into.trouble = inner.trouble;
            return;
        }
        into.notes.push_back("the archive " + printable(name) + " inside the folder was read too");
        into.files.merge(inner.files);
        into.refused.merge(inner.refused);
    }
}

std::vector<std::string> parts(const std::string& path) {
    std::vector<std::string> out;
    for (const auto& part : fs::path(path)) out.push_back(part.string());
    return out;
}

// How many parts the two paths share at their ends.
std::size_t shared_end(const std::string& a, const std::string& b) {
    const auto x = parts(a);
    const auto y = parts(b);
    std::size_t n = 0;
    while (n < x.size() && n < y.size() && x[x.size() - 1 - n] == y[y.size() - 1 - n]) ++n;
    return n;
}

// The name of a hand-in without its ending, in the bytes of the disk; empty for a file that is none.
std::string handed_in_name(const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    if (name.empty() || name.front() == '.' || name == "__MACOSX") return "";
    std::error_code error;
    if (fs::is_directory(fs::symlink_status(path, error))) return name;
    if (!is_archive(name) && !is_unreadable_archive(name)) return "";
    std::size_t cut = name.rfind('.');
    if (lower(name.substr(0, cut)).ends_with(".tar")) cut -= 4;
    return name.substr(0, cut);
}

// True for what was read from an archive inside a folder: the archive is a part of its path.
bool is_inside(const std::string& path) {
    const auto all = parts(path);
    return std::any_of(all.begin(), all.end() - 1, is_archive);
}

// A folder's own time is when it was copied here: what counts is the newest file in it.
std::time_t handed_in_at(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(path, error))) return changed_at(path);
    std::time_t newest = 0;
    std::size_t left = IntakeLimits{}.entries;
    fs::recursive_directory_iterator it(path, error);
    for (const fs::recursive_directory_iterator end; !error && it != end && left-- > 0; it.increment(error))
        if (!it->is_directory(error)) newest = std::max(newest, changed_at(it->path().string()));
    return newest;
}

bool is_debris(const std::string& path) {
    const auto all = parts(path);
    // What tools keep beside the work: the Finder's copies, an editor's history.
    const auto of_a_tool = [](const std::string& part) {
        return part == "__MACOSX" || part.starts_with(".");
    };
    return std::any_of(all.begin(), all.end() - 1, of_a_tool) || all.back().starts_with("._");
}

}  // namespace

std::string student_of(const std::string& path) {
    const std::string name = handed_in_name(path);
    std::string shown = one_line(printable(name));
    // Two names may be shown alike: told apart by what they are made of. One that looks like a name so marked is marked, too.
    const bool like_a_marked_one =
        shown.size() > 11 && shown.ends_with(']') && shown.compare(shown.size() - 11, 2, " [") == 0;
    if (shown == name && !like_a_marked_one) return shown;
    std::uint32_t hash = 0x811c9dc5U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), " [%08x]", hash);
    return shown + digits.data();
}

Submission read_submission(const std::string& path, const IntakeLimits& limits) {
    Submission out;
    out.path = path;
    while (out.path.size() > 1 && out.path.back() == '/') out.path.pop_back();
    out.student = student_of(out.path);
    out.changed = changed_at(out.path);
    std::error_code error;
    const auto type = fs::symlink_status(out.path, error).type();
    if (type == fs::file_type::directory) {
        out.changed = 0;  // of a folder, only its files were handed in
        read_folder(out.path, limits, out);
    } else if (type == fs::file_type::regular && is_archive(out.path)) {
        IntakeUse use;
        read_archive(out.path, "", limits, use, out);
    } else if (type == fs::file_type::not_found) {
        out.trouble = "there is no such file";
    } else if (type == fs::file_type::none) {
        out.fault = "the hand-in can't be looked at: " + error.message();
    } else {
        out.trouble = "it is neither a folder nor a .zip or .tar.gz archive";
    }
    return out;
}

std::vector<Submission> list_submissions(const std::string& folder, std::vector<std::string>& notes) {
    std::map<std::string, Submission> found;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string path = entry.path().string();
        const std::string student = student_of(path);
        const std::string name = one_line(printable(entry.path().filename().string()));
        if (student.empty()) {
            const bool of_a_tool = name == "__MACOSX" || (name.starts_with(".") && !is_archive(path));
            if (!of_a_tool)
                notes.push_back(name + " is neither a folder nor a .zip or .tar.gz archive: left out");
            continue;
        }
        Submission one;
        one.student = student;
        one.path = path;
        one.changed = handed_in_at(path);
        const auto [at, fresh] = found.try_emplace(handed_in_name(path), one);
        if (fresh) continue;
        // What can be read goes before what can't.
        const auto rank = [](const Submission& it) {
            return std::tuple(!is_unreadable_archive(it.path), it.changed, it.path);
        };
        if (rank(one) > rank(at->second)) at->second = one;
        at->second.notes = {"handed in more than once: the latest, " +
                            one_line(printable(fs::path(at->second.path).filename().string())) +
                            ", is graded"};
    }
    std::vector<Submission> out;
    for (auto& [name, one] : found) out.push_back(std::move(one));
    return out;
}

Chosen choose_file(const Submission& submission, const std::string& folder, const std::string& file,
                   std::vector<std::string>& notes) {
    const std::string wanted = folder + "/" + file;
    const std::string base = parts(file).back();
    Chosen chosen;
    std::vector<std::string> at;
    for (const auto& [inside, exact] :
         {std::pair{false, true}, {false, false}, {true, true}, {true, false}}) {
        std::size_t best = 0;
        for (const auto& [path, bytes] : submission.files) {
            if (is_debris(path) || is_inside(path) != inside) continue;
            const bool same = exact ? parts(path).back() == base : lower(parts(path).back()) == lower(base);
            if (!same) continue;
            const std::size_t score = exact ? shared_end(path, wanted) : 1;
            if (score > best) at.clear();
            if (score >= best) at.push_back(path), best = score;
        }
        if (!at.empty()) break;
    }
    if (at.empty()) {
        for (const auto& [path, why] : submission.refused) {
            if (is_debris(path) || parts(path).back() != base) continue;
            chosen.refused = true;
            chosen.why = base + " was refused: " + why;
            return chosen;
        }
        chosen.refused = !submission.unread.empty();  // it may be in there
        for (const auto& [path, bytes] : submission.files) {
            if (is_debris(path) || !(is_archive(path) || is_unreadable_archive(path))) continue;
            chosen.refused = true;
            chosen.why = "no " + base + " in the hand-in; it may be in " + one_line(printable(path)) +
                         ", an archive inside it, which is not unpacked";
            return chosen;
        }
        chosen.why = "no " + base + " in the hand-in" + (chosen.refused ? "; " + submission.unread : "");
        return chosen;
    }
    chosen.bytes = submission.files.at(at.front());
    for (const std::string& other : at) {
        if (submission.files.at(other) == chosen.bytes) continue;
        chosen.refused = true;
        chosen.why = "two different files " + base + ": " + one_line(printable(at.front())) + " and " +
                     one_line(printable(other));
        return chosen;
    }
    chosen.found = true;
    if (at.front() != wanted && at.front() != base && at.front() != file)
        notes.push_back(base + " was found at " + one_line(printable(at.front())));
    return chosen;
}

}  // namespace grading

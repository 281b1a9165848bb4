// Lays out the folder a class is graded in.
#include "grading/grader/workshop.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace grading {

namespace {

namespace fs = std::filesystem;

void make_folder(const fs::path& path, mode_t mode) {
    fs::create_directories(path);
    if (chmod(path.c_str(), mode) != 0)
        throw std::system_error(errno, std::generic_category(), path.string());
}

// Readable by the sandbox's user whatever it was before. Links are followed once, here, and never later.
void copy_readable(const fs::path& from, const fs::path& to, mode_t mode = 0644) {
    make_folder(to.parent_path(), 0755);
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);
    if (chmod(to.c_str(), mode) != 0) throw std::system_error(errno, std::generic_category(), to.string());
}

void copy_headers(const fs::path& root, const fs::path& folder, const fs::path& clean,
                  const std::vector<std::string>& but = {}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        if (!entry.is_regular_file() || entry.path().extension() != ".hpp") continue;
        const std::string name = entry.path().lexically_relative(root / folder).generic_string();
        if (std::find(but.begin(), but.end(), name) != but.end()) continue;
        copy_readable(entry.path(), clean / folder / name);
    }
}

void open_folders(const fs::path& clean) {
    for (const auto& entry : fs::recursive_directory_iterator(clean))
        if (entry.is_directory()) make_folder(entry.path(), 0755);
}

// Never what a student edits: in the instructor's working copy that may be the solution, with an editor's backups beside it.
void copy_exercise(const Exercise& e, const fs::path& clean) {
    copy_headers(e.root, e.folder, clean, e.edit);
    for (const std::string& name : e.sources)
        copy_readable(fs::path(e.root) / e.folder / name, clean / e.folder / name);
}

// The source of <name>.o and what it includes: a list of functions, no test and no answer.
void copy_functions(const Exercise& e, const fs::path& to) {
    const fs::path own = fs::path(e.own).lexically_relative(e.root);
    copy_readable(fs::path(e.own) / "functions.hpp", to / own / "functions.hpp");
    for (const char* header : {"declare.hpp", "wire.hpp", "server.hpp", "signature.hpp"}) {
        const fs::path file = fs::path("grading/proxy") / header;
        copy_readable(fs::path(e.root) / file, to / file);
    }
    {
        std::ofstream child(to / "child.cpp");
        child << "#define GRADED_CHILD\n#include \"" << (own / "functions.hpp").generic_string() << "\"\n";
    }
    make_folder(to, 0755);
    for (const auto& entry : fs::recursive_directory_iterator(to))
        if (entry.is_directory()) make_folder(entry.path(), 0755);
}

// Workshops of graders that were killed: their process is gone.
void sweep(const fs::path& base) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(base, error)) {
        if (!entry.path().filename().string().starts_with("grading-")) continue;
        struct stat facts {};
        if (lstat(entry.path().c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != geteuid())
            continue;
        pid_t owner = 0;
        if (!(std::ifstream(entry.path() / "private/owner") >> owner)) continue;
        if (kill(owner, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), error);
    }
}

// Root's jobs run as another user, who has to get through every folder above the workshop.
bool others_get_through(const fs::path& folder) {
    for (fs::path at = fs::absolute(folder);; at = at.parent_path()) {
        struct stat facts {};
        if (stat(at.c_str(), &facts) != 0 || (facts.st_mode & S_IXOTH) == 0) return false;
        if (at == at.parent_path()) return true;
    }
}

}  // namespace

Workshop Workshop::make(const std::vector<Exercise>& exercises) {
    const char* base = std::getenv("TMPDIR");
    std::string under = base == nullptr || *base == '\0' ? "/tmp" : base;
    if (geteuid() == 0 && !others_get_through(under)) under = "/tmp";
    sweep(under);
    std::string name = under + "/grading-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    Workshop shop{name};
    make_folder(name, 0711);
    make_folder(shop.clean(), 0755);
    make_folder(shop.image(), 0755);
    make_folder(shop.root_ + "/jobs", 0711);
    make_folder(shop.root_ + "/reference", 0711);
    make_folder(shop.hidden(), 0700);
    std::ofstream(shop.hidden() + "/owner") << getpid() << "\n";
    if (!exercises.empty() && fs::exists(fs::path(exercises.front().root) / "harness"))
        copy_headers(exercises.front().root, "harness", shop.clean());
    for (const Exercise& e : exercises) {
        copy_exercise(e, shop.clean());
        copy_readable(e.box, shop.box(), 0755);
        copy_readable(e.driver, shop.image() + "/driver.o");
        if (!e.functions.empty()) copy_readable(e.functions, shop.image() + "/" + e.name + ".o");
        if (!e.functions.empty() && e.edits_header()) copy_functions(e, fs::path(shop.image()) / e.name);
        if (e.harness && fs::exists(e.harness_library))
            copy_readable(e.harness_library, shop.image() + "/libharness.a");
    }
    open_folders(shop.clean());
    return shop;
}

std::string Workshop::of_slot(const char* kind, unsigned slot, unsigned owner) const {
    const std::string path =
        root_ + "/" + kind + "/" +
        std::to_string(1000 + slot);  // one length: a path's length is part of a program's stack
    fs::remove_all(path);
    make_folder(path, 0700);
    if (owner == 0) return path;
    // For the job's user, whose group nobody else has.
    if (chown(path.c_str(), geteuid(), owner) != 0)
        throw std::system_error(errno, std::generic_category(), path);
    make_folder(path, 0710);
    return path;
}

std::string Workshop::job(unsigned slot, unsigned owner) const {
    const std::string path = of_slot("jobs", slot, owner);
    make_folder(path + "/in", 0755);
    make_folder(path + "/out", 0755);
    if (owner != 0 && chown((path + "/out").c_str(), owner, owner) != 0)
        throw std::system_error(errno, std::generic_category(), path);
    return path;
}

void Workshop::remove() const {
    std::error_code error;
    fs::remove_all(root_, error);
}

}  // namespace grading

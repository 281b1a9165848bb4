// Runs the compiler where a student's #include can reach nothing of ours.
#include "grading/grader/compile.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "grading/intake/text.hpp"

namespace grading {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDiagnosticsKept = 12000;
constexpr auto kPatience = std::chrono::seconds(60);

bool is_source(const std::string& name) { return name.ends_with(".cpp") || name.ends_with(".cc"); }

void write_file(const fs::path& path, const std::string& bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    if (!file.flush()) throw std::runtime_error("can't write " + path.string());
}

Command compiler_command(const Exercise& e, const std::map<std::string, std::string>& files,
                         const Workshop& shop, const std::string& job) {
    Command command;
    command.system = true;
    command.filter = Filter::none;
    command.limits = {
        .cpu_seconds = 40, .memory_mib = 3072, .file_mib = 128, .processes = 32, .descriptors = 256};
    command.tmp_mib = 256;
    command.binds = {{job + "/in", "/box/in", false},
                     {job + "/out", "/box/out", true},
                     {shop.clean(), "/box/clean", false},
                     {shop.image(), "/box/image", false}};
    command.environment = {{"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}, {"TMPDIR", "/box/out"}};
    const bool clang = e.compiler.find("clang") != std::string::npos;
    command.argv = {fs::canonical(e.compiler).string(),
                    "-std=c++20",
                    "-O2",
                    "-DNDEBUG",
                    "-w",
                    "-static",
                    "-pthread",
                    clang ? "-fno-color-diagnostics" : "-fdiagnostics-color=never",
                    clang ? "-ferror-limit=10" : "-fmax-errors=10"};
    // The real file behind clang++ is clang: it must be told that it is the C++ compiler, also when it links.
    if (clang) command.argv.push_back("--driver-mode=g++");
    // The student's copy first, then the clean one; a file that the student may not edit is found only there.
    for (const std::string& folder : {"/box/in/" + e.folder, "/box/clean/" + e.folder})
        command.argv.insert(command.argv.end(), {"-iquote", folder, "-I" + folder});
    command.argv.insert(command.argv.end(), {"-I/box/in", "-I/box/clean", "-o", "/box/out/program"});
    for (const auto& [name, bytes] : files)
        if (is_source(name)) command.argv.push_back("/box/in/" + e.folder + "/" + name);
    for (const std::string& name : e.sources) command.argv.push_back("/box/clean/" + e.folder + "/" + name);
    if (!e.program) {
        // Where the student edits a header, the list of functions can't be compiled before the student's file is there.
        const std::string functions =
            e.edits_header() ? "/box/image/" + e.name + "/child.cpp" : "/box/image/" + e.name + ".o";
        command.argv.insert(command.argv.end(), {"-I/box/image/" + e.name, "/box/image/driver.o", functions});
    }
    if (e.harness) command.argv.insert(command.argv.end(), {"/box/image/libharness.a", "-lfmt"});
    return command;
}

// Paths of ours say nothing to a student.
std::string without_paths(std::string text, const Exercise& e, const std::string& job, const Workshop& shop) {
    for (const std::string& prefix :
         {"/box/in/" + e.folder + "/", std::string("/box/in/"), "/box/clean/" + e.folder + "/",
          std::string("/box/clean/"), std::string("/box/image/"), std::string("/box/out/"),
          job + "/in/" + e.folder + "/", job + "/in/", job + "/out/", shop.clean() + "/" + e.folder + "/",
          shop.clean() + "/", shop.image() + "/", e.root + "/"}) {
        for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
            text.erase(at, prefix.size());
    }
    // The compiler's temporary files have random names.
    for (std::size_t at = text.find("/tmp/cc"); at != std::string::npos; at = text.find("/tmp/cc", at + 1)) {
        const std::size_t end = text.find_first_of(".: \n", at + 7);
        text.replace(at, std::min(end, text.size()) - at, "/tmp/cc");
    }
    for (std::size_t at = text.find("cc"); at != std::string::npos; at = text.find("cc", at + 1))
        if (at + 10 <= text.size() &&
            (text.compare(at + 8, 2, ".o") == 0 || text.compare(at + 8, 2, ".s") == 0))
            text.replace(at, 8, "your-file");
    return text;
}

// The line that says most: the linker's before the compiler's summary of it.
std::string first_error(const std::string& text) {
    for (const char* sign : {"multiple definition", "undefined reference", "error: ", "Error: "}) {
        const std::size_t at = text.find(sign);
        if (at == std::string::npos) continue;
        const std::size_t start = text.rfind('\n', at) + 1;
        const std::string line = text.substr(start, std::min(text.find('\n', at), text.size()) - start);
        return line.size() <= 200 ? line : line.substr(0, 200) + "…";
    }
    return "";
}

}  // namespace

Built compile(const Exercise& e, const std::map<std::string, std::string>& files, const Workshop& shop,
              const Jail& jail, const std::string& job) {
    for (const auto& [name, bytes] : files) write_file(fs::path(job) / "in" / e.folder / name, bytes);
    Command command = compiler_command(e, files, shop, job);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    command.descriptors = {{1, ends[1]}, {2, ends[1]}};
    Running running = launch(jail, command);
    close(ends[1]);

    std::string text;
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    bool late = false;
    for (bool open = true; open;) {
        pollfd on{ends[0], POLLIN, 0};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
                .count();
        if (left <= 0) {
            late = true;
            break;
        }
        poll(&on, 1, static_cast<int>(left));
        std::array<char, 65536> buffer;
        ssize_t got = 0;
        while ((got = read(ends[0], buffer.data(), buffer.size())) > 0)
            if (text.size() < 4 * kDiagnosticsKept) text.append(buffer.data(), static_cast<std::size_t>(got));
        if (got == 0) open = false;
    }
    close(ends[0]);
    if (!late) wait_for(running, 2000);
    const Ending ending = finish(running);

    Built built;
    built.program = job + "/out/program";
    text = printable(without_paths(text, e, job, shop));
    built.diagnostics = shortened(text, kDiagnosticsKept);
    struct stat facts {};
    const bool there = lstat(built.program.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
    built.ok = !late && ending.exited && ending.code == 0 && there;
    if (built.ok) return built;
    built.maybe_ours = late || !ending.exited || ending.code == 126 || ending.code == 127 ||
                       text.find("No space left on device") != std::string::npos ||
                       text.find("Killed signal terminated program") != std::string::npos;
    if (late)
        built.reason = "the compiler did not end after 60 s";
    else if (ending.exited && (ending.code == 126 || ending.code == 127))
        built.reason = "the compiler could not be started";
    else if (!ending.exited)
        built.reason = "the compiler needed more time or memory than allowed";
    else if (text.find("multiple definition of `main'") != std::string::npos)
        built.reason = "does not compile: it defines main, which is not its part";
    else {
        const std::string first = one_line(printable(first_error(text)));
        built.reason = "does not compile" + (first.empty() ? std::string() : ": " + first);
    }
    return built;
}

}  // namespace grading

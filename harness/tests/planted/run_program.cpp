// Starts a program with pipes or on a pseudo-terminal, and collects what it prints.
#include "harness/tests/planted/run_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lab::testing {
namespace {

namespace fs = std::filesystem;

// A program that hangs must not hang the tests: the alarm survives exec and kills it. Generous, for loaded machines.
constexpr unsigned longest_seconds = 120;

[[noreturn]] void become(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    alarm(longest_seconds);
    execvp(words[0], words.data());
    _exit(127);
}

int exit_code(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Appends what has come. False at the end of the stream (a terminal ends with an error).
bool take(int from, std::string& text) {
    std::array<char, 4096> buffer{};
    const auto got = read(from, buffer.data(), buffer.size());
    if (got <= 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
}

}  // namespace

Scratch::Scratch() {
    auto name = (fs::temp_directory_path() / "a lab, planted XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory: " + name);
    path_ = name;
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::vector<fs::path> Scratch::files(const std::string& extension) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(path_))
        if (entry.path().extension() == extension) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

nlohmann::json Scratch::record() const {
    const auto found = files(".json");
    EXPECT_EQ(found.size(), 1U) << "records in the notebook";
    if (found.empty()) return nlohmann::json::object();
    auto record = nlohmann::json::parse(text_of(found.front()), nullptr, false);
    EXPECT_TRUE(record.is_object()) << text_of(found.front());
    return record.is_object() ? record : nlohmann::json::object();
}

std::string Scratch::csv() const {
    const auto found = files(".csv");
    EXPECT_EQ(found.size(), 1U) << "CSV files in the notebook";
    return found.empty() ? std::string() : text_of(found.front());
}

Finished run_program(const std::vector<std::string>& command, const std::function<void()>& in_child) {
    int out[2];
    int err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const auto child = fork();
    if (child < 0) throw std::runtime_error("no new process");
    if (child == 0) {
        setpgid(0, 0);
        const int empty = open("/dev/null", O_RDONLY);
        dup2(empty, STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        if (in_child) in_child();
        become(command);
    }
    close(out[1]);
    close(err[1]);
    Finished finished;
    std::array<pollfd, 2> streams{{{out[0], POLLIN, 0}, {err[0], POLLIN, 0}}};
    for (int open_streams = 2; open_streams > 0;) {
        poll(streams.data(), streams.size(), -1);
        for (std::size_t i = 0; i < 2; ++i) {
            if (streams[i].revents == 0 || take(streams[i].fd, i == 0 ? finished.out : finished.err))
                continue;
            close(streams[i].fd);
            streams[i].fd = -1;
            --open_streams;
        }
    }
    finished.code = exit_code(child);
    return finished;
}

Finished run_on_terminal(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& steps) {
    int terminal = -1;
    const auto child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child < 0) throw std::runtime_error("no pseudo-terminal");
    if (child == 0) become(command);
    Finished finished;
    std::size_t seen = 0;
    for (const auto& [text, keys] : steps) {
        auto at = std::string::npos;
        while ((at = finished.out.find(text, seen)) == std::string::npos)
            if (pollfd stream{terminal, POLLIN, 0};
                poll(&stream, 1, 30'000) <= 0 || !take(terminal, finished.out))
                break;
        if (at == std::string::npos) {
            ADD_FAILURE() << "it never printed '" << text << "', but:\n" << finished.out;
            kill(child, SIGKILL);
            break;
        }
        seen = at + text.size();
        if (write(terminal, keys.data(), keys.size()) < 0) ADD_FAILURE() << "the terminal takes no keys";
    }
    while (take(terminal, finished.out)) {
    }
    finished.code = exit_code(child);
    close(terminal);
    return finished;
}

}  // namespace lab::testing

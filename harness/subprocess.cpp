// Starts a program with posix_spawn and drains its two output pipes until it ends.
#include "harness/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace lab {
namespace {

// Of two entries with one name the later one counts; a program would take the first it finds.
void set(std::vector<std::string>& all, const std::string& entry) {
    const auto name = entry.substr(0, entry.find('=') + 1);
    std::erase_if(all, [&](const std::string& old) { return old.starts_with(name); });
    all.push_back(entry);
}

std::vector<std::string> environment_for(const std::vector<std::string>& extra, bool clean) {
    std::vector<std::string> all;
    if (clean) {
        const char* path = std::getenv("PATH");
        all.push_back(std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path));
    } else {
        for (char** entry = environ; *entry != nullptr; ++entry) set(all, *entry);
    }
    set(all, "LC_ALL=C");
    for (const auto& entry : extra) set(all, entry);
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    out.reserve(words.size() + 1);
    for (auto& word : words) out.push_back(word.data());
    out.push_back(nullptr);
    return out;
}

// Both pipes are read as they fill: a program that prints much on one must not wait for a reader of the
// other.
void drain(int out, int err, ProgramResult& result) {
    std::array<pollfd, 2> pipes{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
    std::array<char, 65536> buffer;
    while (pipes[0].fd >= 0 || pipes[1].fd >= 0) {
        if (poll(pipes.data(), pipes.size(), -1) < 0) {
            if (errno != EINTR) return;
            continue;  // what the last poll() saw has been read
        }
        for (std::size_t i = 0; i < pipes.size(); ++i) {
            if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
            const auto got = read(pipes[i].fd, buffer.data(), buffer.size());
            if (got > 0) {
                (i == 0 ? result.output : result.error).append(buffer.data(), static_cast<std::size_t>(got));
            } else if (got == 0 || errno != EINTR) {
                pipes[i].fd = -1;
            }
        }
    }
}

}  // namespace

ProgramResult run_program(const std::vector<std::string>& command,
                          const std::vector<std::string>& environment, bool clean) {
    ProgramResult result;
    std::array<int, 2> out{-1, -1};
    std::array<int, 2> err{-1, -1};
    if (command.empty() || pipe2(out.data(), O_CLOEXEC) != 0) {
        result.error = command.empty() ? "no command" : std::strerror(errno);
        return result;
    }
    if (pipe2(err.data(), O_CLOEXEC) != 0) {
        result.error = std::strerror(errno);
        close(out[0]);
        close(out[1]);
        return result;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);

    auto words = command;
    auto variables = environment_for(environment, clean);
    pid_t child = -1;
    const int failed = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                                    pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    close(err[1]);
    if (failed == 0) {
        result.started = true;
        result.process = child;
        drain(out[0], err[0], result);
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else {
        result.error = std::strerror(failed);
    }
    close(out[0]);
    close(err[0]);
    return result;
}

}  // namespace lab

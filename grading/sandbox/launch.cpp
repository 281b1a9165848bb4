// Starts commands under bubblewrap or under a user id of their own, and kills all they leave behind.
#include "grading/sandbox/launch.hpp"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace grading {

namespace {

namespace fs = std::filesystem;

std::string seen_as(const Jail& jail, const Command& command, const std::string& path) {
    if (jail.tier == Tier::bubblewrap) return path;
    // Options such as -I/box/clean carry a path after a prefix: replace it wherever it starts.
    std::string out = path;
    for (const Bind& bind : command.binds) {
        for (std::size_t at = out.find(bind.inside); at != std::string::npos;
             at = out.find(bind.inside, at + bind.outside.size())) {
            const std::size_t end = at + bind.inside.size();
            if (end < out.size() && out[end] != '/' && out[end] != ':') {
                at = end;
                continue;
            }
            out.replace(at, bind.inside.size(), bind.outside);
        }
    }
    return out;
}

void add_system(std::vector<std::string>& argv) {
    argv.insert(argv.end(), {"--ro-bind", "/usr", "/usr"});
    for (const std::string top : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        std::error_code error;
        if (fs::is_symlink(top, error)) {
            argv.insert(argv.end(), {"--symlink", fs::read_symlink(top).string(), top});
        } else if (fs::is_directory(top, error)) {
            argv.insert(argv.end(), {"--ro-bind", top, top});
        }
    }
}

std::vector<std::string> bubblewrap_argv(const Jail& jail, const Command& command) {
    std::vector<std::string> argv{"bwrap",      "--unshare-all", "--die-with-parent", "--cap-drop", "ALL",
                                  "--hostname", "box",           "--clearenv",        "--dir",      "/box"};
    for (const auto& [name, value] : command.environment) argv.insert(argv.end(), {"--setenv", name, value});
    if (command.system) add_system(argv);
    argv.insert(argv.end(), {"--ro-bind", jail.box, "/box/box"});
    for (const Bind& bind : command.binds)
        argv.insert(argv.end(), {bind.writable ? "--bind" : "--ro-bind", bind.outside, bind.inside});
    // Not writable: through /proc/self/mem a program could write what valgrind runs.
    if (command.proc) argv.insert(argv.end(), {"--proc", "/proc", "--remount-ro", "/proc"});
    argv.insert(argv.end(), {"--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null"});
    argv.insert(argv.end(),
                {"--size", std::to_string(std::size_t{command.tmp_mib} << 20U), "--tmpfs", "/tmp"});
    argv.insert(argv.end(), {"--remount-ro", "/", "--chdir", "/tmp"});
    return argv;
}

std::vector<std::string> box_argv(const Jail& jail, const Command& command) {
    const Limits& l = command.limits;
    std::string filter = "none";
    if (command.filter == Filter::run) filter = "run";
    if (command.filter == Filter::cost) filter = "cost";
    // Under bubblewrap the only places to write are bounded; elsewhere no file may be made at all.
    if (command.filter != Filter::none && jail.tier != Tier::bubblewrap) filter += "-nofiles";
    int highest = 2;
    for (const auto& [inside, ours] : command.descriptors) highest = std::max(highest, inside);
    return {jail.tier == Tier::bubblewrap ? "/box/box" : jail.box,
            std::to_string(l.cpu_seconds),
            std::to_string(l.memory_mib),
            std::to_string(l.file_mib),
            std::to_string(l.processes),
            std::to_string(l.descriptors),
            filter,
            std::to_string(highest),
            std::to_string(command.log_descriptor)};
}

// Runs in the child, between fork and exec: system calls only.
[[noreturn]] void become(const Jail& jail, const Command& command, const std::vector<int>& sources,
                         char** argv, char** environment, const char* program) {
    setsid();
    // When the machine runs out of memory, it is this one that the kernel ends, and not the grader or another student's.
    const int first_to_go = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (first_to_go >= 0) {
        [[maybe_unused]] const ssize_t put = write(first_to_go, "1000", 4);
        close(first_to_go);
    }
    // First above everything, then down to their numbers: a source may be another one's target.
    constexpr int kAbove = 100;
    int index = 0;
    for (const int source : sources)
        if (dup2(source, kAbove + index++) < 0) _exit(126);
    index = 0;
    int highest = 2;
    for (const auto& [inside, ours] : command.descriptors) {
        if (dup2(kAbove + index++, inside) < 0) _exit(126);
        if (inside > highest) highest = inside;
    }
    syscall(SYS_close_range, static_cast<unsigned>(highest + 1), ~0U, 0U);
    if (jail.uid != 0) {
        if (setgroups(0, nullptr) != 0 || setresgid(jail.uid, jail.uid, jail.uid) != 0 ||
            setresuid(jail.uid, jail.uid, jail.uid) != 0)
            _exit(126);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int number = 1; number < 65; ++number) signal(number, SIG_DFL);
    if (chdir("/") != 0) _exit(126);
    execve(program, argv, environment);
    _exit(127);
}

std::string find_program(const std::string& name) {
    for (const char* folder : {"/usr/bin/", "/bin/", "/usr/local/bin/"})
        if (access((folder + name).c_str(), X_OK) == 0) return folder + name;
    return "/usr/bin/" + name;
}

void kill_user(uid_t uid) {
    // kill(-1) reaches every process of the caller's user except the caller: ask as that user until none is left.
    for (int round = 0; round < 100; ++round) {
        const pid_t killer = fork();
        if (killer < 0) {  // no process left for us: some of that user's end by themselves
            usleep(20000);
            continue;
        }
        if (killer == 0) {
            if (setresuid(uid, uid, uid) != 0) _exit(2);
            _exit(kill(-1, SIGKILL) == 0 ? 1 : 0);
        }
        int status = 0;
        waitpid(killer, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) != 1) return;
        usleep(2000);
    }
}

}  // namespace

const char* tier_name(Tier tier) {
    switch (tier) {
        case Tier::bubblewrap: return "bubblewrap";
        case Tier::separate_user: return "separate user";
        case Tier::trust: return "none (--trust)";
    }
    return "";
}

Running launch(const Jail& jail, const Command& command) {
    std::vector<std::string> words;
    if (jail.tier == Tier::bubblewrap) {
        words = bubblewrap_argv(jail, command);
        words.emplace_back("--");
    }
    for (std::string& word : box_argv(jail, command)) words.push_back(std::move(word));
    for (const std::string& word : command.argv) words.push_back(seen_as(jail, command, word));

    std::vector<std::string> pairs;
    for (const auto& [name, value] : command.environment)
        pairs.push_back(name + "=" + seen_as(jail, command, value));
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<char*> environment;
    for (std::string& pair : pairs) environment.push_back(pair.data());
    environment.push_back(nullptr);

    std::vector<std::pair<int, int>> wanted = command.descriptors;
    Command complete = command;
    int null = -1;
    for (int standard = 0; standard < 3; ++standard) {
        if (std::none_of(wanted.begin(), wanted.end(), [&](const auto& d) { return d.first == standard; })) {
            if (null < 0) null = open("/dev/null", O_RDWR | O_CLOEXEC);
            complete.descriptors.emplace_back(standard, null);
        }
    }
    std::vector<int> sources;
    for (const auto& [inside, ours] : complete.descriptors) sources.push_back(ours);

    const std::string program = jail.tier == Tier::bubblewrap ? find_program("bwrap") : words.front();
    Running running;
    running.jail = jail;
    running.pid = fork();
    if (running.pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (running.pid == 0) become(jail, complete, sources, argv.data(), environment.data(), program.c_str());
    if (null >= 0) close(null);
    running.pidfd = static_cast<int>(syscall(SYS_pidfd_open, running.pid, 0));
    return running;
}

bool wait_for(const Running& running, int milliseconds) {
    pollfd one{running.pidfd, POLLIN, 0};
    int result = 0;
    do {
        result = poll(&one, 1, milliseconds);
    } while (result < 0 && errno == EINTR);
    return result > 0;
}

Ending finish(Running& running) {
    Ending ending;
    if (running.pid <= 0) return ending;
    ending.killed_by_us = !wait_for(running, 0);
    kill(-running.pid, SIGKILL);
    kill(running.pid, SIGKILL);
    int status = 0;
    while (waitpid(running.pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (running.jail.tier == Tier::separate_user && running.jail.uid != 0) kill_user(running.jail.uid);
    if (running.pidfd >= 0) close(running.pidfd);
    running.pid = -1;
    running.pidfd = -1;
    ending.exited = WIFEXITED(status);
    ending.code = ending.exited ? WEXITSTATUS(status) : WTERMSIG(status);
    // Bubblewrap reports a signal the way a shell does.
    if (ending.exited && running.jail.tier == Tier::bubblewrap && ending.code > 128 &&
        ending.code < 128 + 65) {
        ending.exited = false;
        ending.code -= 128;
    }
    return ending;
}

}  // namespace grading

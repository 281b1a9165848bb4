// Starts a load as a child process and keeps it on a short leash.
#include "load.hpp"

#include "harness/cpus.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <system_error>

namespace {

[[noreturn]] void compute() {
    volatile std::uint64_t sink = 0;
    while (true) sink = sink + 1;
}

[[noreturn]] void stream(int cpu) {
    if (cpu >= 0) lab::pin_to(cpu);
    std::vector<std::uint64_t> words(std::size_t{16} << 20U);
    while (true)
        for (auto& word : words) word += 1;
}

// The compiler's own start-up and its many small files are the load; the result is thrown away.
[[noreturn]] void compile() {
    while (true) {
        const pid_t compiler = fork();
        if (compiler == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            const int nothing = open("/dev/null", O_RDWR);
            dup2(nothing, STDIN_FILENO);
            dup2(nothing, STDOUT_FILENO);
            dup2(nothing, STDERR_FILENO);
            execlp("c++", "c++", "-std=c++20", "-O2", "-fsyntax-only", "-include", "algorithm", "-x", "c++",
                   "/dev/null", nullptr);
            _exit(127);
        }
        int status = 0;
        waitpid(compiler, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 127) _exit(127);  // no compiler: no load
    }
}

}  // namespace

Load::Load(const std::string& kind, int other_cpu) {
    if (kind == "none") return;
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), "the load can't be started");
    if (child_ > 0) {
        setpgid(child_, child_);
        waitpid(child_, nullptr, WUNTRACED);  // until it has stopped itself, below
    }
    if (child_ != 0) return;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);   // from here on it can't outlive the lab, stopped or not
    if (getppid() != parent) _exit(1);  // the lab ended before the line above
    const sched_param
        ordinary{};  // a load is an ordinary program, also when the lab was started with priority
    sched_setscheduler(0, SCHED_OTHER, &ordinary);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    raise(SIGSTOP);  // until it is wanted
    if (kind == "cpu") compute();
    if (kind == "memory") stream(other_cpu);
    compile();
}

Load::~Load() {
    if (child_ <= 0) return;
    kill(-child_, SIGKILL);
    waitpid(child_, nullptr, 0);
}

bool Load::ended() {
    if (child_ > 0 && waitpid(child_, nullptr, WNOHANG) == child_) {
        kill(-child_, SIGKILL);
        child_ = -1;
        return true;
    }
    return false;
}

void Load::run(bool wanted) {
    if (child_ <= 0 || wanted == running_) return;
    kill(-child_, wanted ? SIGCONT : SIGSTOP);
    running_ = wanted;
}

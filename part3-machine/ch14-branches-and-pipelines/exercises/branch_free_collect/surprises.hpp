// Counts the surprises in a piece of work: how often an instruction is followed by another one than last time.
//
// A child process does the work one instruction at a time, watched by its parent (ptrace). The parent is a branch
// predictor of the simplest kind: it remembers for each instruction which one came after it, and expects the same
// again. Real predictors are much better, but on a coin flip all are equally lost. Only instructions of this
// program count, not those of the C and C++ libraries it calls. The count depends on the machine code and the data
// alone: not on a clock, not on the processor's own predictor.
#pragma once

#include <elf.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

// The linker puts these names around the program's own code.
extern "C" const char __executable_start;
extern "C" const char etext;

namespace surprises {

struct Count {
    std::size_t instructions = 0;
    std::size_t surprises = 0;
    std::string trouble;  // empty, or why there is no count
};

// The address of the instruction that the stopped child does next; 0 if it can't be had.
inline std::uint64_t next_instruction(pid_t child) {
    user_regs_struct registers{};
    iovec place{&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, child, NT_PRSTATUS, &place) != 0) return 0;
#if defined(__x86_64__)
    return registers.rip;
#elif defined(__aarch64__)
    return registers.pc;
#else
#error "surprises.hpp knows the registers of x86-64 and aarch64"
#endif
}

// Whether the instruction belongs to this program.
inline bool is_own(std::uint64_t instruction) {
    return instruction >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
           instruction < reinterpret_cast<std::uintptr_t>(&etext);
}

inline int wait_status(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

// Keeps this process, and the child it starts, on one CPU: handing over from one to the other is then ten times as
// fast as between two CPUs. Nothing depends on it but the time.
class OnOneCpu {
public:
    OnOneCpu() {
        cpu_set_t here;
        CPU_ZERO(&here);
        const int cpu = sched_getcpu();
        if (cpu < 0 || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
        CPU_SET(static_cast<unsigned>(cpu), &here);
        changed_ = sched_setaffinity(0, sizeof here, &here) == 0;
    }
    ~OnOneCpu() {
        if (changed_) sched_setaffinity(0, sizeof before_, &before_);
    }
    OnOneCpu(const OnOneCpu&) = delete;
    OnOneCpu& operator=(const OnOneCpu&) = delete;

private:
    cpu_set_t before_{};
    bool changed_ = false;
};

// Does the work in a child process and counts. The work's result is lost with the child.
template <class Work>
Count count(Work work) {
    constexpr int cannot_trace = 97;
    constexpr std::size_t most_instructions = 20'000'000;  // a loop that never ends is left after a while
    const OnOneCpu on_one_cpu;
    const pid_t child = fork();
    if (child < 0) return {.trouble = "no second process could be started (fork)"};
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(cannot_trace);
        raise(SIGSTOP);  // the parent counts from here …
        work();
        raise(SIGSTOP);  // … to here
        _exit(0);
    }
    Count result;
    std::unordered_map<std::uint64_t, std::uint64_t> expected_after;
    std::uint64_t before = 0;
    int status = wait_status(child);
    if (WIFEXITED(status)) {
        return {.trouble = "this system does not let a program watch its own child (ptrace is forbidden)"};
    }
    while (true) {
        if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) {
            result.trouble = "the child could not be stepped (ptrace)";
            break;
        }
        status = wait_status(child);
        if (!WIFSTOPPED(status)) return {.trouble = "your code ended the program"};
        if (WSTOPSIG(status) == SIGSTOP) break;
        if (WSTOPSIG(status) != SIGTRAP) {
            result.trouble = "your code crashed: signal " + std::to_string(WSTOPSIG(status));
            break;
        }
        if (++result.instructions > most_instructions) {
            result.trouble =
                "your code did not end after " + std::to_string(most_instructions) + " instructions";
            break;
        }
        const std::uint64_t now = next_instruction(child);
        const auto [entry, first_time] = expected_after.try_emplace(before, now);
        if (!first_time && entry->second != now) {
            if (is_own(before)) ++result.surprises;
            entry->second = now;
        }
        before = now;
    }
    kill(child, SIGKILL);
    wait_status(child);
    return result;
}

}  // namespace surprises

// Runs a command under limits: the last program of ours before the compiler or a student's code.

// box CPU_SECONDS MEMORY_MIB FILE_MIB PROCESSES DESCRIPTORS FILTER HIGHEST LOG -- is not spelled out with options because
// only the grader calls it. It is linked statically: an empty root has no libraries.

#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/seccomp.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "grading/sandbox/filter.hpp"

extern char** environ;

namespace {

[[noreturn]] void stop(const char* what) {
    std::perror(what);
    _exit(126);
}

void limit(int resource, std::uint64_t soft, std::uint64_t hard) {
    const rlimit both{static_cast<rlim_t>(soft), static_cast<rlim_t>(hard)};
    if (setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0) stop("setrlimit");
}

void install(const grading::FilterPlan& plan) {
    auto code = grading::build_filter(plan);
    const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) stop("seccomp");
}

// A page at the address where valgrind's own code will stand after execve.
char* path_where_valgrind_will_be(const char* path) {
    constexpr std::uintptr_t kValgrindText = 0x58000000;
    void* page = mmap(reinterpret_cast<void*>(kValgrindText), 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page == MAP_FAILED) stop("mmap");
    return std::strcpy(static_cast<char*>(page), path);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 10) return 125;  // what the probe asks for: it started
    const auto number = [&](int index) { return std::strtoull(argv[index], nullptr, 10); };
    constexpr std::uint64_t kMi = 1U << 20U;
    constexpr unsigned kValgrindKeeps = 12;  // descriptors valgrind takes for itself, above the program's
    const std::string_view filter = argv[6];
    const bool cost = filter.starts_with("cost");
    const int log = std::atoi(argv[8]);

    umask(022);
    // Descriptors: those the grader gave, and nothing else.
    syscall(SYS_close_range, static_cast<unsigned>(number(7)) + 1, ~0U, 0U);
    const auto descriptors = static_cast<unsigned>(number(5));
    if (log >= 0) {
        const int high = static_cast<int>(descriptors + kValgrindKeeps - 1);
        if (dup2(log, high) < 0) stop("dup2");
        close(log);
        limit(RLIMIT_NOFILE, descriptors + kValgrindKeeps, descriptors + kValgrindKeeps);
    } else {
        limit(RLIMIT_NOFILE, descriptors, descriptors);
    }
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, number(1), number(1) + 1);
    limit(RLIMIT_FSIZE, number(3) * kMi, number(3) * kMi);
    limit(RLIMIT_STACK, 8 * kMi, 8 * kMi);
    limit(RLIMIT_MEMLOCK, 0, 0);
    limit(RLIMIT_NPROC, number(4), number(4));
    limit(RLIMIT_AS, number(2) * kMi, number(2) * kMi);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) stop("no_new_privs");

    char** command = argv + 9;
    const char* path = command[0];
    if (cost) {
        personality(ADDR_NO_RANDOMIZE);  // the same addresses in every run
        path = path_where_valgrind_will_be(path);
    }
    if (filter != "none")
        install({.one_process = cost,
                 .no_files = filter.ends_with("-nofiles"),
                 .no_children = true,
                 .exec_path = path,
                 .descriptors = descriptors});
    execve(path, command, environ);
    stop(command[0]);
}

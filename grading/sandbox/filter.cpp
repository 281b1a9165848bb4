// Builds the seccomp filter: a list of comparisons on the number and the arguments of a system call.
#include "grading/sandbox/filter.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdint>

#include "grading/proxy/frame.hpp"

namespace grading {

namespace {

constexpr std::uint32_t kNamespaces = 0x7E020000;  // the CLONE_NEW… bits of clone

class Program {
public:
    void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)); }
    void add(int code, int yes, int no, std::uint32_t k) {
        out_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(yes),
                        static_cast<std::uint8_t>(no), k});
    }
    void give(std::uint32_t verdict) { add(BPF_RET | BPF_K, 0, 0, verdict); }
    static std::uint32_t fail(int error) { return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error); }
    // The number is in the accumulator before and after.
    void deny(long number, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<std::uint32_t>(number));
        give(fail(error));
    }
    // Refuses the call when the low word of an argument has one of these bits.
    void deny_bits(long number, unsigned argument, std::uint32_t bits, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, static_cast<std::uint32_t>(number));
        load(low_word(argument));
        add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
        give(fail(error));
        load(offsetof(seccomp_data, nr));
    }
    // Refuses the call when the low word of an argument has none of these bits.
    void deny_without_bits(long number, unsigned argument, std::uint32_t bits, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, static_cast<std::uint32_t>(number));
        load(low_word(argument));
        add(BPF_JMP | BPF_JSET | BPF_K, 1, 0, bits);
        give(fail(error));
        load(offsetof(seccomp_data, nr));
    }
    // Refuses the call when the low word of an argument is this value, or is not.
    void deny_value(long number, unsigned argument, std::uint32_t value, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, static_cast<std::uint32_t>(number));
        load(low_word(argument));
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
        give(fail(error));
        load(offsetof(seccomp_data, nr));
    }
    void deny_other(long number, unsigned argument, std::uint32_t value, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, static_cast<std::uint32_t>(number));
        load(low_word(argument));
        add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, value);
        give(fail(error));
        load(offsetof(seccomp_data, nr));
    }
    // Refuses fcntl(…, command, x) for x below `least`.
    void deny_fcntl_below(std::uint32_t command, std::uint32_t least, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 6, static_cast<std::uint32_t>(SYS_fcntl));
        load(low_word(1));
        add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, command);
        load(low_word(2));
        add(BPF_JMP | BPF_JGE | BPF_K, 1, 0, least);
        give(fail(error));
        load(offsetof(seccomp_data, nr));
    }
    static std::size_t low_word(unsigned argument) {
        return offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);  // little-endian machines
    }
    std::vector<sock_filter> take() { return std::move(out_); }

private:
    std::vector<sock_filter> out_;
};

void deny_always(Program& p) {
    // Other processes, other namespaces, the kernel's wider surface, and all sockets.
    for (const long number : {SYS_ptrace,
                              SYS_process_vm_readv,
                              SYS_process_vm_writev,
                              SYS_unshare,
                              SYS_setns,
                              SYS_mount,
                              SYS_umount2,
                              SYS_pivot_root,
                              SYS_chroot,
                              SYS_keyctl,
                              SYS_add_key,
                              SYS_request_key,
                              SYS_bpf,
                              SYS_perf_event_open,
                              SYS_userfaultfd,
                              SYS_io_setup,
                              SYS_kexec_load,
                              SYS_init_module,
                              SYS_finit_module,
                              SYS_delete_module,
                              SYS_socket,
                              SYS_socketpair,
                              SYS_bind,
                              SYS_listen,
                              SYS_connect,
                              SYS_accept,
                              SYS_accept4,
                              SYS_memfd_create,
                              SYS_shmget,
                              SYS_msgget,
                              SYS_semget,
                              SYS_mq_open,
                              SYS_name_to_handle_at,
                              SYS_open_by_handle_at,
                              SYS_setpriority,
                              SYS_sched_setscheduler,
                              SYS_shutdown,
                              SYS_setsockopt,
                              SYS_personality})
        p.deny(number, EPERM);
    for (const long number :
         {425L /* io_uring_setup */, 438L /* pidfd_getfd */, 435L /* clone3 */, 436L /* close_range */,
          437L /* openat2 */, 428L /* open_tree */, 442L /* mount_setattr */})
        p.deny(number, ENOSYS);
    p.deny_bits(SYS_clone, 0, kNamespaces, EPERM);
}

void deny_files(Program& p) {
#ifdef SYS_open
    p.deny_bits(SYS_open, 1, O_CREAT | (O_TMPFILE & ~O_DIRECTORY), EPERM);
    for (const long number :
         {SYS_creat, SYS_mkdir, SYS_mknod, SYS_link, SYS_symlink, SYS_rename, SYS_renameat})
        p.deny(number, EPERM);
#endif
    p.deny_bits(SYS_openat, 2, O_CREAT | (O_TMPFILE & ~O_DIRECTORY), EPERM);
    for (const long number : {SYS_mkdirat, SYS_mknodat, SYS_linkat, SYS_symlinkat, SYS_renameat2})
        p.deny(number, EPERM);
}

// The bound on memory is one of each process: so there is one. clone3 is refused to all, which brings threads here.
void deny_children(Program& p) {
#ifdef SYS_fork
    p.deny(SYS_fork, EPERM);
    p.deny(SYS_vfork, EPERM);
#endif
    p.deny_without_bits(SYS_clone, 0, CLONE_THREAD, EPERM);
}

void deny_threads_and_programs(Program& p, const void* exec_path) {
    p.deny(SYS_clone, EPERM);
    p.deny(SYS_execveat, EPERM);
    // The one execve that starts valgrind: its path stands at an address that valgrind itself occupies afterwards, where a
    // student's program can't put a path of its own.
    const auto wanted = reinterpret_cast<std::uintptr_t>(exec_path);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 6, static_cast<std::uint32_t>(SYS_execve));
    p.load(Program::low_word(0));
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, static_cast<std::uint32_t>(wanted));
    p.load(Program::low_word(0) + 4);
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<std::uint32_t>(std::uint64_t{wanted} >> 32U));
    p.give(SECCOMP_RET_ALLOW);
    p.give(Program::fail(EPERM));
}

// Valgrind writes its summary to a descriptor that it keeps from the program's read and write, but not from every call:
// nothing else may write there, make valgrind's own write fail, or give the program a number for it that it may use.
void deny_valgrinds_descriptors(Program& p, unsigned descriptors) {
#ifdef SYS_dup2
    p.deny(SYS_dup2, EPERM);
#endif
    for (const long number : {SYS_dup, SYS_dup3, SYS_splice, SYS_sendfile, SYS_tee, SYS_vmsplice,
                              SYS_copy_file_range, SYS_pwritev, SYS_pwritev2})
        p.deny(number, EPERM);
    p.deny(SYS_ioctl, ENOTTY);  // what a program hears that asks whether its output is a terminal
    p.deny_value(SYS_fcntl, 1, F_SETFL, EPERM);
    // Valgrind moves its own descriptors above the program's with the same call.
    for (const int command : {F_DUPFD, F_DUPFD_CLOEXEC})
        p.deny_fcntl_below(static_cast<std::uint32_t>(command), descriptors, EPERM);
    for (const long number : {SYS_sendto, SYS_sendmsg, SYS_sendmmsg})
        p.deny_other(number, 0, kChildSocket, EPERM);
    // Code made at run time could hold what the program file was searched for (see talks_to_valgrind).
    p.deny_bits(SYS_mprotect, 2, PROT_EXEC, EPERM);
    p.deny_bits(SYS_pkey_mprotect, 2, PROT_EXEC, EPERM);
}

}  // namespace

std::vector<sock_filter> build_filter(const FilterPlan& plan) {
    Program p;
    p.load(offsetof(seccomp_data, arch));
#if defined(__x86_64__)
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_X86_64);
#else
    p.add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_AARCH64);
#endif
    p.give(SECCOMP_RET_KILL_PROCESS);  // another architecture's numbers mean other calls
    p.load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    p.add(BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);  // the x32 numbers
    p.give(Program::fail(ENOSYS));
#endif
    deny_always(p);
    if (plan.no_files) deny_files(p);
    if (plan.no_children) deny_children(p);
    if (plan.one_process) {
        deny_valgrinds_descriptors(p, plan.descriptors);
        deny_threads_and_programs(p, plan.exec_path);
    }
    p.give(SECCOMP_RET_ALLOW);
    return p.take();
}

}  // namespace grading

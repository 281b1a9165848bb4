// Hostile or unlucky: starts to trace, and changes namespaces.
#include "fixture_tiny.hpp"
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <unistd.h>

int tiny::square(int x) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0) return -1;
    if (unshare(CLONE_NEWUSER) == 0 || mount("none", "/tmp", "tmpfs", 0, nullptr) == 0) return -1;
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

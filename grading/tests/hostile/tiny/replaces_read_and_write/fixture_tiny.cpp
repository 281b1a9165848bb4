// Hostile or unlucky: defines recv and send of the C library, and answers wrongly.
#include "fixture_tiny.hpp"
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" ssize_t send(int fd, const void* from, size_t size, int flags) {
    return syscall(SYS_sendto, fd, from, size, flags, nullptr, 0);
}
int tiny::square(int) { return -1; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

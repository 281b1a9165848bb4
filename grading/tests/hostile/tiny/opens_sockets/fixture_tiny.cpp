// Hostile or unlucky: opens sockets, and answers wrongly when it gets one.
#include "fixture_tiny.hpp"
#include <sys/socket.h>

int tiny::square(int x) {
    for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK})
        if (socket(family, SOCK_STREAM, 0) >= 0 || socket(family, SOCK_RAW, 0) >= 0) return -1;
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

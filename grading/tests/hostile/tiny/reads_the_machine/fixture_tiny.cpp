// Hostile or unlucky: reads the password file and the host's name, and answers wrongly when it can.
#include "fixture_tiny.hpp"
#include <fcntl.h>

int tiny::square(int x) {
    return open("/etc/passwd", O_RDONLY) >= 0 || open("/proc/1/environ", O_RDONLY) >= 0 ? -1 : x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

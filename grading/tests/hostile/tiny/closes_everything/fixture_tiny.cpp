// Hostile or unlucky: closes every descriptor and lives on.
#include "fixture_tiny.hpp"
#include <unistd.h>

int tiny::square(int) {
    for (int fd = 0; fd < 1024; ++fd) close(fd);
    for (;;) pause();
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: writes to every descriptor before the first question.
#include "fixture_tiny.hpp"
#include <unistd.h>

static const int spoken = [] {
    for (int fd = 0; fd < 64; ++fd)
        if (write(fd, "\1\0\0\0PASS", 8) < 0) continue;
    return 0;
}();
int tiny::square(int x) { return x * x + spoken; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

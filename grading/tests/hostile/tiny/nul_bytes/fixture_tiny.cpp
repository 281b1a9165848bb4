// Hostile or unlucky: prints NUL bytes.
#include "fixture_tiny.hpp"
#include <cstdio>

int tiny::square(int x) {
    std::fwrite("\0\0\0", 1, 3, stdout);
    std::fflush(stdout);
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

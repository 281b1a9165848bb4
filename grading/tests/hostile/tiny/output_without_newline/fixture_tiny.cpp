// Hostile or unlucky: prints a million characters without a newline, and answers.
#include "fixture_tiny.hpp"
#include <cstdio>

int tiny::square(int x) {
    for (int i = 0; i < 1000000; ++i) std::putchar('x');
    std::fflush(stdout);
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

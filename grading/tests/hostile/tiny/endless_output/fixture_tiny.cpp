// Hostile or unlucky: prints without end.
#include "fixture_tiny.hpp"
#include <cstdio>

int tiny::square(int x) {
    for (;;) std::puts("PASS");
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

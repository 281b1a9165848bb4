// Hostile or unlucky: forks without end.
#include "fixture_tiny.hpp"
#include <unistd.h>

int tiny::square(int x) {
    for (;;) fork();
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

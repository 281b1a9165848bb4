// Hostile or unlucky: sleeps for ever.
#include "fixture_tiny.hpp"
#include <unistd.h>

int tiny::square(int x) {
    for (;;) pause();
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

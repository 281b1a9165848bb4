// Hostile or unlucky: an infinite loop.
#include "fixture_tiny.hpp"

int tiny::square(int x) {
    for (volatile int i = 0;; i = i + 1) {
    }
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

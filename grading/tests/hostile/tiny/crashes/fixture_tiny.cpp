// Hostile or unlucky: writes to address 0.
#include "fixture_tiny.hpp"

int tiny::square(int x) {
    *static_cast<volatile int*>(nullptr) = x;
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

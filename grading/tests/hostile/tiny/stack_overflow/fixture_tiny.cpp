// Hostile or unlucky: recursion without end.
#include "fixture_tiny.hpp"

int tiny::square(int x) {
    volatile char room[4096];
    room[0] = static_cast<char>(x);
    return square(x + 1) + room[0];
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

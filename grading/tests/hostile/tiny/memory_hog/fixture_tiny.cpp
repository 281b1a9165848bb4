// Hostile or unlucky: takes all the memory it can.
#include "fixture_tiny.hpp"
#include <vector>

int tiny::square(int x) {
    static std::vector<std::vector<char>> kept;
    for (;;) kept.emplace_back(1 << 20, static_cast<char>(x));
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

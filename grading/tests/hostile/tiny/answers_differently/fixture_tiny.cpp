// Hostile or unlucky: answers differently when it is asked twice.
#include "fixture_tiny.hpp"

int tiny::square(int x) {
    static int calls = 0;
    return calls++ == 0 ? x * x : -1;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: nothing at all, the right answers.
#include "fixture_tiny.hpp"

int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: does not compile.
#include "fixture_tiny.hpp"
int tiny::square(int x) { return x * y; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

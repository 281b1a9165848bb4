// Hostile or unlucky: includes itself without end.
#include "fixture_tiny.hpp"
#include "fixture_tiny.cpp"
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

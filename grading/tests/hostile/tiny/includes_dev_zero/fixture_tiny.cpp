// Hostile or unlucky: #include of a file without end.
#include "fixture_tiny.hpp"
#include "/dev/zero"
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: exit(0) in a static initialiser.
#include "fixture_tiny.hpp"
#include <cstdlib>

static const int leave = (std::exit(0), 0);
int tiny::square(int x) { return x * x + leave; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: calls abort.
#include "fixture_tiny.hpp"
#include <cstdlib>

int tiny::square(int) { std::abort(); }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: throws what is no std::exception.
#include "fixture_tiny.hpp"

int tiny::square(int) { throw 42; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: throws an exception with a message of ten megabytes.
#include "fixture_tiny.hpp"
#include <stdexcept>

int tiny::square(int) { throw std::invalid_argument(std::string(10 << 20, '<')); }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

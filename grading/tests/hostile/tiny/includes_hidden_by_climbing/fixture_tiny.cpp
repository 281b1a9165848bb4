// Hostile or unlucky: #include of a hidden file through the folders above.
#include "fixture_tiny.hpp"
#include "../hidden.cpp"
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

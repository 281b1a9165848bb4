// Hostile or unlucky: defines main.
#include "fixture_tiny.hpp"

int tiny::square(int x) { return x * x; }
int main() { return 0; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: _exit(0) before main.
#include "fixture_tiny.hpp"
#include <unistd.h>

__attribute__((constructor)) static void leave() { _exit(0); }
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

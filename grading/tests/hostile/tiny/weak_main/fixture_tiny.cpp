// Hostile or unlucky: a weak symbol main in assembly.
#include "fixture_tiny.hpp"

asm(".weak main\n.type main, @function\nmain: ret\n");
int tiny::square(int) { return -1; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

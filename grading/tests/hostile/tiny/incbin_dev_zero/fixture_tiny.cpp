// Hostile or unlucky: .incbin of a file without end.
#include "fixture_tiny.hpp"
asm(".incbin \"/dev/zero\"");
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

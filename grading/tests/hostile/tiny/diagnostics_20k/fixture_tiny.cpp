// Hostile or unlucky: 20 KB of diagnostics.
#include "fixture_tiny.hpp"
#define A                                                                                                 \
    "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 " \
    "0123456789 "
#define B A A A A A A A A A A
#define C B B B B B B B B B B
static_assert(sizeof(int) == 3, C C);
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: replaces operator new by one that always returns the same block.
#include "fixture_tiny.hpp"
#include <cstddef>

alignas(64) static char block[1 << 16];
void* operator new(std::size_t) { return block; }
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

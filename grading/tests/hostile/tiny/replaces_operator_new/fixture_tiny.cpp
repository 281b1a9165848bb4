// Hostile or unlucky: replaces operator new by one that counts, as one may.
#include "fixture_tiny.hpp"
#include <cstdlib>
#include <new>

static std::size_t count = 0;
void* operator new(std::size_t size) {
    ++count;
    if (void* p = std::malloc(size)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
int tiny::square(int x) { return x * x; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

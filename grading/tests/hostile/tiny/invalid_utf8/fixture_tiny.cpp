// Hostile or unlucky: prints and throws bytes that are no UTF-8.
#include "fixture_tiny.hpp"
#include <cstdio>
#include <stdexcept>

int tiny::square(int) {
    std::puts("\xff\xfe\x80");
    throw std::runtime_error("\xff\xc0\xaf</pre><script>alert(1)</script>");
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: tells its author the questions by the way it ends.
#include "fixture_tiny.hpp"
#include <signal.h>
#include <unistd.h>
#include <stdexcept>

int tiny::square(int x) {
    if (x == 3) return 9;  // the public test
    _exit(100 + x % 100);
}
std::string tiny::greet(const std::string& name) {
    if (name.size() % 2 == 0) throw std::domain_error(name);
    raise(SIGRTMIN + static_cast<int>(name.size()));
    return "";
}

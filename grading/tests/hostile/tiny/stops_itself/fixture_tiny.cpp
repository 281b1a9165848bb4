// Hostile or unlucky: stops itself as Ctrl-Z would.
#include "fixture_tiny.hpp"
#include <signal.h>

int tiny::square(int) {
    raise(SIGSTOP);
    return -1;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

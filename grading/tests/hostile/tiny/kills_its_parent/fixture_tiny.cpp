// Hostile or unlucky: kills its parent and everything else it can.
#include "fixture_tiny.hpp"
#include <signal.h>
#include <unistd.h>

int tiny::square(int) {
    kill(getppid(), SIGKILL);
    kill(1, SIGKILL);
    kill(0, SIGKILL);
    kill(-1, SIGKILL);
    return -1;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

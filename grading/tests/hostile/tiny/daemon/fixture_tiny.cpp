// Hostile or unlucky: a daemon that outlives its parent and goes on writing.
#include "fixture_tiny.hpp"
#include <sys/prctl.h>
#include <unistd.h>

int tiny::square(int x) {
    if (fork() == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        prctl(PR_SET_NAME, "hostile_daemon");
        for (;;) {
            for (int fd = 0; fd < 20; ++fd)
                if (write(fd, "PASS", 4) < 0) continue;
            usleep(1000);
        }
    }
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

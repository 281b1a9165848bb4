// Hostile or unlucky: a daemon that outlives its parent and goes on writing.
#include "fixture_tiny.hpp"
#include <sys/prctl.h>
#include <unistd.h>

int tiny::square(int x) {
    int spoken[2];
    if (pipe(spoken) != 0) return -1;
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
    // The answer comes after the daemon's first word.
    char byte = 0;
    if (read(spoken[0], &byte, 1) < 0) return -1;
    close(spoken[0]);
    close(spoken[1]);
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: writes files until nothing more fits, and answers.
#include "fixture_tiny.hpp"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int tiny::square(int x) {
    signal(SIGXFSZ, SIG_IGN);
    static char block[1 << 16];
    for (const char* folder : {"/tmp", "/", "/box", "/dev", "/dev/shm", "/var/tmp", "."}) {
        for (int n = 0; n < 40; ++n) {
            const int fd =
                open((std::string(folder) + "/fill" + std::to_string(n)).c_str(), O_CREAT | O_WRONLY, 0600);
            if (fd < 0) break;
            while (write(fd, block, sizeof block) == sizeof block) {
            }
            close(fd);
        }
    }
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// Hostile or unlucky: announces an answer of four gigabytes.
#include "fixture_tiny.hpp"
#include <sys/socket.h>
#include <unistd.h>
#include <cstdint>

int tiny::square(int) {
    // The nonce of the question lies somewhere on the stack of main; guessing zero is as good as it gets.
    const std::uint64_t head[2] = {0, ~0ULL << 32U | 1U};
    if (write(3, head, sizeof head) < 0) return 0;
    for (;;) pause();
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

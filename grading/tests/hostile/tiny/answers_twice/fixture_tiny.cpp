// Hostile or unlucky: sends a second answer after the first.
#include "fixture_tiny.hpp"
#include <pthread.h>
#include <unistd.h>
#include <cstdint>

static void* again(void*) {
    for (;;) {
        const std::uint64_t junk[2] = {1, 4ULL << 32U | 1U};
        if (write(3, junk, sizeof junk) < 0) break;
        usleep(100);
    }
    return nullptr;
}
int tiny::square(int x) {
    static pthread_t thread;
    if (thread == 0) pthread_create(&thread, nullptr, again, nullptr);
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

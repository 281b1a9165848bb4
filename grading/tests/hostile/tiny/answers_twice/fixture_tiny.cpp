// Hostile or unlucky: sends more answers than there are questions.
#include "fixture_tiny.hpp"
#include <pthread.h>
#include <unistd.h>
#include <cstdint>

static volatile bool spoken = false;

static void* again(void*) {
    for (;;) {
        const std::uint64_t junk[2] = {1, 4ULL << 32U | 1U};
        if (write(3, junk, sizeof junk) < 0) break;
        spoken = true;
        usleep(100);
    }
    return nullptr;
}
int tiny::square(int x) {
    static pthread_t thread;
    if (thread == 0) pthread_create(&thread, nullptr, again, nullptr);
    while (!spoken) usleep(100);
    return x * x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

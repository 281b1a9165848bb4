// Hostile or unlucky: starts more threads than allowed.
#include "fixture_tiny.hpp"
#include <thread>
#include <vector>

int tiny::square(int x) {
    static std::vector<std::thread> threads;
    for (;;)
        threads.emplace_back([] {
            for (;;) std::this_thread::yield();
        });
    return x;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

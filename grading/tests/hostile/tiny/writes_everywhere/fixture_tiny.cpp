// Hostile or unlucky: writes forged answers to every descriptor it can find.
#include "fixture_tiny.hpp"
#include <unistd.h>
#include <cstdint>

int tiny::square(int) {
    const struct {
        std::uint64_t nonce;
        std::uint32_t kind, length;
        std::int32_t value;
    } forged{0, 1, 4, 9};
    for (int fd = 0; fd < 1024; ++fd)
        if (write(fd, &forged, 20) < 0) continue;
    return -1;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

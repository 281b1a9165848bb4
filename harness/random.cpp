// xoshiro256**, seeded by splitmix64.
#include "harness/random.hpp"

#include <bit>
#include <stdexcept>

namespace lab {

Random::Random(std::uint64_t seed) : state_{} {
    // splitmix64: counts in steps of 2^64 divided by the golden ratio, and scrambles each count.
    for (auto& word : state_) {
        seed += 0x9e3779b97f4a7c15;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        word = z ^ (z >> 31);
    }
}

std::uint64_t Random::next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

std::uint64_t Random::below(std::uint64_t bound) {
    if (bound == 0) throw std::invalid_argument("Random::below: the bound is 0");
    // 2^64 is seldom a multiple of the bound. The first 2^64 mod bound numbers are thrown away; the rest
    // falls evenly on all remainders. (0 - bound) % bound is 2^64 mod bound.
    const std::uint64_t thrown_away = (0 - bound) % bound;
    std::uint64_t drawn = next();
    while (drawn < thrown_away) drawn = next();
    return drawn % bound;
}

double Random::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

}  // namespace lab

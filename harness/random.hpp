// Seeded random numbers that are the same on every platform, and the shuffles built on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

// The standard library's engines are portable, but its distributions and std::shuffle are not: GCC and
// another library may give another order for the same seed. Here the same seed gives the same data
// everywhere, so that two people can compare their runs. There is no global state: whoever needs randomness
// owns a Random. Not for secrets.

namespace lab {

// xoshiro256** (Blackman & Vigna 2018), its 256 bits of state filled by splitmix64 (Steele, Lea & Flood
// 2014), so that any seed is a good seed, 0 too.
class Random {
public:
    explicit Random(std::uint64_t seed);

    // The next 64 random bits.
    std::uint64_t next();

    // A whole number in [0, bound), each equally likely. Throws std::invalid_argument when bound is 0.
    std::uint64_t below(std::uint64_t bound);

    // A number in [0, 1): 53 random bits divided by 2^53.
    double unit();

private:
    std::uint64_t state_[4];
};

// Puts the values in a random order, each order equally likely. Method: Fisher & Yates, as Durstenfeld (1964)
// wrote it down.
template <class T>
void shuffle(std::span<T> values, Random& random) {
    for (std::size_t left = values.size(); left > 1; --left) {
        using std::swap;
        swap(values[left - 1], values[static_cast<std::size_t>(random.below(left))]);
    }
}

// Three shifts and three xors a number (Marsaglia 2003, shifts 13, 7, 17): for random numbers inside a timed
// loop, where Random would be too dear. Each number depends on the one before. A state of 0 stays 0:
// begin with another.
struct Xorshift64 {
    std::uint64_t state = 88172645463325252;

    std::uint64_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
};

}  // namespace lab

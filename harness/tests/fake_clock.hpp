// A clock for tests: it moves only when it is told to, so that every measured time is exact.
#pragma once

#include <cstdint>

#include "harness/clock.hpp"

namespace lab::testing {

class FakeClock final : public Clock {
public:
    // Every read moves the clock by `read_ns`, as a real one does.
    explicit FakeClock(std::int64_t read_ns = 0) : read_ns_(read_ns) {}

    std::int64_t now() override {
        ++reads;
        return time_ += read_ns_;
    }
    void advance(std::int64_t ns) { time_ += ns; }

    int reads = 0;

private:
    std::int64_t read_ns_;
    std::int64_t time_ = 1'000'000;
};

}  // namespace lab::testing

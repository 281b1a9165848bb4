// What a hidden test includes: GoogleTest, cases drawn from the secret, and programs to compare.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grading {

// Numbers that depend on the secret, the test and the case number, and on nothing else.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t next() { return engine_(); }
    // 0 … bound-1, each as likely. bound > 0.
    std::uint64_t below(std::uint64_t bound);
    // low … high, both included.
    std::int64_t between(std::int64_t low, std::int64_t high);
    // [low, high)
    double real(double low, double high) {
        return low + (high - low) * static_cast<double>(next() >> 11U) * 0x1p-53;
    }
    bool chance(double p) { return real(0, 1) < p; }
    template <class Range>
    const auto& pick(const Range& from) {
        return from[static_cast<std::size_t>(below(from.size()))];
    }
    template <class Range>
    void shuffle(Range& values) {
        for (std::size_t i = values.size(); i > 1; --i) {
            using std::swap;
            swap(values[i - 1], values[static_cast<std::size_t>(below(i))]);
        }
    }
    std::mt19937_64& engine() { return engine_; }

private:
    std::mt19937_64 engine_;
};

// A Draw of its own for a named purpose inside the running test.
Draw draw(std::string_view purpose);

// Runs the body for case 0 … count-1 and stops at the first that fails. `grade replay --case N` runs only case N.
void for_each_case(int count, const std::function<void(Draw&)>& body);

// What a program wrote, at most 8 MiB. `trouble` is empty when it ended by itself with exit code 0, else says what happened.
struct Output {
    std::string text;
    std::string trouble;
};

// Runs the student's program on one input and fails the test at the first line that differs, with `about` after it.
void expect_output(const std::string& input, const std::string& expected, const std::string& about = "");

// The same, where the reference's program says what is expected.
void expect_same_output(const std::string& input);

}  // namespace grading

namespace student {
grading::Output run(const std::string& input);
}
namespace reference {
grading::Output run(const std::string& input);
}

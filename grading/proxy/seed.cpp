// Cases of hidden tests: drawn from the secret seed, the test's name and the case number.
#include "grading/proxy/seed.hpp"

#include "grading/proxy/judge.hpp"

namespace grading {

namespace {

// FNV-1a over the parts, a zero byte after each, so that "ab"+"c" and "a"+"bc" differ; then splitmix64's finish,
// which spreads a change of one bit over the word.
std::uint64_t mix(std::uint64_t hash, std::string_view part) {
    for (const char c : part) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    hash *= 0x100000001b3U;
    return hash;
}

std::uint64_t finish(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

SeedState& state() {
    static SeedState value;
    return value;
}

std::string current_test() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    return info == nullptr ? "" : std::string(info->test_suite_name()) + "." + info->name();
}

}  // namespace

SeedState& seed_state() { return state(); }

std::uint64_t seed_for(std::string_view purpose, std::uint64_t number) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::string& part : {state().secret, state().exercise, current_test(), std::string(purpose)})
        hash = mix(hash, part);
    return finish(finish(hash) + number * 0x9e3779b97f4a7c15U);
}

std::uint64_t Draw::below(std::uint64_t bound) {
    // Numbers above the largest multiple of bound would make the small results likelier: draw again.
    const std::uint64_t excess = (UINT64_MAX % bound + 1) % bound;
    std::uint64_t x = next();
    while (x > UINT64_MAX - excess) x = next();
    return x % bound;
}

std::int64_t Draw::between(std::int64_t low, std::int64_t high) {
    const auto width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const std::uint64_t offset = width == 0 ? next() : below(width);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset);
}

Draw draw(std::string_view purpose) { return Draw{seed_for(purpose, 0)}; }

void for_each_case(int count, const std::function<void(Draw&)>& body) {
    for (int number = 0; number < count; ++number) {
        if (state().only_case >= 0 && number != state().only_case) continue;
        state().current_case = number;
        Draw numbers{seed_for("case", static_cast<std::uint64_t>(number))};
        body(numbers);  // a NoAnswer passes through: the case number is already written down
        if (::testing::Test::HasFailure()) return;
    }
    state().current_case = -1;
}

}  // namespace grading

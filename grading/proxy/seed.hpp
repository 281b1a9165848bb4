// The state behind the cases of hidden tests: the secret, and which case runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grading {

struct SeedState {
    std::string secret;
    std::string exercise;
    int only_case = -1;     // run this case alone; -1 runs all
    int current_case = -1;  // the case that runs, or that failed; -1 outside of for_each_case
};

SeedState& seed_state();

// A number for this secret, exercise, running test, purpose and case.
std::uint64_t seed_for(std::string_view purpose, std::uint64_t number);

}  // namespace grading

// Tests that hidden cases are the same whichever compiler built the judge.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "grading/exercises/folded_stacks/scripts.hpp"

namespace {

std::uint64_t fnv(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

// The numbers change with the scripts. They must not change with the compiler.
TEST(Draw, EveryCompilerDrawsTheSameScripts) {
    const struct {
        const char* name;
        std::string (*script)(grading::Draw&);
        std::uint64_t hash;
    } known[] = {
        {"merging", scripts::merging, 0xee0bc6e4c806e124U},
        {"flat_order", scripts::flat_order, 0x21861578994bd15dU},
        {"flat_first_n", scripts::flat_first_n, 0x2a77670f05455d1dU},
        {"folded_order", scripts::folded_order, 0x4f77dcca5150745aU},
        {"hot_ties", scripts::hot_ties, 0x520c50ff2952c9dbU},
        {"hot_path", scripts::hot_path, 0xbec61fc0c736b178U},
        {"recursion", scripts::recursion, 0x530741370693eca2U},
        {"mutual_recursion", scripts::mutual_recursion, 0x7e13141998a1d305U},
        {"edges", scripts::edges, 0xcf678583e19294ceU},
        {"names_in_names", scripts::names_in_names, 0xc9766f7a2aa8a65fU},
        {"percentages", scripts::percentages, 0xfaf1fb2dac2cdb7bU},
        {"large_totals", scripts::large_totals, 0x7ea42daa4767b4a4U},
        {"names_and_depth", scripts::names_and_depth, 0x4fddfeb780154e2eU},
        {"most_functions", scripts::most_functions, 0x8df066f367141052U},
        {"most_stacks", scripts::most_stacks, 0x5280431b577849dbU},
        {"bad_samples", scripts::bad_samples, 0x5d9a3fee130f2193U},
        {"bad_commands", scripts::bad_commands, 0x4348151434b09681U},
        {"blanks", scripts::blanks, 0xa99aceeeb926c60cU},
        {"resets", scripts::resets, 0x456d7d6c31050d57U},
        {"everything", scripts::everything, 0x5d3567ee597c63e8U},
    };
    for (const auto& [name, script, hash] : known) {
        grading::Draw draw{2026};
        EXPECT_EQ(fnv(script(draw)), hash) << name;
    }
}

}  // namespace

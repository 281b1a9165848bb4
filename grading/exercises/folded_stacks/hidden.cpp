// Hidden tests of folded_stacks: both programs read the same drawn script, and must print the same.
#include <gtest/gtest.h>

#include "grading/exercises/folded_stacks/scripts.hpp"
#include "grading/proxy/judge.hpp"

namespace {

// Each case starts both programs anew, so few cases with long scripts are graded sooner than many short ones.
void compare(int cases, std::string (*script)(grading::Draw&)) {
    grading::for_each_case(cases, [script](grading::Draw& draw) { grading::expect_same_output(script(draw)); });
}

TEST(Folded, Merging) { compare(1, scripts::merging); }
TEST(Folded, FlatOrder) { compare(2, scripts::flat_order); }
TEST(Folded, FlatFirstN) { compare(1, scripts::flat_first_n); }
TEST(Folded, FoldedOrder) { compare(2, scripts::folded_order); }
TEST(Folded, HotTies) { compare(2, scripts::hot_ties); }
TEST(Folded, HotPath) { compare(2, scripts::hot_path); }
TEST(Folded, Recursion) { compare(2, scripts::recursion); }
TEST(Folded, MutualRecursion) { compare(2, scripts::mutual_recursion); }
TEST(Folded, Edges) { compare(2, scripts::edges); }
TEST(Folded, NamesInNames) { compare(2, scripts::names_in_names); }
TEST(Folded, Percentages) { compare(2, scripts::percentages); }
TEST(Folded, LargeTotals) { compare(1, scripts::large_totals); }
TEST(Folded, NamesAndDepth) { compare(1, scripts::names_and_depth); }
TEST(Folded, MostFunctions) { compare(2, scripts::most_functions); }
TEST(Folded, MostStacks) { compare(1, scripts::most_stacks); }
TEST(Folded, BadSamples) { compare(2, scripts::bad_samples); }
TEST(Folded, BadCommands) { compare(1, scripts::bad_commands); }
TEST(Folded, Blanks) { compare(2, scripts::blanks); }
TEST(Folded, Resets) { compare(1, scripts::resets); }
TEST(Folded, Everything) { compare(4, scripts::everything); }
TEST(Folded, MillionLines) { compare(1, scripts::million_lines); }

}  // namespace

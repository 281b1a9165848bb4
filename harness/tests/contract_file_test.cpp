// Tests of effect contracts: reading statements, and judging them on written-down counts and facts.
#include "harness/tools/contract_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

using lab::contract::parse_contract;
using lab::contract::Statement;

Statement only(const std::string& line) {
    const auto contract = parse_contract(line);
    EXPECT_TRUE(contract.errors.empty()) << contract.errors.front();
    return contract.statements.at(0);
}

std::string error_of(const std::string& line) {
    const auto contract = parse_contract(line);
    EXPECT_EQ(contract.errors.size(), 1U) << line;
    return contract.errors.empty() ? "" : contract.errors.front();
}

TEST(ContractFile, ReadsACount) {
    const auto it = only("count branchy_random mispredicts_per_item between 0.4 0.6 with --bytes 200000");
    EXPECT_EQ(it.kind, lab::contract::Kind::count);
    EXPECT_EQ(it.variant, "branchy_random");
    EXPECT_EQ(it.count.name, "mispredicts");
    EXPECT_TRUE(it.per_item);
    EXPECT_EQ(it.bound.least, 0.4);
    EXPECT_EQ(it.bound.most, 0.6);
    EXPECT_EQ(it.options, (std::vector<std::string>{"--bytes", "200000"}));
}

TEST(ContractFile, ReadsARatioAndQuotedRows) {
    const auto it = only("ratio \"adjacent 2\" 1 d1_misses_per_call at_least 4");
    EXPECT_EQ(it.kind, lab::contract::Kind::ratio);
    EXPECT_EQ(it.variant, "adjacent 2");
    EXPECT_EQ(it.other, "1");
    EXPECT_FALSE(it.per_item);
}

TEST(ContractFile, ReadsCode) {
    const auto has = only("code sum_branchy has conditional_jump in_loop");
    EXPECT_EQ(has.kind, lab::contract::Kind::has_fact);
    EXPECT_EQ(has.function, "sum_branchy");
    EXPECT_EQ(has.fact.name, "conditional_jump");
    EXPECT_TRUE(has.in_loop);
    const auto lacks = only("code sum_branchless lacks vector  # a comment");
    EXPECT_EQ(lacks.kind, lab::contract::Kind::lacks_fact);
    EXPECT_FALSE(lacks.in_loop);
    EXPECT_EQ(lacks.text, "code sum_branchless lacks vector");
    EXPECT_EQ(only("code sum instructions at_most 40").kind, lab::contract::Kind::code_size);
    EXPECT_EQ(only("code sum is absent").kind, lab::contract::Kind::absent);
}

TEST(ContractFile, LimitsSayWhereAStatementHolds) {
    const auto it = only("[clang++] [-O3] code sum has vector  # g++ uses conditional moves");
    EXPECT_TRUE(it.applies("clang++", "-O3", "x86_64"));
    EXPECT_TRUE(it.applies("clang++", "-O3", "aarch64"));
    EXPECT_FALSE(it.applies("clang++", "-O2", "x86_64"));
    EXPECT_FALSE(it.applies("g++", "-O3", "x86_64"));
    const auto either = only("# both, but not on aarch64\n[g++] [clang++] [x86_64] code sum has loop");
    EXPECT_TRUE(either.applies("g++", "-O2", "x86_64"));
    EXPECT_FALSE(either.applies("g++", "-O2", "aarch64"));
    EXPECT_TRUE(only("code sum has loop").applies("g++", "-O2", "aarch64"));
}

TEST(ContractFile, ALimitNeedsItsReason) {
    EXPECT_NE(error_of("[g++] code sum has loop").find("says why"), std::string::npos);
    EXPECT_NE(error_of("# a reason for something else\n\n[g++] code sum has loop").find("says why"),
              std::string::npos);
}

TEST(ContractFile, MistakesNameTheLineAndWhatThereIs) {
    EXPECT_NE(error_of("\ncount a mispredicts below 1").find("line 2: 'mispredicts' is no count"),
              std::string::npos);
    EXPECT_NE(error_of("count a mispredicts below 1").find("d1_misses"), std::string::npos);
    EXPECT_NE(error_of("code f has lop").find("There are: loop load"), std::string::npos);
    EXPECT_NE(error_of("code f has loop in_loop").find("takes no in_loop"), std::string::npos);
    EXPECT_NE(error_of("code f likes loops").find("has, lacks"), std::string::npos);
    EXPECT_NE(error_of("code f is gone").find("is absent"), std::string::npos);
    EXPECT_NE(error_of("code f has loop always").find("'always' is too much"), std::string::npos);
    EXPECT_NE(error_of("count a loads_per_item around 1").find("is no bound"), std::string::npos);
    EXPECT_NE(error_of("count a loads_per_item below few").find("'few' is no number"), std::string::npos);
    EXPECT_NE(error_of("count a loads_per_item below nan").find("is no number"), std::string::npos);
    EXPECT_NE(error_of("count a loads_per_item between 2 1").find("comes first"), std::string::npos);
    EXPECT_NE(error_of("count a").find("it ends where"), std::string::npos);
    EXPECT_NE(error_of("count a loads_per_item below 1 with").find("it ends where"), std::string::npos);
    EXPECT_NE(error_of("measure a").find("count, ratio or code"), std::string::npos);
    EXPECT_NE(error_of("[icc] code f has loop # why").find("limits nothing"), std::string::npos);
    EXPECT_NE(error_of("count \"a loads_per_item below 1").find("quote"), std::string::npos);
    EXPECT_NE(error_of("# nothing but a comment").find("says nothing"), std::string::npos);
}

TEST(ContractFile, BoundsAtTheirEnds) {
    const auto bound = [](const std::string& text) { return only("count a loads_per_item " + text).bound; };
    EXPECT_FALSE(bound("below 1").holds(1));
    EXPECT_TRUE(bound("below 1").holds(0.999));
    EXPECT_TRUE(bound("at_most 1").holds(1));
    EXPECT_FALSE(bound("above 1").holds(1));
    EXPECT_TRUE(bound("at_least 1").holds(1));
    EXPECT_FALSE(bound("at_least 1").holds(0.999));
    EXPECT_TRUE(bound("between 1 2").holds(1));
    EXPECT_TRUE(bound("between 1 2").holds(2));
    EXPECT_FALSE(bound("between 1 2").holds(2.001));
    EXPECT_FALSE(bound("below 1").holds(std::nan("")));
    EXPECT_FALSE(bound("at_least 1").holds(std::nan("")));
}

TEST(ContractJudge, CodeByItsFacts) {
    lab::CodeFacts facts;
    facts.found = facts.loop = facts.load = true;
    facts.instructions = 9;
    EXPECT_TRUE(judge_code(only("code f has load"), facts).holds);
    EXPECT_FALSE(judge_code(only("code f has load in_loop"), facts).holds);
    EXPECT_FALSE(judge_code(only("code f lacks load"), facts).holds);
    EXPECT_TRUE(judge_code(only("code f lacks load in_loop"), facts).holds);
    EXPECT_TRUE(judge_code(only("code f instructions at_most 9"), facts).holds);
    EXPECT_FALSE(judge_code(only("code f instructions below 9"), facts).holds);
    EXPECT_FALSE(judge_code(only("code f is absent"), facts).holds);
    facts.loop_depth = 2;
    facts.load_depth = 1;
    EXPECT_TRUE(judge_code(only("code f loop_depth at_least 2"), facts).holds);
    EXPECT_FALSE(judge_code(only("code f load_depth at_least 2"), facts).holds);
    facts.loop_depth = 1;
    EXPECT_EQ(judge_code(only("code f has load"), facts).seen, "loop, load, 9 instructions");
}

// A function that isn't there lacks everything; a contract that says "lacks" must not hold because of a wrong
// name.
TEST(ContractJudge, AFunctionThatIsNotThereHoldsNothingButAbsent) {
    const lab::CodeFacts none;
    EXPECT_FALSE(judge_code(only("code f lacks vector"), none).holds);
    EXPECT_FALSE(judge_code(only("code f has loop"), none).holds);
    EXPECT_FALSE(judge_code(only("code f instructions at_most 9"), none).holds);
    EXPECT_TRUE(judge_code(only("code f is absent"), none).holds);
}

TEST(ContractJudge, CountsPerItemAndPerCall) {
    lab::contract::CallCounts row;
    row.items = 1000;
    row.counts.mispredicts = 496;
    EXPECT_TRUE(judge_count(only("count a mispredicts_per_item between 0.4 0.6"), row).holds);
    EXPECT_FALSE(judge_count(only("count a mispredicts_per_item below 0.01"), row).holds);
    EXPECT_TRUE(judge_count(only("count a mispredicts_per_call between 496 496"), row).holds);
    EXPECT_EQ(judge_count(only("count a mispredicts_per_item below 1"), row).seen, "0.496");
}

TEST(ContractJudge, Ratios) {
    lab::contract::CallCounts columns;
    lab::contract::CallCounts rows;
    columns.items = rows.items = 100;
    columns.counts.d1_misses = 100;
    rows.counts.d1_misses = 6.25;
    const auto statement = only("ratio columns rows d1_misses_per_call at_least 4");
    EXPECT_TRUE(judge_ratio(statement, columns, rows).holds);
    EXPECT_FALSE(judge_ratio(statement, rows, columns).holds);
    EXPECT_EQ(judge_ratio(statement, columns, rows).seen, "16 (100 over 6.25)");
    rows.counts.d1_misses = 0;
    EXPECT_FALSE(judge_ratio(statement, columns, rows).holds) << "nothing is a multiple of zero";
}

TEST(ContractJudge, StartUpIsSubtracted) {
    lab::SimulatedCounts one;
    lab::SimulatedCounts three;
    one.instructions = 1'000'000 + 500;
    three.instructions = 1'000'000 + 3 * 500;
    const auto call = lab::contract::per_call(one, three, 2, 10);
    ASSERT_TRUE(call);
    EXPECT_EQ(call->counts.instructions, 500);
    EXPECT_EQ(call->items, 10);
}

TEST(ContractJudge, RunsThatDoNotFitTogetherGiveNothing) {
    lab::SimulatedCounts less;
    lab::SimulatedCounts more;
    more.loads = 10;
    EXPECT_TRUE(lab::contract::per_call(less, more, 2, 10));
    EXPECT_FALSE(lab::contract::per_call(more, less, 2, 10)) << "less was counted after more calls";
    more.loads = 4;
    const auto none = lab::contract::per_call(more, less, 2, 10);
    ASSERT_TRUE(none) << "the branch at which the two copies part";
    EXPECT_EQ(none->counts.loads, 0);
    EXPECT_FALSE(lab::contract::per_call(less, more, 2, 0)) << "no items";
    EXPECT_FALSE(lab::contract::per_call(less, more, 0, 10)) << "no calls";
}

}  // namespace

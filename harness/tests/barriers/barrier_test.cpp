// Tests that the barriers do what they say, on the machine code that each compiler made of cases.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/asm.hpp"

namespace {

// One object file: "g++ -O2", the objdump that reads it, its path.
struct Setting {
    std::string name, tool, object;
};

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }  // GoogleTest calls it

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

std::vector<Setting> settings() {
    std::vector<Setting> all;
    std::ifstream file(LAB_BARRIER_OBJECTS);
    for (std::string line; std::getline(file, line);) {
        const auto parts = split(line, '|');
        all.push_back({parts.at(0), parts.at(1), parts.at(2)});
    }
    return all;
}

std::string test_name(const testing::TestParamInfo<Setting>& info) {
    std::string name;
    for (const char c : info.param.name) name += c == '+' ? 'x' : (std::isalnum(c) ? c : '_');
    return name;
}

const lab::Disassembly& code_of(const Setting& setting) {
    static std::map<std::string, lab::Disassembly> known;
    const auto found = known.find(setting.object);
    if (found != known.end()) return found->second;
    return known[setting.object] = lab::disassemble(setting.object, setting.tool);
}

class Barrier : public testing::TestWithParam<Setting> {
protected:
    void SetUp() override { ASSERT_EQ(code_of(GetParam()).problem, ""); }

    const lab::CodeFunction& function(std::string_view name) const {
        const auto& all = code_of(GetParam()).functions;
        const auto found = std::ranges::find_if(
            all, [&](const lab::CodeFunction& f) { return lab::names_function(name, f.name); });
        if (found != all.end()) return *found;
        static const lab::CodeFunction none;
        ADD_FAILURE() << name << " is not in " << GetParam().object;
        return none;
    }
    lab::CodeFacts facts(std::string_view name) const { return lab::code_facts(function(name)); }
    // The machine code, to print when an expectation fails.
    std::string shown(std::string_view name) const {
        return GetParam().name + "\n" + lab::listing(function(name));
    }

    std::ptrdiff_t loads(std::string_view name) const {
        return std::ranges::count_if(function(name).instructions, [](const auto& it) { return it.reads; });
    }
    std::ptrdiff_t stores(std::string_view name) const {
        return std::ranges::count_if(function(name).instructions, [](const auto& it) { return it.writes; });
    }
};

TEST_P(Barrier, KeepMakesTheValueExist) {
    EXPECT_FALSE(facts("unused_sum_without").loop) << shown("unused_sum_without");
    EXPECT_TRUE(facts("unused_sum_with").loop) << shown("unused_sum_with");
    EXPECT_TRUE(facts("unused_sum_with").load_in_loop) << shown("unused_sum_with");
}

TEST_P(Barrier, KeepReadsWhatAPointerAnOwnerOrAContainerReaches) {
    EXPECT_FALSE(facts("unused_buffer_without").store) << shown("unused_buffer_without");
    for (const auto* name : {"unused_buffer_with_pointer", "unused_buffer_with_owner", "unused_vector_with"})
        EXPECT_TRUE(facts(name).store_in_loop) << shown(name);
}

TEST_P(Barrier, KeepReadsALocalArrayAndWhatAViewShows) {
    EXPECT_EQ(stores("unused_array_without"), 0) << shown("unused_array_without");
    EXPECT_GE(stores("unused_array_with"), 1) << shown("unused_array_with");
    EXPECT_GE(stores("unused_array_with_pointer"), 1) << shown("unused_array_with_pointer");
    // The view itself takes one or two stores; the four numbers take at least two more.
    EXPECT_GE(stores("unused_view_with"), 3) << shown("unused_view_with");
}

TEST_P(Barrier, InARegisterTheBarriersTouchNoMemory) {
    EXPECT_TRUE(facts("keep_integer_memory").stack_in_loop) << shown("keep_integer_memory");
    for (const auto* name :
         {"keep_integer_in_loop", "keep_double_in_loop", "keep_float_in_loop", "keep_pointer_in_loop",
          "hide_integer_in_loop", "hide_double_in_loop", "hide_byte_in_loop"}) {
        EXPECT_TRUE(facts(name).loop) << shown(name);
        EXPECT_FALSE(facts(name).stack) << shown(name);
        EXPECT_FALSE(facts(name).store) << shown(name);
    }
}

TEST_P(Barrier, ALargeObjectIsNotCopied) {
    for (const auto* name : {"keep_large_object", "hide_large_object"})
        EXPECT_EQ(facts(name).instructions, 1U) << "more than the return: " << shown(name);
}

// keep(f(constant)) times nothing: the compiler works f out when it builds. The input must be hidden.
TEST_P(Barrier, HiddenInputsAreNotFolded) {
    EXPECT_FALSE(facts("folded_power_without").call) << shown("folded_power_without");
    EXPECT_FALSE(facts("folded_power_keep_only").call) << shown("folded_power_keep_only");
    EXPECT_TRUE(facts("folded_power_with").call) << shown("folded_power_with");
}

// keep() only reads, so the compiler still knows the value; hide() is what makes it unknown.
TEST_P(Barrier, HideMakesAValueUnknown) {
    EXPECT_GT(facts("known_value_hide").instructions, facts("known_value_keep").instructions)
        << shown("known_value_keep") << shown("known_value_hide");
    EXPECT_FALSE(facts("known_value_hide").stack) << shown("known_value_hide");
}

TEST_P(Barrier, HideMakesTablesPointeesAndObjectsUnknown) {
    EXPECT_EQ(loads("known_table_without"), 0) << shown("known_table_without");
    EXPECT_GE(loads("known_table_with"), 1) << shown("known_table_with");
    EXPECT_EQ(loads("known_pointee_without"), 0) << shown("known_pointee_without");
    EXPECT_EQ(loads("known_pointee_with"), 1) << shown("known_pointee_with");
    EXPECT_EQ(loads("known_alias_with_pointer"), 1) << shown("known_alias_with_pointer");
    EXPECT_TRUE(facts("known_alias_with_view").load) << shown("known_alias_with_view");
    EXPECT_EQ(loads("known_object_without"), 0) << shown("known_object_without");
    EXPECT_GE(loads("known_object_with"), 1) << shown("known_object_with");
    EXPECT_GE(loads("known_bits_with"), 1) << shown("known_bits_with");
    EXPECT_GE(facts("known_bit_field_with").instructions, 4U) << shown("known_bit_field_with");
    EXPECT_FALSE(facts("known_bit_field_with").stack) << shown("known_bit_field_with");
}

TEST_P(Barrier, ClobberMakesMemoryReadAndChanged) {
    EXPECT_EQ(loads("two_loads_without"), 1) << shown("two_loads_without");
    EXPECT_EQ(loads("two_loads_with"), 2) << shown("two_loads_with");
    EXPECT_EQ(stores("two_stores_without"), 1) << shown("two_stores_without");
    EXPECT_EQ(stores("two_stores_with"), 2) << shown("two_stores_with");
}

// A pure function in a loop is called once and its answer multiplied: right total, impossible time.
TEST_P(Barrier, OpaqueCallKeepsACallInItsLoop) {
    EXPECT_FALSE(facts("hoisted_call_without").loop) << shown("hoisted_call_without");
    EXPECT_TRUE(facts("hoisted_call_with").call_in_loop) << shown("hoisted_call_with");
}

TEST_P(Barrier, OpaqueCallRepeatsInlinedWork) {
    for (const auto* name : {"repeated_sum_with", "repeated_chain_with"}) {
        const auto depth = lab::loop_depth(function(name));
        EXPECT_GE(*std::ranges::max_element(depth), 2) << shown(name);
    }
    EXPECT_TRUE(facts("repeated_sum_with").load_in_loop) << shown("repeated_sum_with");
}

TEST_P(Barrier, OpaqueCallKeepsEveryWriteOfEveryCall) {
    EXPECT_FALSE(facts("counted_without").loop) << shown("counted_without");
    EXPECT_TRUE(facts("counted_with").store_in_loop) << shown("counted_with");
    EXPECT_EQ(stores("repeated_fill_without"), 0) << shown("repeated_fill_without");
    EXPECT_TRUE(facts("repeated_fill_with").store_in_loop) << shown("repeated_fill_with");
}

TEST_P(Barrier, OpaqueCallCoversMemoryThatTheWorkDoesNotHold) {
    EXPECT_EQ(loads("known_global_without"), 0) << shown("known_global_without");
    EXPECT_EQ(loads("known_global_with"), 1) << shown("known_global_with");
    EXPECT_EQ(stores("single_fill_without"), 0) << shown("single_fill_without");
    // Clang unrolls this fill at -O3: then it is many stores without a loop.
    EXPECT_TRUE(facts("single_fill_with").store_in_loop || stores("single_fill_with") > 16)
        << shown("single_fill_with");
}

TEST_P(Barrier, OpaqueCallHidesConstCaptures) {
    EXPECT_EQ(loads("const_array_without"), 0) << shown("const_array_without");
    EXPECT_TRUE(facts("const_array_with").load) << shown("const_array_with");
}

// The harness's own floor: a loop around nothing stays a handful of instructions, without memory.
TEST_P(Barrier, AnEmptyCallCostsNothing) {
    EXPECT_TRUE(facts("empty_call_with").loop) << shown("empty_call_with");
    EXPECT_LE(facts("empty_call_with").instructions, 12U) << shown("empty_call_with");
    EXPECT_EQ(loads("empty_call_with") + stores("empty_call_with"), 0) << shown("empty_call_with");
}

INSTANTIATE_TEST_SUITE_P(Compilers, Barrier, testing::ValuesIn(settings()), test_name);

}  // namespace

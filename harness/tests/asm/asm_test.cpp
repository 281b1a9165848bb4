// Tests of looking at machine code: this test program looks at itself.
#include "harness/asm.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "beside_asm_test.hpp"
#include "harness/keep.hpp"

namespace {

[[gnu::noinline]] std::uint64_t sum_for_asm_test(const std::uint64_t* data, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += data[i];
    return sum;
}

// Its first machine instruction comes from a line of <span>.
[[gnu::noinline]] std::uint64_t span_for_asm_test(std::span<const std::uint8_t> data) {
    std::uint64_t sum = 0;
    for (const std::uint64_t byte : data) sum += byte;
    return sum;
}

[[gnu::noinline]] std::uint64_t next_for_asm_test(std::uint64_t value) { return value + 1; }

TEST(Asm, TheRunningProgramKnowsItsLoops) {
    std::uint64_t data[3] = {1, 2, 3};
    lab::keep(data);
    lab::keep(sum_for_asm_test(data, lab::hidden(std::size_t{3})));
    lab::keep(next_for_asm_test(lab::hidden(std::uint64_t{1})));
    lab::keep(beside_asm_test(lab::hidden(std::uint64_t{1})));

    const std::uint8_t bytes[3] = {1, 2, 3};
    lab::keep(span_for_asm_test(lab::hidden(std::span<const std::uint8_t>(bytes))));

    const auto sum = lab::code_facts("sum_for_asm_test");
    ASSERT_TRUE(sum) << lab::asm_problem();
    EXPECT_TRUE(sum->found);
    EXPECT_TRUE(sum->loop);
    EXPECT_TRUE(sum->load_in_loop);
    const auto next = lab::code_facts("next_for_asm_test");
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->found);
    EXPECT_FALSE(next->loop);
    const auto none = lab::code_facts("no_such_function");
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->found);
}

TEST(Asm, TheListingHoldsTheFunctionsOfOneFolder) {
    const auto text = lab::asm_listing("asm_test.cpp");
    EXPECT_NE(text.find("sum_for_asm_test(unsigned long const*, unsigned long)\n  loop, load in loop"),
              text.npos)
        << text.substr(0, 2000);
    EXPECT_NE(text.find("span_for_asm_test(std::span<"), text.npos);
    EXPECT_NE(text.find("\nbeside_asm_test("), text.npos)
        << "what stands in a header beside the source is listed, too";
    EXPECT_EQ(text.find("\nlab::"), text.npos) << "headers of other folders are not";
    EXPECT_EQ(text.find("\nmain\n"), text.npos);
    EXPECT_NE(lab::asm_listing("no_such_file.cpp").find("[[gnu::noinline]]"), text.npos);
}

TEST(Asm, APathWithSpacesIsOnlyAPath) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "asm test; it's a $folder";
    std::filesystem::create_directories(folder);
    const auto copy = folder / "-program";
    std::filesystem::copy_file("/proc/self/exe", copy, std::filesystem::copy_options::overwrite_existing);
    const auto code = lab::disassemble(copy);
    EXPECT_EQ(code.problem, "");
    EXPECT_TRUE(lab::code_facts(code.functions, "sum_for_asm_test").loop);
    std::filesystem::remove_all(folder);
}

TEST(Asm, WithoutObjdumpOneLineSaysWhatToInstall) {
    const auto code = lab::disassemble("/proc/self/exe", "/no/such/objdump");
    EXPECT_TRUE(code.functions.empty());
    EXPECT_NE(code.problem.find("sudo apt install binutils"), code.problem.npos) << code.problem;
    EXPECT_EQ(code.problem.find('\n'), code.problem.npos);
}

TEST(Asm, AFileThatIsNoProgramIsSaid) {
    const auto code = lab::disassemble("/no/such/program");
    EXPECT_TRUE(code.functions.empty());
    EXPECT_NE(code.problem.find("/no/such/program"), code.problem.npos) << code.problem;
}

TEST(Asm, ListingsMarkLoopsAndNameTargets) {
    const auto code = lab::parse_disassembly(R"(x: file format elf64-x86-64
0000000000001136 <sum(long*)>:
    1136:	xor    eax,eax
    1138:	nop
    1139:	add    rax,QWORD PTR [rdi]
    113c:	dec    rsi
    113e:	jne    1139 <sum(long*)+0x3>
    1140:	call   9000 <puts@plt>
    1145:	ret
)");
    EXPECT_EQ(lab::listing(code.at(0)), R"(sum(long*)
  loop, load in loop, call, conditional jump, 6 instructions
        xor       eax,eax
L1:   | add       rax,QWORD PTR [rdi]
      | dec       rsi
      | jne       L1
        call      puts@plt
        ret
)");
}

}  // namespace

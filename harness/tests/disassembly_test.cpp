// Tests of the disassembly reader on written-down objdump text: no compiler and no objdump take part.
#include "harness/disassembly.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

// One instruction in a function of its own, as objdump prints it.
lab::Instruction x86(const std::string& instruction) {
    const auto code = lab::parse_disassembly(
        "x.o: file format elf64-x86-64\n0000000000000000 <f()>:\n   0:\t" + instruction + "\n");
    return code.at(0).instructions.at(0);
}

lab::Instruction aarch64(const std::string& instruction) {
    const auto code = lab::parse_disassembly(
        "x.o: file format elf64-littleaarch64\n0000000000000000 <f()>:\n   0:\t" + instruction + "\n");
    return code.at(0).instructions.at(0);
}

TEST(Disassembly, ReadsFunctionsTheirSourceAndTheirInstructions) {
    const auto code = lab::parse_disassembly(R"(
stride:     file format elf64-x86-64

Disassembly of section .text:

0000000000001136 <sum(unsigned long const*, unsigned long)>:
sum(unsigned long const*, unsigned long):
/home/me/my course/stride.cpp:5
    1136:	test   rsi,rsi
/usr/include/c++/12/span:297
    1138:	nop
/home/me/my course/stride.cpp:6 (discriminator 1)
    1139:	je     113c <sum(unsigned long const*, unsigned long)+0x6>
    113b:	ret
    113c:	ret

0000000000001140 <main>:
    1140:	ret
)");
    ASSERT_EQ(code.size(), 2U);
    EXPECT_EQ(code[0].name, "sum(unsigned long const*, unsigned long)");
    EXPECT_EQ(code[0].sources,
              (std::vector<std::string>{"/home/me/my course/stride.cpp", "/usr/include/c++/12/span"}));
    ASSERT_EQ(code[0].instructions.size(), 5U);
    EXPECT_EQ(code[0].instructions[2].mnemonic, "je");
    EXPECT_TRUE(code[0].instructions[2].conditional);
    EXPECT_EQ(code[0].instructions[2].target, 0x113cU);
    EXPECT_EQ(code[1].name, "main");
    EXPECT_TRUE(code[1].sources.empty());
}

TEST(Disassembly, TextWithoutFunctionsGivesNone) {
    EXPECT_TRUE(lab::parse_disassembly("").empty());
    EXPECT_TRUE(lab::parse_disassembly("objdump: 'x': No such file\n").empty());
    EXPECT_TRUE(lab::parse_disassembly("not <code>:\n   zz:\tret\n").empty());
}

TEST(Disassembly, X86LoadsAndStores) {
    for (const auto* load :
         {"mov    rax,QWORD PTR [rdi]", "add    rax,QWORD PTR [rdi+rsi*8]", "cmp    QWORD PTR [rdi],0x5",
          "movzx  edx,BYTE PTR [rdi]", "addsd  xmm0,QWORD PTR [rdi]", "imul   rax,QWORD PTR [rdi]",
          "movdqu xmm1,XMMWORD PTR [rdi]", "ucomisd xmm0,QWORD PTR [rdi]",
          "vpaddq ymm0,ymm0,YMMWORD PTR [rdi]", "fld    TBYTE PTR [rdi]"}) {
        EXPECT_TRUE(x86(load).reads) << load;
        EXPECT_FALSE(x86(load).writes) << load;
    }
    for (const auto* store :
         {"mov    QWORD PTR [rdi],rax", "movaps XMMWORD PTR [rdi],xmm0", "movnti QWORD PTR [rdi],rax",
          "vmovdqu YMMWORD PTR [rdi],ymm0", "sete   BYTE PTR [rdi]", "fstp   TBYTE PTR [rdi]",
          "rep stos QWORD PTR es:[rdi],rax"}) {
        EXPECT_TRUE(x86(store).writes) << store;
        EXPECT_FALSE(x86(store).reads) << store;
    }
    for (const auto* both :
         {"add    QWORD PTR [rdi],0x1", "inc    DWORD PTR [rdi]", "xchg   QWORD PTR [rdi],rax",
          "rep movs QWORD PTR es:[rdi],QWORD PTR ds:[rsi]", "lock cmpxchg QWORD PTR [rdi],rsi"}) {
        EXPECT_TRUE(x86(both).reads) << both;
        EXPECT_TRUE(x86(both).writes) << both;
    }
    for (const auto* neither :
         {"lea    rax,[rdi+rsi*8]", "nop    WORD PTR [rax+rax*1+0x0]", "mov    rax,rdi", "ret",
          "prefetcht0 BYTE PTR [rdi]", "push   rbp", "data16 cs nop WORD PTR [rax+rax*1+0x0]"}) {
        EXPECT_FALSE(x86(neither).reads) << neither;
        EXPECT_FALSE(x86(neither).writes) << neither;
    }
}

TEST(Disassembly, AArch64LoadsAndStores) {
    for (const auto* load : {"ldr\tx1, [x2], #8", "ldrb\tw1, [x2]", "ldp\tq2, q3, [x8, #-16]",
                             "ldur\tx0, [x1, #-8]", "ld1\t{v0.16b}, [x0]"}) {
        EXPECT_TRUE(aarch64(load).reads) << load;
        EXPECT_FALSE(aarch64(load).writes) << load;
    }
    for (const auto* store : {"str\tx1, [x2]", "stp\tx1, x2, [x0]", "strb\tw0, [x1, #1]"}) {
        EXPECT_TRUE(aarch64(store).writes) << store;
        EXPECT_FALSE(aarch64(store).reads) << store;
    }
    EXPECT_TRUE(aarch64("ldadd\tx1, x0, [x2]").reads);
    EXPECT_TRUE(aarch64("ldadd\tx1, x0, [x2]").writes);
    EXPECT_FALSE(aarch64("prfm\tpldl1keep, [x0]").reads);
    EXPECT_FALSE(aarch64("add\tx0, x0, x1").reads);
}

TEST(Disassembly, TheStackFrameIsNotData) {
    EXPECT_TRUE(x86("mov    rax,QWORD PTR [rsp+0x8]").on_stack);
    EXPECT_FALSE(
        x86("mov    rax,QWORD PTR [rbp-0x8]").on_stack);  // no frame was set up: rbp is a plain register
    const auto framed = lab::parse_disassembly(
        "x.o: file format elf64-x86-64\n0000000000000000 <f()>:\n"
        "   0:\tpush   rbp\n   1:\tmov    rbp,rsp\n   4:\tmov    rax,QWORD PTR [rbp-0x8]\n");
    EXPECT_TRUE(framed.at(0).instructions.at(2).on_stack);
    EXPECT_TRUE(aarch64("stp\tx29, x30, [sp, #-48]!").on_stack);
    EXPECT_FALSE(aarch64("ldr\tx0, [x1]").on_stack);
}

TEST(Disassembly, JumpsCallsAndEnds) {
    EXPECT_TRUE(x86("call   401030 <puts@plt>").call);
    EXPECT_FALSE(x86("call   401030 <puts@plt>").ends);
    EXPECT_TRUE(x86("call   401030 <abort@plt>").ends);
    EXPECT_TRUE(x86("call   401030 <std::__throw_out_of_range_fmt(char const*, ...)@plt>").ends);
    EXPECT_TRUE(x86("repz ret").ends);
    EXPECT_TRUE(x86("jmp    rax").jump);
    EXPECT_FALSE(x86("jmp    rax").target.has_value());
    EXPECT_FALSE(x86("cmovb  ecx,edx").conditional);

    EXPECT_TRUE(aarch64("bl\t0 <ext(int)>").call);
    EXPECT_FALSE(aarch64("b.le\t0 <f()>").call);
    EXPECT_TRUE(aarch64("b.ne\t0 <f()>  // b.any").conditional);
    EXPECT_EQ(aarch64("b.ne\t0 <f()>  // b.any").target, 0U);
    EXPECT_EQ(aarch64("tbz\tw1, #0, 0 <f()>").target, 0U);
    EXPECT_TRUE(aarch64("cbnz\tx1, 0 <f()>").conditional);
    EXPECT_TRUE(aarch64("ret").ends);
    EXPECT_FALSE(aarch64("csel\tx0, x1, x2, hi").conditional);
}

TEST(Disassembly, AJumpOutOfTheFunctionIsATailCall) {
    const auto out = x86("jmp    9000 <ext(int)>");
    EXPECT_TRUE(out.call);
    EXPECT_TRUE(out.ends);
    EXPECT_FALSE(out.jump);
    const auto cold = x86("je     9000 <f() [clone .cold]>");
    EXPECT_FALSE(cold.call);
    EXPECT_TRUE(cold.conditional);
    EXPECT_FALSE(cold.jump);
}

// In an object file, the address of another function isn't known yet and points back into this one.
TEST(Disassembly, ARelocationNamesTheRealTarget) {
    const std::string head =
        "x.o: file format elf64-x86-64\n0000000000000080 <tail(int)>:\n  80:\tadd    edi,0x1\n";
    for (const auto* jump : {"  83:\tjmp    80 <tail(int)>\n\t\t\t84: R_X86_64_PLT32\text(int)-0x4\n",
                             "  83:\tjmp    80 <tail(int)>\t84: R_X86_64_PLT32\text(int)-0x4\n"}) {
        const auto code = lab::parse_disassembly(head + jump);
        const auto& it = code.at(0).instructions.at(1);
        EXPECT_EQ(it.mnemonic, "jmp");
        EXPECT_TRUE(it.call);
        EXPECT_FALSE(it.jump);
        EXPECT_EQ(it.operands, "<ext(int)-0x4>");
    }
}

TEST(Disassembly, VectorArithmetic) {
    for (const auto* vector : {"paddq  xmm2,xmm0", "vpaddq ymm0,ymm0,YMMWORD PTR [rdi]", "addpd  xmm0,xmm1",
                               "vfmadd231pd ymm0,ymm1,ymm2", "pcmpgtb xmm0,xmm1"})
        EXPECT_TRUE(x86(vector).vector) << vector;
    for (const auto* scalar :
         {"addsd  xmm0,xmm1", "pxor   xmm0,xmm0", "movaps XMMWORD PTR [rsp],xmm0", "xorps  xmm0,xmm1",
          "punpcklqdq xmm0,xmm1", "vzeroupper", "add    rax,rdx", "push   rbp", "cvtsi2sd xmm0,rax"})
        EXPECT_FALSE(x86(scalar).vector) << scalar;
    EXPECT_TRUE(aarch64("add\tv0.2d, v0.2d, v1.2d").vector);
    EXPECT_TRUE(aarch64("fmla\tv0.2d, v1.2d, v2.2d").vector);
    EXPECT_FALSE(aarch64("movi\tv0.2d, #0x0").vector);
    EXPECT_FALSE(aarch64("ldr\tq1, [x2], #16").vector);
    EXPECT_FALSE(aarch64("fadd\td0, d0, d1").vector);
}

TEST(Disassembly, Atomics) {
    EXPECT_TRUE(x86("lock add QWORD PTR [rdi],0x1").atomic);
    EXPECT_TRUE(x86("lock xadd QWORD PTR [rdi],rax").atomic);
    EXPECT_TRUE(x86("xchg   QWORD PTR [rdi],rax").atomic);
    EXPECT_FALSE(x86("add    QWORD PTR [rdi],0x1").atomic);
    EXPECT_FALSE(x86("xchg   ax,ax").atomic);
    EXPECT_TRUE(x86("xchg   ax,ax").padding);
    EXPECT_TRUE(aarch64("ldxr\tx0, [x1]").atomic);
    EXPECT_TRUE(aarch64("stlxr\tw2, x0, [x1]").atomic);
    EXPECT_TRUE(aarch64("bl\t0 <__aarch64_ldadd8_relax>").atomic);
    EXPECT_FALSE(aarch64("ldr\tx0, [x1]").atomic);
}

TEST(FunctionNames, AreComparedWithoutArguments) {
    const std::string span =
        "sum_every(std::span<unsigned long const, 18446744073709551615ul>, unsigned long)";
    EXPECT_EQ(lab::short_name(span), "sum_every");
    EXPECT_EQ(lab::short_name("unsigned long ring::sum<int, (char)3>(int) [clone .isra.0]"), "ring::sum");
    EXPECT_EQ(lab::short_name("(anonymous namespace)::sum(int)"), "(anonymous namespace)::sum");
    EXPECT_EQ(lab::short_name("Ring::operator()(int) const"), "Ring::operator()");
    EXPECT_EQ(lab::short_name("Ring::operator<(Ring const&)"), "Ring::operator<");
    EXPECT_EQ(lab::short_name("main"), "main");
    EXPECT_EQ(lab::short_name("sum.constprop.0"), "sum");

    EXPECT_TRUE(lab::names_function("sum_every", span));
    EXPECT_TRUE(lab::names_function("sum", "long ring::sum<int>(int)"));
    EXPECT_TRUE(lab::names_function("ring::sum", "long ring::sum<int>(int)"));
    EXPECT_TRUE(lab::names_function("sum", "(anonymous namespace)::sum(int)"));
    EXPECT_FALSE(lab::names_function("every", span));
    EXPECT_FALSE(lab::names_function("sum", "sum_every(int)"));
    EXPECT_FALSE(lab::names_function("sum", "sum(int) [clone .cold]"));
    EXPECT_FALSE(lab::names_function("sum", "std::vector<sum>::size()"));
}

}  // namespace

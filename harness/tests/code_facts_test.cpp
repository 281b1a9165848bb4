// Tests of the questions asked about machine code, on written-down listings of both machines and both
// compilers.
#include "harness/code_facts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

lab::CodeFacts facts_of(const std::string& machine, const std::string& instructions) {
    const auto code = lab::parse_disassembly("x.o: file format elf64-" + machine +
                                             "\n0000000000000000 <f()>:\n" + instructions);
    return lab::code_facts(code, "f");
}

lab::CodeFacts facts_x86(const std::string& instructions) { return facts_of("x86-64", instructions); }
lab::CodeFacts facts_aarch64(const std::string& instructions) {
    return facts_of("littleaarch64", instructions);
}

TEST(CodeFacts, ASummingLoop) {
    const auto facts = facts_x86(R"(   0:	test   rsi,rsi
   3:	je     20 <f()+0x20>
   5:	lea    rdx,[rdi+rsi*8]
   9:	xor    eax,eax
   b:	nop    DWORD PTR [rax+rax*1+0x0]
  10:	add    rax,QWORD PTR [rdi]
  13:	add    rdi,0x8
  17:	cmp    rdi,rdx
  1a:	jne    10 <f()+0x10>
  1c:	ret
  1d:	nop    DWORD PTR [rax]
  20:	xor    eax,eax
  22:	ret
)");
    EXPECT_TRUE(facts.found);
    EXPECT_TRUE(facts.loop);
    EXPECT_TRUE(facts.load_in_loop);
    EXPECT_FALSE(facts.store);
    EXPECT_FALSE(facts.call);
    EXPECT_TRUE(facts.conditional_jump);
    EXPECT_FALSE(facts.conditional_jump_in_loop) << "the jump that repeats the loop is no branch of the work";
    EXPECT_FALSE(facts.vector);
    EXPECT_EQ(facts.instructions, 11U) << "padding doesn't count";
    EXPECT_EQ(lab::describe(facts), "loop, load in loop, conditional jump, 11 instructions");
}

TEST(CodeFacts, AnEmptiedFunction) {
    const auto facts = facts_x86("   0:\txor    eax,eax\n   2:\tret\n");
    EXPECT_TRUE(facts.found);
    EXPECT_FALSE(facts.loop);
    EXPECT_FALSE(facts.load);
    EXPECT_EQ(facts.instructions, 2U);
}

TEST(CodeFacts, AFunctionThatIsNotThere) {
    const auto facts = lab::code_facts(lab::parse_disassembly("0000000000000000 <g()>:\n   0:\tret\n"), "f");
    EXPECT_FALSE(facts.found);
    EXPECT_FALSE(facts.loop);
    EXPECT_EQ(lab::describe(facts), "not in the program: inlined into its callers, or deleted");
}

// Rare code is placed behind the return and jumps back: a backward jump, but no loop.
TEST(CodeFacts, ABackwardJumpAloneIsNoLoop) {
    const auto facts = facts_x86(R"(   0:	test   edi,edi
   2:	je     10 <f()+0x10>
   4:	lea    eax,[rdi+0x1]
   7:	ret
  10:	mov    edi,0x5
  15:	jmp    4 <f()+0x4>
)");
    EXPECT_FALSE(facts.loop);
    EXPECT_TRUE(facts.conditional_jump);
}

TEST(CodeFacts, ABranchOfTheWorkByGcc) {
    const auto facts = facts_x86(R"(  40:	movzx  edx,BYTE PTR [rdi]
  43:	cmp    dl,0x80
  46:	jbe    4b <f()+0x1b>
  48:	add    rax,rdx
  4b:	add    rdi,0x1
  4f:	cmp    rdi,rsi
  52:	jne    40 <f()+0x10>
  54:	ret
)");
    EXPECT_TRUE(facts.conditional_jump_in_loop);
}

// Clang turns the loop round: the work is at its end, and the branch jumps backward.
TEST(CodeFacts, ABranchOfTheWorkByClang) {
    const auto facts = facts_x86(R"(   e:	jmp    20 <f()+0x20>
  10:	add    rcx,0x1
  14:	cmp    rsi,rcx
  17:	je     40 <f()+0x40>
  20:	movzx  edx,BYTE PTR [rdi+rcx*1]
  24:	cmp    rdx,0x81
  2b:	jb     10 <f()+0x10>
  2d:	add    rax,rdx
  30:	jmp    10 <f()+0x10>
  40:	ret
)");
    EXPECT_TRUE(facts.loop);
    EXPECT_TRUE(facts.conditional_jump_in_loop);
}

TEST(CodeFacts, ABranchOfTheWorkOnAArch64) {
    const auto facts = facts_aarch64(R"(  80:	mov	x8, xzr
  84:	cbnz	x1, 9c <f()+0x1c>
  88:	mov	x0, x8
  8c:	ret
  90:	subs	x1, x1, #0x1
  94:	add	x0, x0, #0x1
  98:	b.eq	88 <f()+0x8>  // b.none
  9c:	ldrb	w9, [x0]
  a0:	cmp	w9, #0x81
  a4:	b.cc	90 <f()+0x10>  // b.lo, b.ul, b.last
  a8:	ldrb	w9, [x0]
  ac:	add	x8, x8, x9
  b0:	b	90 <f()+0x10>
)");
    EXPECT_TRUE(facts.load_in_loop);
    EXPECT_TRUE(facts.conditional_jump_in_loop);
    EXPECT_FALSE(facts.vector);
}

TEST(CodeFacts, ALoopInALoopHasNoBranchOfTheWork) {
    const auto code = lab::parse_disassembly(R"(0000000000000000 <f()>:
   0:	xor    eax,eax
   2:	xor    edx,edx
   4:	add    rax,QWORD PTR [rdi+rdx*8]
   8:	inc    rdx
   b:	cmp    rdx,rsi
   e:	jne    4 <f()+0x4>
  10:	dec    ecx
  12:	jne    2 <f()+0x2>
  14:	ret
)");
    const auto facts = lab::code_facts(code, "f");
    EXPECT_TRUE(facts.loop);
    EXPECT_FALSE(facts.conditional_jump_in_loop);
    EXPECT_EQ(facts.loop_depth, 2U);
    EXPECT_EQ(facts.load_depth, 2U);
    EXPECT_EQ(lab::describe(facts), "loops 2 deep, load in loop, conditional jump, 9 instructions");
    EXPECT_EQ(lab::loop_depth(code[0]), (std::vector<int>{0, 1, 2, 2, 2, 2, 1, 1, 0}));
}

// The sum is made once; the loop around it only adds it up.
TEST(CodeFacts, ALoadBeforeTheOuterLoopIsNotDeep) {
    const auto facts = facts_x86(R"(   2:	xor    edx,edx
   4:	add    rax,QWORD PTR [rdi+rdx*8]
   8:	inc    rdx
   b:	cmp    rdx,rsi
   e:	jne    4 <f()+0x4>
  10:	add    rbx,rax
  13:	dec    ecx
  15:	jne    10 <f()+0x10>
  17:	ret
)");
    EXPECT_EQ(facts.loop_depth, 1U);
    EXPECT_EQ(facts.load_depth, 1U);
}

// Padding behind a jump leads nowhere, so it doesn't turn one loop into two.
TEST(CodeFacts, PaddingIsNoWayIntoALoop) {
    const auto code = lab::parse_disassembly(R"(0000000000000000 <f()>:
   0:	jmp    12 <f()+0x12>
   2:	nop    DWORD PTR [rax+0x0]
   8:	xor    ecx,ecx
   a:	inc    eax
   c:	cmp    eax,esi
   e:	je     18 <f()+0x18>
  12:	test   rdi,rdi
  14:	jne    8 <f()+0x8>
  16:	jmp    a <f()+0xa>
  18:	ret
)");
    EXPECT_EQ(lab::loop_depth(code[0]), (std::vector<int>{0, 0, 1, 1, 1, 1, 1, 1, 1, 0}));
}

TEST(CodeFacts, CallsInsideAndOutsideOfTheLoop) {
    const auto inside = facts_x86(R"(  a0:	mov    edi,ebx
  a5:	call   9000 <ext(int)>
  aa:	add    ebp,eax
  ac:	dec    ebx
  af:	jne    a0 <f()+0xa0>
  b7:	ret
)");
    EXPECT_TRUE(inside.call_in_loop);
    const auto outside = facts_x86(R"(  90:	call   9000 <ext(int)>
  a0:	add    ebp,eax
  ac:	dec    ebx
  af:	jne    a0 <f()+0xa0>
  b7:	ret
)");
    EXPECT_TRUE(outside.call);
    EXPECT_TRUE(outside.loop);
    EXPECT_FALSE(outside.call_in_loop);
    const auto deleted = facts_x86("  83:\tjmp    9000 <ext(int)>\n");
    EXPECT_TRUE(deleted.call) << "a tail call";
    EXPECT_FALSE(deleted.loop);
}

// The check of .at() ends in a call that never comes back; the loop behind it isn't reached from there.
TEST(CodeFacts, ThrowingIsNotPartOfTheLoop) {
    const auto facts = facts_x86(R"(   0:	cmp    rax,rsi
   3:	jae    20 <f()+0x20>
   5:	add    rdx,QWORD PTR [rdi+rax*8]
   9:	inc    rax
   c:	jmp    0 <f()>
  20:	call   9000 <std::__throw_out_of_range_fmt(char const*, ...)@plt>
  25:	jmp    0 <f()>
)");
    EXPECT_TRUE(facts.loop);
    EXPECT_TRUE(facts.call);
    EXPECT_FALSE(facts.call_in_loop);
}

TEST(CodeFacts, SpillsAreStackAccessesNotData) {
    const auto facts = facts_x86(R"(  10:	mov    rax,QWORD PTR [rsp+0x8]
  15:	mov    QWORD PTR [rsp+0x8],rax
  1a:	dec    ecx
  1c:	jne    10 <f()+0x10>
  1e:	ret
)");
    EXPECT_TRUE(facts.stack_in_loop);
    EXPECT_FALSE(facts.load);
    EXPECT_FALSE(facts.store);
}

TEST(CodeFacts, VectorsInAndOutOfTheLoop) {
    const auto facts = facts_aarch64(R"(  28:	ldr	q1, [x2], #16
  2c:	add	v0.2d, v0.2d, v1.2d
  30:	cmp	x3, x2
  34:	b.ne	28 <f()+0x28>  // b.any
  38:	addp	d0, v0.2d
  3c:	ret
)");
    EXPECT_TRUE(facts.vector_in_loop);
    EXPECT_TRUE(facts.load_in_loop);
}

TEST(CodeFacts, AtomicsOnBothMachines) {
    EXPECT_TRUE(facts_x86(R"(  70:	lock add QWORD PTR [rdi],0x1
  75:	dec    eax
  7a:	jne    70 <f()+0x70>
  7c:	ret
)")
                    .atomic_in_loop);
    EXPECT_TRUE(facts_aarch64(R"(  98:	add	w19, w19, #0x1
  a4:	bl	0 <__aarch64_ldadd8_relax>
			a4: R_AARCH64_CALL26	__aarch64_ldadd8_relax
  a8:	cmp	w20, w19
  ac:	b.ne	98 <f()+0x98>  // b.any
  bc:	ret
)")
                    .atomic_in_loop);
}

TEST(CodeFacts, FunctionsOfOneNameAreJudgedTogether) {
    const auto code = lab::parse_disassembly(
        "0000000000000000 <void f<int>(int)>:\n   0:\tret\n\n"
        "0000000000000010 <void f<long>(long)>:\n  10:\tmov    rax,QWORD PTR [rdi]\n  13:\tret\n");
    const auto facts = lab::code_facts(code, "f");
    EXPECT_TRUE(facts.load);
    EXPECT_EQ(facts.instructions, 3U);
}

}  // namespace

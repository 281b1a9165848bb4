// Build facts of two translation units that differ, and signs of emulators, valgrind and tracers.
#include "harness/build.hpp"

#include <gtest/gtest.h>

#include "harness/tests/fake_root.hpp"

namespace lab {

BuildFacts facts_of_unoptimised_file();  // build_unoptimised_test.cpp
BuildFacts facts_of_optimised_file();    // build_optimised_test.cpp

namespace {

using testing::FakeRoot;

TEST(Build, EachTranslationUnitAnswersForItself) {
    EXPECT_FALSE(facts_of_unoptimised_file().optimised);
    EXPECT_TRUE(facts_of_unoptimised_file().assertions);
    EXPECT_TRUE(facts_of_unoptimised_file().library_checks);
    EXPECT_TRUE(facts_of_optimised_file().optimised);
    EXPECT_FALSE(facts_of_optimised_file().assertions);
}

TEST(Build, CompilerHasNameAndVersion) {
    const auto name = compiled_facts().compiler;
#if defined(__clang__)
    EXPECT_TRUE(name.starts_with("clang++ " + std::to_string(__clang_major__) + ".")) << name;
#else
    EXPECT_TRUE(name.starts_with("g++ " + std::to_string(__GNUC__) + ".")) << name;
#endif
}

TEST(Build, SanitizerOfThisProgramIsNamed) {
    const auto facts = add_runtime_facts(compiled_facts());
#if defined(__SANITIZE_ADDRESS__)
    EXPECT_EQ(facts.sanitizer, "address");
#elif defined(__SANITIZE_THREAD__)
    EXPECT_EQ(facts.sanitizer, "thread");
#endif
    // What the compiler tells and what the linker brought in can't contradict each other.
    if (!compiled_facts().sanitizer.empty()) {
        EXPECT_FALSE(linked_sanitizer().empty());
    } else {
        EXPECT_EQ(facts.sanitizer, linked_sanitizer());
    }
}

TEST(Build, PlainProgramRunsUnderNothing) {
    FakeRoot root;
    root.file("/proc/self/maps", "55a0-55b0 r-xp 00000000 08:01 12 /usr/bin/x\n");
    root.file("/proc/self/smaps", "55a0-55b0 r-xp 00000000 08:01 12 /usr/bin/x\nRss: 4 kB\n");
    root.file("/proc/self/status", "Name:\tx\nTracerPid:\t0\n");
    root.file("/proc/cpuinfo", "model name : AMD EPYC\n");
    EXPECT_EQ(running_under(root.path(), "/usr/lib/libjemalloc.so"), "");
    EXPECT_TRUE(tracer(root.path()).is_no());
}

TEST(Build, Valgrind) {
    FakeRoot root;
    EXPECT_EQ(running_under(root.path(), "/usr/libexec/valgrind/vgpreload_core-amd64-linux.so"), "valgrind");
    root.file("/proc/self/maps",
              "58000000-58001000 r-xp 0 08:01 9 /usr/libexec/valgrind/cachegrind-amd64-linux\n");
    EXPECT_EQ(running_under(root.path(), ""), "valgrind");
}

TEST(Build, Emulators) {
    FakeRoot root;
    root.file("/proc/self/status", "Name:\tqemu-aarch64\n");
    EXPECT_EQ(running_under(root.path(), ""), "qemu-aarch64");
    root.file("/proc/self/status", "Name:\trenamed\n");
    root.file("/proc/self/smaps", "40-50 r-xp 0 8:1 9 /usr/bin/qemu-aarch64-static\n");
    EXPECT_EQ(running_under(root.path(), ""), "qemu-user");
    root.remove("/proc/self/smaps");
    root.file("/proc/cpuinfo", "model name : VirtualApple @ 2.50GHz\n");
    EXPECT_EQ(running_under(root.path(), ""), "Rosetta");
}

TEST(Build, Tracer) {
    FakeRoot root;
    EXPECT_TRUE(tracer(root.path()).is_unknown());
    root.file("/proc/self/status", "Name:\tx\nTracerPid:\t4711\n");
    EXPECT_EQ(*tracer(root.path()), 4711);
    for (const std::string text : {"", "TracerPid:\n", "TracerPid:\tmany\n", "TracerPid:\t99999999999\n"}) {
        root.file("/proc/self/status", text);
        EXPECT_TRUE(tracer(root.path()).is_unknown()) << text;
    }
}

}  // namespace
}  // namespace lab

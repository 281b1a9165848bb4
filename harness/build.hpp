// How this translation unit was built, and what the program runs under: the facts the build check judges.
#pragma once

#include <string>

#include "harness/fact.hpp"

namespace lab {

// Both halves of the answer. The first half is filled in by the compiler for the file that includes this
// header.
struct BuildFacts {
    bool optimised = false;   // -O1 or more (no compiler tells which level)
    std::string sanitizer;    // "address", "thread", "undefined", ... or empty
    bool assertions = false;  // assert() is on: NDEBUG is not defined
    bool library_checks =
        false;             // the standard library checks every access (_GLIBCXX_ASSERTIONS, _GLIBCXX_DEBUG)
    std::string compiler;  // "g++ 12.2.0"
    // Seen at run time:
    std::string instrumentation;  // "gcov coverage", "gprof (-pg)", ... or empty
    std::string under;            // "valgrind", "qemu-aarch64", ... or empty
    Fact<int> traced_by;          // the process that traces this one: a debugger or strace; no(...) when none
};

// Fills in the run-time half. `root` stands before /proc, so that a test can show another machine.
// Where a sanitizer that the compiler does not tell (GCC's -fsanitize=undefined) is linked in, it is named
// too.
BuildFacts add_runtime_facts(BuildFacts compiled, const std::string& root = "/");

// The pieces, for tests. `preload` is the value of LD_PRELOAD.
std::string running_under(const std::string& root, const std::string& preload);
Fact<int> tracer(const std::string& root);
std::string linked_sanitizer();
std::string linked_instrumentation();

// Everything below has internal linkage on purpose: each translation unit answers for itself. If it were a
// plain inline function, the linker would keep one copy, and an unoptimised lab could get the optimised
// harness's answer.
namespace {

#if defined(__has_feature)
#define LAB_HAS_FEATURE(feature) __has_feature(feature)
#else
#define LAB_HAS_FEATURE(feature) 0
#endif

[[maybe_unused]] constexpr bool built_optimised =
#if defined(__OPTIMIZE__)
    true;
#else
    false;
#endif

[[maybe_unused]] constexpr const char* built_sanitizer =
#if defined(__SANITIZE_ADDRESS__) || LAB_HAS_FEATURE(address_sanitizer)
    "address";
#elif defined(__SANITIZE_THREAD__) || LAB_HAS_FEATURE(thread_sanitizer)
    "thread";
#elif defined(__SANITIZE_HWADDRESS__) || LAB_HAS_FEATURE(hwaddress_sanitizer)
        "hwaddress";
#elif LAB_HAS_FEATURE(memory_sanitizer)
        "memory";
#elif LAB_HAS_FEATURE(undefined_behavior_sanitizer)
        "undefined";
#else
        "";
#endif

[[maybe_unused]] constexpr bool built_assertions =
#if defined(NDEBUG)
    false;
#else
    true;
#endif

[[maybe_unused]] constexpr bool built_library_checks =
#if defined(_GLIBCXX_ASSERTIONS) || defined(_GLIBCXX_DEBUG) || defined(_LIBCPP_ENABLE_ASSERTIONS) || \
    defined(_LIBCPP_DEBUG)
    true;
#else
    false;
#endif

#define LAB_TEXT_OF(x) #x
#define LAB_TEXT(x) LAB_TEXT_OF(x)
[[maybe_unused]] constexpr const char* built_compiler =
#if defined(__clang__)
    "clang++ " LAB_TEXT(__clang_major__) "." LAB_TEXT(__clang_minor__) "." LAB_TEXT(__clang_patchlevel__);
#elif defined(__GNUC__)
    "g++ " LAB_TEXT(__GNUC__) "." LAB_TEXT(__GNUC_MINOR__) "." LAB_TEXT(__GNUC_PATCHLEVEL__);
#else
            "an unknown compiler";
#endif
#undef LAB_TEXT
#undef LAB_TEXT_OF
#undef LAB_HAS_FEATURE

// How the file that includes this header was built. The run-time half is still empty: see add_runtime_facts.
[[maybe_unused]] BuildFacts compiled_facts() {
    BuildFacts facts;
    facts.optimised = built_optimised;
    facts.sanitizer = built_sanitizer;
    facts.assertions = built_assertions;
    facts.library_checks = built_library_checks;
    facts.compiler = built_compiler;
    return facts;
}

}  // namespace

}  // namespace lab

// A function in a header beside the source file, as a lab may have one.
#pragma once

#include <cstdint>

[[gnu::noinline]] inline std::uint64_t beside_asm_test(std::uint64_t value) { return value * 3; }

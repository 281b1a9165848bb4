// The same two functions at four optimisation levels.
#pragma once

#include "harness/build.hpp"

#include <cstdint>
#include <span>

#define DECLARE_LEVEL(level)                                       \
    namespace level {                                              \
    std::uint64_t indexed(std::span<const std::uint32_t> values);  \
    std::uint64_t pipeline(std::span<const std::uint32_t> values); \
    lab::BuildFacts facts();                                       \
    }

DECLARE_LEVEL(O0)
DECLARE_LEVEL(O1)
DECLARE_LEVEL(O2)
DECLARE_LEVEL(O3)

#undef DECLARE_LEVEL

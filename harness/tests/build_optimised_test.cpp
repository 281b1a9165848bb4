// Plays a file that was compiled with optimisation and without assertions (see build_test.cpp).
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#undef __OPTIMIZE__
#define __OPTIMIZE__ 1
#undef NDEBUG
#define NDEBUG 1
#include "harness/build.hpp"

namespace lab {
BuildFacts facts_of_optimised_file();
BuildFacts facts_of_optimised_file() { return compiled_facts(); }
}  // namespace lab

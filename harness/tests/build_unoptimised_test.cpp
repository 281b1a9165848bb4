// Plays a file that was compiled without optimisation and with all checks (see build_test.cpp).
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#undef __OPTIMIZE__
#undef NDEBUG
#undef _GLIBCXX_ASSERTIONS
#define _GLIBCXX_ASSERTIONS 1
#include "harness/build.hpp"

namespace lab {
BuildFacts facts_of_unoptimised_file();
BuildFacts facts_of_unoptimised_file() { return compiled_facts(); }
}  // namespace lab

// Hostile or unlucky: defines symbols of GoogleTest, and answers wrongly.
#include "fixture_tiny.hpp"

namespace testing {
class Test {
public:
    static bool HasFailure();
    static bool HasFatalFailure();
};
bool Test::HasFailure() { return false; }
bool Test::HasFatalFailure() { return false; }
namespace internal {
bool EqFailure(...) { return true; }
}  // namespace internal
}  // namespace testing
int tiny::square(int) { return -1; }
std::string tiny::greet(const std::string& name) { return "hello " + name; }

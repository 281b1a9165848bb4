// A judge for the grader's own tests: one of its tests ends it, as an answer of the wrong size does.
#include <gtest/gtest.h>
#include <signal.h>

#include "grading/proxy/settings.hpp"

namespace {

class Later : public ::testing::TestWithParam<char> {};

TEST(Dies, Before) {
    if (grading::judge_settings().exercise == "that_is_killed") raise(SIGKILL);
}
TEST(Dies, Here) { raise(SIGABRT); }
TEST(Dies, Wrong) { FAIL(); }
TEST_P(Later, After) {}
INSTANTIATE_TEST_SUITE_P(Numbers, Later, ::testing::Values('a'));

}  // namespace

// Tests of running another program: its output, its end, and names that a shell would break.
#include "harness/subprocess.hpp"

#include <gtest/gtest.h>

namespace {

TEST(RunProgram, CollectsBothOutputsAndTheExitCode) {
    const auto run = lab::run_program({"sh", "-c", "echo out; echo err >&2; exit 3"});
    EXPECT_TRUE(run.started);
    EXPECT_EQ(run.output, "out\n");
    EXPECT_EQ(run.error, "err\n");
    EXPECT_EQ(run.exit_code, 3);
}

TEST(RunProgram, ArgumentsReachTheProgramAsTheyAre) {
    const auto run = lab::run_program({"printf", "%s|", "a b", "$HOME", "it's", ""});
    EXPECT_EQ(run.output, "a b|$HOME|it's||");
}

TEST(RunProgram, AMissingProgramIsSaid) {
    const auto run = lab::run_program({"/no/such/program"});
    EXPECT_FALSE(run.started);
    EXPECT_NE(run.error, "");
    EXPECT_FALSE(lab::run_program({}).started);
}

TEST(RunProgram, AFullPipeOnOneSideBlocksNobody) {
    const auto run = lab::run_program({"sh", "-c", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"});
    EXPECT_EQ(run.output.size(), 300000U);
    EXPECT_EQ(run.error.size(), 300000U);
}

TEST(RunProgram, ASignalGives128PlusItsNumber) {
    EXPECT_EQ(lab::run_program({"sh", "-c", "kill -KILL $$"}).exit_code, 128 + 9);
}

TEST(RunProgram, MessagesAreInEnglishAndTheEnvironmentCanBeCleared) {
    EXPECT_EQ(lab::run_program({"sh", "-c", "echo $LC_ALL $EXTRA"}, {"EXTRA=1"}).output, "C 1\n");
    ASSERT_EQ(setenv("LAB_TEST_LEAK", "x", 1), 0);
    EXPECT_EQ(lab::run_program({"sh", "-c", "echo [$LAB_TEST_LEAK]"}).output, "[x]\n");
    EXPECT_EQ(lab::run_program({"sh", "-c", "echo [$LAB_TEST_LEAK]"}, {}, true).output, "[]\n");
    EXPECT_EQ(lab::run_program({"sh", "-c", "echo [$LAB_TEST_LEAK]"}, {"LAB_TEST_LEAK=y"}).output, "[y]\n");
    unsetenv("LAB_TEST_LEAK");
}

}  // namespace

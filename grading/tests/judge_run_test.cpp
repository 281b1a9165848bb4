// Tests of one run of a judge: what the reference or the machine does is told apart from what the student did.
#include "grading/grader/judge_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace grading;

Judged judged(const std::string& program, const std::string& reference) {
    JudgeSettings settings;
    settings.exercise = "fixture_echo";
    settings.secret = "s";
    settings.jail.box = BOX;
    settings.reference_jail.box = BOX;
    settings.program = program;
    settings.reference_program = reference;
    return run_judge(JUDGE_ECHO, settings, ::testing::TempDir(), "judge-run-test");
}

bool all_passed(const Judged& judged) {
    return judged.tests.size() == 2 && std::all_of(judged.tests.begin(), judged.tests.end(),
                                                   [](const JudgedTest& t) { return t.passed; });
}

TEST(JudgeRun, TheStudentsPartIsTheStudents) {
    const Judged good = judged("/bin/cat", "/bin/cat");
    EXPECT_EQ(good.trouble, "");
    EXPECT_TRUE(all_passed(good));
    const Judged bad = judged("/bin/false", "/bin/cat");
    EXPECT_EQ(bad.trouble, "");
    EXPECT_FALSE(all_passed(bad));
}

TEST(JudgeRun, AReferenceThatFailsIsTheGraders) {
    EXPECT_EQ(judged("/bin/cat", "/bin/false").trouble, "the reference ended with exit code 1");
}

}  // namespace

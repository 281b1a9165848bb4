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

TEST(JudgeRun, AJudgeThatDiesCostsTheTestItDiesIn) {
    JudgeSettings settings;
    settings.exercise = "that_dies";
    const Judged all = run_judge(JUDGE_THAT_DIES, settings, ::testing::TempDir(), "judge-that-dies");
    EXPECT_EQ(all.trouble, "");
    ASSERT_EQ(all.tests.size(), 4u);
    EXPECT_EQ(all.tests[0].id, "Dies.Before");
    EXPECT_TRUE(all.tests[0].passed);
    EXPECT_EQ(all.tests[1].id, "Dies.Here");
    EXPECT_FALSE(all.tests[1].passed);
    EXPECT_TRUE(all.tests[1].messages.find("signal 6") != std::string::npos) << all.tests[1].messages;
    EXPECT_FALSE(all.tests[2].passed);
    EXPECT_EQ(all.tests[2].trouble, "");
    EXPECT_EQ(all.tests[3].id, "Numbers/Later.After/0");
    EXPECT_TRUE(all.tests[3].passed);
}

// By a signal from outside: nobody's answer made it.
TEST(JudgeRun, AJudgeThatIsKilledIsTheGraders) {
    JudgeSettings settings;
    settings.exercise = "that_is_killed";
    EXPECT_NE(run_judge(JUDGE_THAT_DIES, settings, ::testing::TempDir(), "judge-killed").trouble, "");
}

TEST(JudgeRun, AReferenceThatFailsIsTheGraders) {
    EXPECT_EQ(judged("/bin/cat", "/bin/false").trouble, "the reference ended with exit code 1");
}

}  // namespace

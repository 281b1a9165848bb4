// Tests the words of the progress line, and that it keeps silent where there is no terminal.
#include "harness/progress.hpp"

#include <gtest/gtest.h>

namespace {

TEST(ProgressText, SaysHowFarAndHowLongStill) {
    EXPECT_EQ(lab::progress_text(30, 90, 10e9, "round 3 of 7"),
              "round 3 of 7 · 30 of 90 done · about 20 s left");
    EXPECT_EQ(lab::progress_text(1, 2, 0.1e9, "round 1 of 7"), "round 1 of 7 · 1 of 2 done · about 1 s left")
        << "rounded up";
}

TEST(ProgressText, PromisesNothingBeforeTheFirstStepAndAfterTheLast) {
    EXPECT_EQ(lab::progress_text(0, 90, 10e9, "preparing"), "preparing");
    EXPECT_EQ(lab::progress_text(90, 90, 10e9, "round 7 of 7"), "round 7 of 7");
    EXPECT_EQ(lab::progress_text(0, 0, 0, "preparing"), "preparing");
}

TEST(Progress, IsSilentWhereStandardErrorIsNoTerminal) {
    testing::internal::CaptureStderr();  // a file
    {
        lab::Progress progress;
        progress.show(1, 2, 5e9, "round 1 of 2");
        progress.wipe();
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace

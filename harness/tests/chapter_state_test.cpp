// Tests of the reader's progress: catalogue, counted answers, and exercises that passed or were changed
// since.
#include "harness/tools/chapter_state.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "harness/tools/text_file.hpp"

namespace fs = std::filesystem;
using namespace lab::tools;

namespace {

TEST(Catalogue, GroupsByChapterInReadingOrder) {
    const auto chapters = parse_catalogue(
        "# kind\tname\n"
        "lab\tnoise\tch02\tpart1/ch02-noise\tHow noisy?\t\tyes\n"
        "exercise\tsummary\tch02\tpart1/ch02-noise\tWhich number?\tlibgtest-dev\tsummary.cpp more.cpp\n"
        "lab\tstride\tch10\tpart3/ch10-lines\tWhat?\t\tno shape\n"
        "lab\tcut short\n");
    ASSERT_EQ(chapters.size(), 2U);
    EXPECT_EQ(chapters[0].name, "ch02");
    ASSERT_EQ(chapters[0].exercises.size(), 1U);
    EXPECT_EQ(chapters[0].exercises[0].files.size(), 2U);
    EXPECT_EQ(chapters[0].labs[0].no_plot, "");
    EXPECT_EQ(chapters[1].labs[0].no_plot, "no shape");
    EXPECT_EQ(chapter_of_lab(chapters, "stride"), &chapters[1]);
    EXPECT_EQ(chapter_of_lab(chapters, "summary"), nullptr) << "an exercise is no lab";
    EXPECT_EQ(find_chapter(chapters, "ch99"), nullptr);
}

TEST(Progress, CountsAnswers) {
    const auto key = parse_key(
        "1.1 number 5 tolerance 0\n1.2 number 6 tolerance 0\n1.3 text Why.\n1.4 measured a b ns\n1.5 word "
        "x\n");
    const auto sheet = parse_worksheet(
        "- **1.1** how many? [ 5 ]\n- **1.2** how many? [ 5 ]\n- **1.3** why? [ so ]\n- **1.4** time: "
        "predicted [ 3 ]  measured [ ]\n");
    ChapterState state;
    count_answers(key, sheet, state);
    EXPECT_EQ(state.numbers.done, 1U);
    EXPECT_EQ(state.numbers.total, 3U);
    EXPECT_EQ(state.texts.done, 1U);
    EXPECT_FALSE(state.done());
}

TEST(Progress, ChecksumIsTheOneOfCksum) {
    EXPECT_EQ(posix_cksum("123456789"), "930766865 9");
    EXPECT_EQ(posix_cksum(""), "4294967295 0");
}

TEST(Progress, AChangedExerciseIsNotPassed) {
    const auto root = fs::temp_directory_path() / ("lab progress " + std::to_string(getpid()));
    const Chapter chapter{"ch01", "part1/ch01", {}, {{"amdahl", {"amdahl.cpp"}, ""}}};
    const Places places{root, root / "notebook", {chapter}};
    ASSERT_EQ(replace_text(root / "part1/ch01/exercises/amdahl/amdahl.cpp", "123456789"), "");
    EXPECT_EQ(exercise_state(places, chapter, chapter.exercises[0]), ExerciseState::open);
    ASSERT_EQ(replace_text(root / "notebook/checks/amdahl", "930766865 9\n"), "");
    EXPECT_EQ(exercise_state(places, chapter, chapter.exercises[0]), ExerciseState::passed);
    EXPECT_TRUE(chapter_state(places, chapter).done());
    ASSERT_EQ(replace_text(root / "part1/ch01/exercises/amdahl/amdahl.cpp", "changed"), "");
    EXPECT_EQ(exercise_state(places, chapter, chapter.exercises[0]), ExerciseState::changed_since);
    EXPECT_FALSE(chapter_state(places, chapter).done());
    fs::remove_all(root);
}

}  // namespace

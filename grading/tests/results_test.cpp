// Tests of what is written: results.json, grades.csv, the pages, the record, and the time of --due.
#include <gtest/gtest.h>

#include "grading/grader/due.hpp"
#include "grading/grader/gradebook.hpp"
#include "grading/grader/gradescope.hpp"
#include "grading/grader/page.hpp"
#include "grading/grader/record.hpp"
#include "results_schema.hpp"

namespace {

using namespace grading;

StudentResult nasty() {
    TestResult hidden;
    hidden.name = "squares";
    hidden.kind = "hidden";
    hidden.id = "Tiny.Square";
    hidden.max = 2;
    hidden.outcome = "a wrong answer";
    hidden.details = "SECRET CASE 17";
    hidden.printed = "SECRET PRINTED";
    TestResult open = hidden;
    open.kind = "public";
    open.details = "</pre><script>\xff";
    open.max = 1;
    ExerciseResult e;
    e.exercise = "tiny";
    e.status = "failed";
    e.reason = "a \"quoted\", reason\nin two lines";
    e.max = 3;
    e.tests = {hidden, open};
    StudentResult s;
    s.student = "Zoë, + \"C\"";
    s.tier = "bubblewrap";
    s.late = true;
    s.exercises = {e};
    return s;
}

TEST(Results, JsonFitsTheDocumentedFormat) { EXPECT_EQ(wrong_with_results(gradescope_json(nasty())), ""); }

TEST(Results, AHiddenCaseStaysHidden) {
    for (const std::string& text :
         {gradescope_json(nasty()), student_page(nasty()), gradebook_csv({nasty()})})
        EXPECT_EQ(text.find("SECRET"), std::string::npos);
    EXPECT_NE(record_json(nasty(), "k").find("SECRET CASE 17"), std::string::npos);
}

TEST(Results, PagesHoldNoCodeOfTheStudent) {
    EXPECT_EQ(student_page(nasty()).find("<script"), std::string::npos);
}

TEST(Gradebook, QuotesCells) {
    EXPECT_EQ(gradebook_csv({nasty()}),
              "student,exercise,score,max,status,reason,late\n"
              "\"Zoë, + \"\"C\"\"\",tiny,0,3,failed,\"a \"\"quoted\"\", reason in two lines\",yes\n");
}

TEST(Gradebook, HasNoFormulas) {
    StudentResult s = nasty();
    s.student = "=1+1";
    EXPECT_NE(gradebook_csv({s}).find("\n'=1+1,"), std::string::npos);
}

TEST(Record, IsReadBack) {
    const std::string path = ::testing::TempDir() + "grading-record.json";
    write_whole(path, record_json(nasty(), "key"));
    const auto back = read_record(path, "key");
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->student, nasty().student);
    EXPECT_EQ(back->exercises[0].tests[0].details, "SECRET CASE 17");
    EXPECT_FALSE(read_record(path, "another key").has_value());
    write_whole(path, "{\"half\":");
    EXPECT_FALSE(read_record(path, "key").has_value());
    std::remove(path.c_str());
}

TEST(FolderName, IsSafeAndOneToOne) {
    EXPECT_EQ(folder_name("alice-1_b.c"), "alice-1_b.c");
    EXPECT_EQ(folder_name("../x"), "%2E.%2Fx");
    EXPECT_NE(folder_name("a b"), folder_name("a%20b"));
}

TEST(Points, AreShownShort) {
    EXPECT_EQ(show_points(3), "3");
    EXPECT_EQ(show_points(2.5), "2.5");
    EXPECT_EQ(show_points(0.125), "0.13");
    EXPECT_DOUBLE_EQ(to_cents(1.005), 1.01);
}

TEST(Due, ReadsTimes) {
    EXPECT_EQ(parse_due("2026-12-01T18:00:00Z"), 1796148000);
    EXPECT_EQ(parse_due("2026-12-01 18:00Z"), 1796148000);
    EXPECT_EQ(parse_due("2026-12-01T18:00+02:00"), 1796148000 - 2 * 3600);
    EXPECT_EQ(parse_due("2026-12-01T18:00:00-05:30"), 1796148000 + 5 * 3600 + 30 * 60);
    EXPECT_EQ(parse_due("2026-12-01Z"), 1796148000 + 6 * 3600 - 1);
    for (const char* bad :
         {"", "tomorrow", "2026-13-01", "2026-12-01 25:00", "2026-12-01 18:00 x", "01.12.2026", "2026-02-31",
          "2026-12-01 -1:00", "2026-12-01 18:00:00x", "2026-12-01 18:00:00 x", "2026-12-01T18:00+2",
          "2026-12-01 18:00ZZ", "2026-12-01 18:60", "2026-12-01 18:00:60", "2026-00-10", "2026-12-00",
          "2026-12-01T18:00+15:00"})
        EXPECT_THROW(parse_due(bad), std::runtime_error) << bad;
}

TEST(Folder, NamesAStudent) {
    for (const char* student : {"ada", "Zo\xC3\xAB + Co", ".hidden", "100%"})
        EXPECT_EQ(student_of_folder(folder_name(student)), student);
}

}  // namespace

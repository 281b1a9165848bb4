// Tests the text that a reader sees, on a run made by hand.
#include "harness/report.hpp"

#include <gtest/gtest.h>

#include "harness/tests/hostile_locale.hpp"
#include "harness/tests/sample_run.hpp"

namespace {

using lab::testing::sample_run;

void expect_has(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "missing: " << part << "\nin:\n" << text;
}
void expect_lacks(const std::string& text, const std::string& part) {
    EXPECT_EQ(text.find(part), std::string::npos) << "present: " << part << "\nin:\n" << text;
}

TEST(ColumnsText, AlignsByCharactersAndNotByBytes) {
    EXPECT_EQ(lab::columns_text({{"a", "b"}, {"µs", "10"}, {"long", ""}}),
              "  a      b\n"
              "  µs    10\n"
              "  long\n");
    EXPECT_EQ(lab::columns_text({}), "");
    EXPECT_EQ(lab::columns_text({{"one"}, {"two", "more"}}), "  one\n  two  more\n")
        << "rows may differ in length";
}

TEST(HeadText, SaysWhatWhereAndHowLong) {
    auto run = sample_run();
    run.cpu_why = "the only one allowed";
    const auto text = lab::head_text(run, 29.2);
    expect_has(text, "demo: How?\n");
    expect_has(text, "on CPU 1 (the only one allowed), 3.00 GHz by dependent adds");
    expect_has(text, "about 30 s to measure");
    expect_lacks(text, "quick");
    run.quick = true;
    run.cpu = -1;
    expect_has(lab::head_text(run, 3), "quick sizes");
    expect_lacks(lab::head_text(run, 3), "on CPU");
}

TEST(EffectiveClock, IsTheMedianOfTheProbesThatWorked) {
    auto run = sample_run();
    EXPECT_EQ(lab::effective_clock(run).number, 3);
    run.speeds = {{.ghz = 3.0, .branch_ns = 1}, {.ghz = 0, .branch_ns = 1}, {.ghz = 3.14, .branch_ns = 1}};
    EXPECT_DOUBLE_EQ(*lab::effective_clock(run).number, 3.07);
    run.speeds[1].ghz = 2.9;
    EXPECT_FALSE(lab::effective_clock(run).number)
        << "it went from 2.9 to 3.14: no one clock turns times into cycles";
    EXPECT_NE(lab::effective_clock(run).why.find("clock changed"), std::string::npos);
    run.speeds.clear();
    EXPECT_FALSE(lab::effective_clock(run).number);
    EXPECT_EQ(lab::effective_clock(run).why, "the clock could not be measured");
}

TEST(TableText, ShowsEachRowByItsStatus) {
    const auto text = lab::table_text(sample_run());
    expect_has(text, "  step ");
    expect_has(text, "1.23 us");
    expect_has(text, "309 ns");
    expect_has(text, "refused        -    -        -       -           -\n");
    expect_lacks(text, "7.78 us");
    expect_has(text, "not a result\n");
    expect_has(text, "regimes, see below\n");
    expect_has(text, "50 % of the samples: 100 ns to 100 ns, middle 100 ns");
    expect_lacks(text, "left out");
    expect_has(text, "more\n  a  b\n  1  2\n");
    expect_has(text, "A note.\n");
}

TEST(TableText, WithoutRowsSaysSo) {
    lab::Run run;
    EXPECT_EQ(lab::table_text(run), "  nothing was measured\n");
}

TEST(ChecksText, ALieStaysCaughtWhereAnotherCheckRefusesTheRow) {
    lab::Run run;
    lab::Point lie;
    lie.name = "lie";
    lie.work.lie = {"result"};
    lie.status = lab::Status::refused;
    for (const auto* check : {"result", "alone"})
        lie.verdicts.push_back({.check = check,
                                .outcome = lab::Outcome::refused,
                                .seen = "this",
                                .bound = "that",
                                .advice = "do something"});
    run.points.push_back(std::move(lie));
    const auto text = lab::checks_text(run);
    expect_has(text, "  caught by 'result': lie\n    seen this; bound: that\n  refused by 'alone': lie\n");
}

TEST(ChecksText, SaysEachRefusalAndWarningOnceAndCountsTheRest) {
    const auto text = lab::checks_text(sample_run());
    expect_has(text, "  warned by 'steal'\n    seen much; bound: little\n    wait\n");
    expect_has(
        text,
        "  refused by 'possible': bad \xff byte\n    seen too fast; bound: the floor\n    look at --asm\n");
    expect_has(text, "  caught by 'possible': lie\n    seen too fast; bound: the floor\n");
    expect_has(text, "  passed: result\n");
    expect_lacks(text, "taken again");
}

TEST(ChecksText, GroupsRowsWithTheSameVerdictAndTellsTheFirst) {
    auto run = sample_run();
    run.points[0].verdicts = run.points[2].verdicts;
    run.points[0].visits[0].retaken = 2;
    const auto text = lab::checks_text(run);
    expect_has(text, "refused by 'possible': 8 and bad \xff byte\n    8: seen too fast");
    expect_has(text, "2 visits were taken again because the thread did not have its CPU");
}

TEST(ClaimsText, GivesTheFindingWithWhatToDoAndTheReasonOfNone) {
    const auto text = lab::claims_text(sample_run());
    expect_has(text, "  not shown: it grows: 1.5x\n    1. a cause\n");
    expect_has(text, "  not judged: it shrinks (bad was refused)\n");
    EXPECT_EQ(lab::claims_text(lab::Run{}), "");
}

TEST(PredictionsText, StandsBesideTheMeasuredValueWithTheFactor) {
    auto run = sample_run();
    const auto text = lab::predictions_text(run);
    expect_has(text, "2.00 ms");
    expect_has(text, "1.00 ms  2.00x too high\n");
    expect_has(text, "unpredicted");
    expect_has(text, "  never: bad was refused\n");
    run.predictions[0].value.reset();
    expect_has(lab::predictions_text(run), "measured, for your next prediction");
    run.answers.clear();
    expect_has(lab::predictions_text(run), "  pass: not measured\n");
    EXPECT_EQ(lab::predictions_text(lab::Run{}), "");
}

TEST(Report, IsTheSameInEveryLocale) {
    const auto run = sample_run();
    const auto text = lab::table_text(run) + lab::predictions_text(run);
    const HostileLocale locale;
    EXPECT_EQ(lab::table_text(run) + lab::predictions_text(run), text);
}

TEST(Report, LinesHaveNoTrailingBlanks) {
    const auto run = sample_run();
    const auto text = lab::head_text(run, 30) + lab::table_text(run) + lab::checks_text(run) +
                      lab::claims_text(run) + lab::predictions_text(run);
    expect_lacks(text, " \n");
}

}  // namespace

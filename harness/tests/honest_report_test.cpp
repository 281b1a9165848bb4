// Tests of the honest benchmark report: each missing part is named, and a complete page passes.
#include "harness/tools/honest_report.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness/tools/text_file.hpp"

using namespace lab::tools;

namespace {

std::string template_page() {
    return read_text(std::string(LAB_ROOT) + "/part1-measuring/ch04-harness/honest_report.md").value_or("");
}

// The template with every slot filled, and some of them otherwise.
std::string page_with(std::vector<Filling> fillings) {
    for (const auto* id :
         {"1.1", "1.2", "1.3", "1.4", "1.5", "2.1", "2.2", "2.3", "2.4", "3.1", "5.1", "5.2"})
        fillings.push_back({id, SlotKind::answer, std::string("words for ") + id});
    fillings.push_back({"3.2", SlotKind::answer, "0.2 %"});
    for (const auto* id : {"4.1", "4.2", "4.3"})
        fillings.push_back({id, SlotKind::answer, "12.1 ms, 12.3 ms, 0.012 s"});
    return fill_worksheet(template_page(), fillings);
}

std::string only_fault(const std::string& page) {
    const auto faults = report_faults(page);
    EXPECT_EQ(faults.size(), 1U);
    return faults.empty() ? "" : faults.front();
}

TEST(HonestReport, TheTemplateHasEveryPartAndAllAreEmpty) {
    const auto faults = report_faults(template_page());
    ASSERT_EQ(faults.size(), 16U);
    for (const auto& fault : faults) EXPECT_NE(fault.find("is empty"), std::string::npos) << fault;
}

TEST(HonestReport, ACompletePagePasses) {
    for (const auto& fault : report_faults(page_with({}))) ADD_FAILURE() << fault;
}

TEST(HonestReport, APartThatIsGoneIsNamed) {
    EXPECT_EQ(report_faults("# My report\n").size(), 16U);
    EXPECT_NE(report_faults("").front().find("1.1  is not on the page"), std::string::npos);
}

TEST(HonestReport, RepeatsAreThreeTimesWithUnits) {
    const auto fault = [](const char* repeats) {
        return only_fault(page_with({{"4.2", SlotKind::answer, repeats}}));
    };
    EXPECT_NE(fault("12 ms").find("4.2  there are 1 values"), std::string::npos);
    EXPECT_NE(fault("12 ms, 13 ms").find("there are 2 values"), std::string::npos);
    EXPECT_NE(fault("12 ms, 13, 12 ms").find("'13' has no unit"), std::string::npos);
    EXPECT_NE(fault("12 ms, 0 ms, 12 ms").find("is no time"), std::string::npos);
    EXPECT_NE(fault("12 ms, 5 xs, 12 ms").find("4.2"), std::string::npos);
}

TEST(HonestReport, TheKnownCostHasAnErrorInPercent) {
    EXPECT_NE(only_fault(page_with({{"3.2", SlotKind::answer, "small"}})).find("3.2"), std::string::npos);
}

TEST(HonestReport, OneWorkloadUnderTwoNamesIsOneWorkload) {
    EXPECT_NE(
        only_fault(page_with({{"2.1", SlotKind::answer, "random"}, {"2.3", SlotKind::answer, "random"}}))
            .find("same workload as 2.1"),
        std::string::npos);
}

TEST(HonestReport, RunsFillTheMachineAndTheKnownCost) {
    Record run;
    run.caption = "some CPU, g++";
    run.started = "2026-01-01T00:00:00Z";
    EXPECT_TRUE(report_fillings(std::nullopt, std::nullopt).empty());
    EXPECT_EQ(report_fillings(run, run).size(), 1U);  // a run without its answer fills no known cost
    run.answers.push_back({"spin_error", "", 0.25});
    const auto fillings = report_fillings(run, run);
    ASSERT_EQ(fillings.size(), 3U);
    EXPECT_EQ(fillings[0].value, "some CPU, g++");
    EXPECT_EQ(fillings[2].value.substr(0, 4), "0.25");
}

}  // namespace

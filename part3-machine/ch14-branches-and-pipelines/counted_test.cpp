// Tests what a run says of its hardware counters, on counts made by hand: most virtual machines have none.
#include "counted.hpp"

#include "harness/record.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using lab::Event;
using Count = lab::Fact<std::uint64_t>;

lab::Point row(const std::string& name, lab::Status status = lab::Status::measured) {
    lab::Point point;
    point.name = name;
    point.status = status;
    point.calls = 2;
    point.work.items = 500;  // a thousand items in all
    return point;
}

void count(lab::Point& point, Event event, const Count& count) {
    point.counters.count[static_cast<std::size_t>(event)] = count;
}

void count_all(lab::Point& point) {
    count(point, Event::branches, Count::of(2000));
    count(point, Event::branch_misses, Count::of(496));
    count(point, Event::cycles, Count::of(8000));
    count(point, Event::instructions, Count::of(12000));
}

void count_nothing(lab::Point& point) {
    for (const auto event : {Event::cycles, Event::instructions, Event::branches, Event::branch_misses})
        count(point, event, Count::unknown("no counter for " + lab::to_string(event) + ": hidden"));
}

lab::Run run_of(lab::Point one) {
    lab::Run run;
    run.about.item = "byte";
    run.points.push_back(std::move(one));
    return run;
}

TEST(CountedTable, IsForOneItem) {
    auto point = row("branchy");
    count_all(point);
    const auto all = counted(run_of(std::move(point)));
    EXPECT_EQ(all.table.title, "counted by the processor, for one byte");
    EXPECT_EQ(all.table.columns, (std::vector<std::string>{"variant", "branches", "branch-misses", "cycles",
                                                           "instructions", "IPC"}));
    ASSERT_EQ(all.table.rows.size(), 1U);
    EXPECT_EQ(all.table.rows[0], (std::vector<std::string>{"branchy", "2", "0.496", "8", "12", "1.5"}));
    EXPECT_TRUE(all.missing.empty());
}

TEST(CountedTable, LeavesOneEventOutAndSaysWhy) {
    auto point = row("branchy");
    count_all(point);
    count(point, Event::cycles, Count::unknown("no counter for cycles: taken"));
    const auto all = counted(run_of(std::move(point)));
    ASSERT_EQ(all.table.rows.size(), 1U);
    EXPECT_EQ(all.table.rows[0], (std::vector<std::string>{"branchy", "2", "0.496", "-", "12", "-"}));
    EXPECT_EQ(all.missing, std::vector<std::string>{"no counter for cycles: taken"});
}

TEST(CountedTable, WithoutCountersIsEmptyWithOneReason) {
    auto first = row("branchy");
    count_nothing(first);
    auto second = row("branchless");
    count_nothing(second);
    auto run = run_of(std::move(first));
    run.points.push_back(std::move(second));
    const auto all = counted(run);
    EXPECT_TRUE(all.table.rows.empty());
    EXPECT_EQ(all.missing, std::vector<std::string>{"no counter for branches: hidden"});
}

TEST(CountedTable, HasNoRowThatWasRefusedOrNotRun) {
    auto refused = row("refused", lab::Status::refused);
    count_all(refused);
    auto run = run_of(std::move(refused));
    run.points.push_back(row("left out", lab::Status::not_run));
    const auto all = counted(run);
    EXPECT_TRUE(all.table.rows.empty());
    EXPECT_TRUE(all.missing.empty());
}

TEST(CountedRecord, HoldsACountOrNullWithItsReason) {
    auto point = row("branchy");
    count_all(point);
    count(point, Event::cycles, Count::unknown("taken"));
    const auto record = nlohmann::json::parse(lab::to_json(run_of(std::move(point))));
    const auto& counters = record.at("points").at(0).at("counters");
    EXPECT_EQ(counters.at("branch-misses"), nlohmann::json::parse(R"({"value": 496, "why": null})"));
    EXPECT_EQ(counters.at("cycles"), nlohmann::json::parse(R"({"value": null, "why": "taken"})"));
}

TEST(CountedRecord, SaysThatNobodyAsked) {
    const auto record = nlohmann::json::parse(lab::to_json(run_of(row("branchy"))));
    EXPECT_EQ(record.at("points").at(0).at("counters").at("cycles"),
              nlohmann::json::parse(R"({"value": null, "why": "not counted in this run"})"));
}

}  // namespace

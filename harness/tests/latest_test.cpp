// Tests of the choice of a run: the latest complete one that is not quick; damaged and foreign files are
// named.
#include "harness/tools/latest.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "harness/tools/text_file.hpp"

namespace fs = std::filesystem;
using namespace lab::tools;

namespace {

class LatestRun : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("lab latest " + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) {
        ASSERT_EQ(replace_text(folder_ / name, text), "");
    }
    void write_run(const std::string& time, bool complete, bool quick, const std::string& more = "") {
        const auto word = [](bool value) { return std::string(value ? "true" : "false"); };
        write(time + "-1.json", R"({"schema": 1, "lab": "stride", "started": ")" + time +
                                    R"(", "complete": )" + word(complete) + R"(, "quick": )" + word(quick) +
                                    more + "}");
    }

    fs::path folder_;
};

TEST_F(LatestRun, NoFolderIsNoRun) {
    const auto latest = latest_record(folder_ / "none", "stride");
    EXPECT_FALSE(latest.record);
    EXPECT_TRUE(latest.notes.empty());
}

TEST_F(LatestRun, CompleteAndFullComesFirst) {
    write_run("20260101T000000Z", true, false);
    write_run("20260102T000000Z", true, true);
    write_run("20260103T000000Z", false, false);
    const auto latest = latest_record(folder_, "stride");
    ASSERT_TRUE(latest.record);
    EXPECT_EQ(latest.record->started, "20260101T000000Z");
    EXPECT_TRUE(latest.notes.empty());
}

TEST_F(LatestRun, QuickBeforeUnfinishedAndSaysSo) {
    write_run("20260102T000000Z", true, true);
    write_run("20260103T000000Z", false, false);
    const auto latest = latest_record(folder_, "stride");
    ASSERT_TRUE(latest.record);
    EXPECT_TRUE(latest.record->quick);
    ASSERT_EQ(latest.notes.size(), 1U);
    EXPECT_NE(latest.notes[0].find("--quick"), std::string::npos);
}

TEST_F(LatestRun, DamagedAndForeignFilesArePassedOverByName) {
    write_run("20260101T000000Z", true, false);
    write("20260102T000000Z-1.json", "{\"schema\": 1, \"lab\": \"str");
    write("20260103T000000Z-1.json", R"({"schema": 1, "lab": "chase", "started": "x"})");
    write("20260104T000000Z-1.json", R"({"schema": 2, "lab": "stride", "started": "x"})");
    write("20260105T000000Z-1.json", "");
    write("20260106T000000Z-1.json", "[1, 2]");
    const auto latest = latest_record(folder_, "stride");
    ASSERT_TRUE(latest.record);
    EXPECT_EQ(latest.record->started, "20260101T000000Z");
    ASSERT_EQ(latest.notes.size(), 5U);
    EXPECT_NE(latest.notes[4].find("20260102T000000Z-1.json"), std::string::npos);
    EXPECT_NE(latest.notes[3].find("another lab (chase)"), std::string::npos);
}

TEST_F(LatestRun, WrongTypesInsideARecordAreMissingValues) {
    write_run("20260101T000000Z", true, false,
              R"(, "predictions": 5, "points": [{"x": "a", "samples": [5, ["b"]]}], "machine": [])");
    const auto latest = latest_record(folder_, "stride");
    ASSERT_TRUE(latest.record);
    ASSERT_EQ(latest.record->points.size(), 1U);
    EXPECT_FALSE(latest.record->points[0].x);
    EXPECT_TRUE(latest.record->points[0].samples[1].empty());
    EXPECT_FALSE(latest.record->line_bytes);
}

TEST_F(LatestRun, APredictionAfterTheMeasurementIsSeen) {
    const std::string answered = R"(, "answers": [{"key": "pass", "value": 5.0}])";
    const auto predicted = [&](const std::string& value, const std::string& made) {
        return answered + R"(, "predictions": [{"key": "pass", "value": )" + value + R"(, "made": ")" + made +
               R"("}])";
    };
    std::vector<std::string> notes;
    const auto late = [&] {
        const auto all = all_records(folder_, "stride", notes);
        return made_after_measuring(all, all.front(), "pass");
    };
    write_run("20260101T000000Z", true, false, predicted("4.0", "20251231T235900Z"));
    EXPECT_FALSE(late()) << "predicted, then measured";
    write_run("20260102T000000Z", true, false, predicted("4.0", "20260101T235900Z"));
    EXPECT_FALSE(late()) << "the same prediction again";
    write_run("20260103T000000Z", true, false, predicted("5.0", "20260102T235900Z"));
    EXPECT_TRUE(late()) << "changed to what had been measured";
    EXPECT_FALSE(made_after_measuring({}, all_records(folder_, "stride", notes).front(), "nothing"));
}

}  // namespace

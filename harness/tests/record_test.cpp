// Tests the record: what it holds, that any JSON or CSV reader can read it, and how it gets to the disk.
#include "harness/record.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/tests/hostile_locale.hpp"
#include "harness/tests/sample_run.hpp"

namespace {

namespace fs = std::filesystem;
using lab::testing::sample_run;
using nlohmann::json;

class Notebook : public ::testing::Test {
protected:
    Notebook() {
        auto name = (fs::temp_directory_path() / "a notebook XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
        path = name;
    }
    ~Notebook() override { fs::remove_all(path); }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((path / name).parent_path());
        std::ofstream(path / name, std::ios::binary) << text;
    }
    // A record as a later lab would find it.
    [[nodiscard]] static json old_record(const std::string& started, double value, bool complete = true) {
        return {
            {"schema", 1},
            {"lab", "demo"},
            {"started", started},
            {"complete", complete},
            {"predictions", {{{"key", "pass"}, {"value", value}, {"because", "then"}, {"made", started}}}}};
    }
    [[nodiscard]] std::optional<lab::EarlierPredictions> latest(
        const std::map<std::string, std::string>& other_sizes = {}) const {
        return lab::latest_predictions(path, "demo", other_sizes);
    }
    fs::path path;
};

// ---- JSON

TEST(Json, HoldsTheRun) {
    const auto record = json::parse(lab::to_json(sample_run()));
    EXPECT_EQ(record.at("schema"), lab::record_schema);
    EXPECT_EQ(record.at("lab"), "demo");
    EXPECT_EQ(record.at("chapter"), "ch99");
    EXPECT_EQ(record.at("complete"), true);
    EXPECT_EQ(record.at("seed"), UINT64_MAX);
    EXPECT_EQ(record.at("order"), json::parse("[[1,0],[0,1]]"));
    EXPECT_EQ(record.at("options").at("elements"), "1234567");
    const auto& first = record.at("points").at(0);
    EXPECT_EQ(first.at("name"), "8");
    EXPECT_EQ(first.at("x"), 8);
    EXPECT_EQ(first.at("status"), "measured");
    EXPECT_TRUE(first.at("why").is_null());
    EXPECT_EQ(first.at("samples"), json::parse("[[1234.5,1234.5],[1234.5,1236.5]]"));
    EXPECT_EQ(first.at("summary").at("p50"), 1234.5);
    EXPECT_EQ(first.at("summary").at("p50_per_item"), 1234.5 / 4);
    EXPECT_TRUE(first.at("summary").at("p99").is_null()) << "four samples have no p99";
    EXPECT_TRUE(first.at("regimes").empty());
    EXPECT_EQ(record.at("predictions").at(0).at("value"), 2e6);
    EXPECT_EQ(record.at("predictions").at(0).at("because"), "a \"guess\"");
    EXPECT_EQ(record.at("predictions").at(0).at("kind"), "time");
    EXPECT_TRUE(record.at("predictions").at(1).at("value").is_null());
    EXPECT_EQ(record.at("shapes").at(0).at("verdict"), "not shown");
    EXPECT_EQ(record.at("tables").at(0).at("rows"), json::parse(R"([["1","2"]])"));
}

TEST(Json, ARefusedRowHasItsSamplesAsEvidenceAndNoNumber) {
    const auto record = json::parse(lab::to_json(sample_run()));
    const auto& refused = record.at("points").at(2);
    EXPECT_EQ(refused.at("status"), "refused");
    EXPECT_EQ(refused.at("why"), "possible: too fast");
    EXPECT_TRUE(refused.at("summary").is_null());
    EXPECT_EQ(refused.at("samples").size(), 2U);
    EXPECT_TRUE(record.at("shapes").at(1).at("verdict").is_null());
    EXPECT_EQ(record.at("shapes").at(1).at("why"), "bad was refused");
    EXPECT_EQ(record.at("answers").at(0).at("key"), "never");
    EXPECT_TRUE(record.at("answers").at(0).at("value").is_null());
    EXPECT_EQ(record.at("answers").at(0).at("why"), "bad was refused");
}

TEST(Json, SeparateRegimesHaveNoMedianButTheirShares) {
    const auto record = json::parse(lab::to_json(sample_run()));
    const auto& switching = record.at("points").at(1);
    EXPECT_TRUE(switching.at("summary").at("p50").is_null());
    EXPECT_TRUE(switching.at("summary").at("p50_per_item").is_null());
    ASSERT_EQ(switching.at("regimes").size(), 2U);
    EXPECT_EQ(switching.at("regimes").at(1).at("p50"), 500);
    EXPECT_EQ(switching.at("regimes").at(1).at("share"), 0.5);
}

TEST(Json, ACaughtLieIsToldApartFromARefusal) {
    const auto record = json::parse(lab::to_json(sample_run()));
    std::map<std::string, std::string> verdicts;
    for (const auto& check : record.at("checks"))
        verdicts[check.at("point").is_null() ? check.at("check").get<std::string>()
                                             : check.at("point").get<std::string>()] = check.at("verdict");
    EXPECT_EQ(verdicts.at("lie"), "caught");
    EXPECT_EQ(verdicts.at("8"), "passed");
    EXPECT_EQ(verdicts.at("steal"), "warned");
}

TEST(Json, WhatIsNoNumberIsNull) {
    auto run = sample_run();
    run.clock_read_ns = std::numeric_limits<double>::quiet_NaN();
    run.fault_ns = std::numeric_limits<double>::infinity();
    run.points[0].work.items = 0;
    run.points[4].x = std::numeric_limits<double>::quiet_NaN();
    const auto text = lab::to_json(run);
    const auto record = json::parse(text);
    EXPECT_TRUE(record.at("machine").at("clock_read_ns").is_null());
    EXPECT_TRUE(record.at("machine").at("fault_ns").is_null());
    EXPECT_TRUE(record.at("points").at(0).at("summary").at("p50_per_item").is_null());
    EXPECT_TRUE(record.at("points").at(4).at("x").is_null());
    EXPECT_TRUE(record.at("points").at(4).at("summary").is_null());
    EXPECT_TRUE(record.at("shapes").at(0).at("at_most").is_null()) << "no upper bound";
    for (const char* word : {"nan", "inf", "NaN", "Infinity"})
        EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST(Json, UnknownFactsSayWhy) {
    const auto machine = json::parse(lab::to_json(sample_run())).at("machine");  // nothing of it was read
    EXPECT_TRUE(machine.at("page_bytes").is_null());
    EXPECT_TRUE(machine.at("line_bytes").is_null());
    EXPECT_EQ(machine.at("before").at("cpu model").at("unknown"), "not read yet") << machine.dump(1);
}

TEST(Json, NamesOfAnyBytesStayReadable) {
    const auto record = json::parse(lab::to_json(sample_run()));
    EXPECT_EQ(record.at("points").at(1).at("name"), "a \"quoted\", name");
    EXPECT_EQ(record.at("points").at(2).at("name"), "bad \xEF\xBF\xBD byte") << "not UTF-8: replaced";
}

TEST(Json, AndCsvAreTheSameInEveryLocale) {
    const auto run = sample_run();
    const auto json_text = lab::to_json(run);
    const auto csv_text = lab::to_csv(run);
    const HostileLocale locale;
    EXPECT_EQ(lab::to_json(run), json_text);
    EXPECT_EQ(lab::to_csv(run), csv_text);
    EXPECT_EQ(json::parse(json_text).at("points").at(0).at("summary").at("p50"), 1234.5);
}

// ---- CSV

TEST(Csv, HasEmptyCellsWhereThereIsNoResult) {
    EXPECT_EQ(lab::to_csv(sample_run()),
              "name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item\n"
              "8,8,measured,10,1234.5,1234.5,,1236.5,0,308.625\n"
              "\"a \"\"quoted\"\", name\",,regimes,10,,,,,,\n"
              "bad \xff byte,,refused,10,,,,,,\n"
              "lie,,not a result,10,,,,,,\n");
}

// ---- the files

TEST_F(Notebook, RecordsAreNamedByTimeAndProcess) {
    lab::RecordFile file(path, "demo", "2026-11-30T03:15:00Z");
    EXPECT_EQ(file.json(), path / "demo" / ("20261130T031500Z-" + std::to_string(getpid()) + ".json"));
}

TEST_F(Notebook, WritingReplacesTheRecordAndLeavesNoOtherFile) {
    auto run = sample_run();
    lab::RecordFile file(path / "new" / "place", "demo", run.started);
    run.complete = false;
    EXPECT_EQ(file.write(run), "");
    run.complete = true;
    EXPECT_EQ(file.write(run), "");
    std::ifstream in(file.json());
    EXPECT_EQ(json::parse(in).at("complete"), true);
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(file.json().parent_path())) {
        ++files;
        EXPECT_TRUE(entry.path().extension() == ".json" || entry.path().extension() == ".csv")
            << entry.path();
    }
    EXPECT_EQ(files, 2U);
}

TEST_F(Notebook, AnImpossiblePlaceIsAnErrorWithItsName) {
    write("file", "not a directory");
    lab::RecordFile file(path / "file", "demo", "2026-11-30T03:15:00Z");
    const auto error = file.write(sample_run());
    EXPECT_TRUE(error.starts_with("cannot make the directory " + (path / "file" / "demo").string())) << error;
    lab::RecordFile in_proc("/proc/notebook", "demo", "2026-11-30T03:15:00Z");
    EXPECT_NE(in_proc.write(sample_run()), "");
}

TEST_F(Notebook, ARecordThatCanNotBeReplacedLeavesNothingBehind) {
    lab::RecordFile file(path, "demo", "2026-11-30T03:15:00Z");
    fs::create_directories(file.json() / "occupied");  // a directory in the place of the record
    EXPECT_TRUE(file.write(sample_run()).starts_with("cannot write ")) << "a directory can't be replaced";
    EXPECT_FALSE(fs::exists(file.json().string() + ".part"));
}

// ---- earlier predictions

TEST_F(Notebook, WithoutRecordsThereAreNoPredictions) {
    EXPECT_FALSE(latest());
    EXPECT_FALSE(lab::latest_predictions(path / "nowhere", "demo", {}));
}

TEST_F(Notebook, ARunsOwnRecordCanBeReadBack) {
    const auto run = sample_run();
    ASSERT_EQ(lab::RecordFile(path, "demo", run.started).write(run), "");
    const auto found = latest();
    ASSERT_TRUE(found);
    ASSERT_EQ(found->predictions.size(), 1U) << "only what was predicted";
    EXPECT_EQ(found->predictions[0].key, "pass");
    EXPECT_EQ(found->predictions[0].value, 2e6);
    EXPECT_EQ(found->predictions[0].because, "a \"guess\"");
    EXPECT_TRUE(found->measured);
}

TEST_F(Notebook, TheLatestWithAPredictionCounts) {
    write("demo/20261130T010000Z-1.json", old_record("1", 1).dump());
    write("demo/20261130T020000Z-1.json", old_record("2", 2, false).dump());
    auto empty = old_record("3", 3);
    empty["predictions"] = json::array();
    write("demo/20261130T030000Z-1.json", empty.dump());
    const auto found = latest();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->when, "2");
    EXPECT_FALSE(found->measured);
}

TEST_F(Notebook, AQuickRunsPredictionsAreNotThoseOfTheFullSize) {
    write("demo/20261130T010000Z-1.json", old_record("1", 1).dump());
    auto quick = old_record("2", 2);
    quick["quick"] = true;
    write("demo/20261130T020000Z-1.json", quick.dump());
    ASSERT_TRUE(latest());
    EXPECT_EQ(latest()->when, "1");
}

TEST_F(Notebook, PredictionsForOtherSizesAreOtherPredictions) {
    write("demo/20261130T010000Z-1.json", old_record("1", 1).dump());
    auto small = old_record("2", 2);
    small["other_sizes"] = {{"nodes", "1000"}};
    write("demo/20261130T020000Z-1.json", small.dump());
    EXPECT_EQ(latest()->when, "1");
    EXPECT_EQ(latest({{"nodes", "1000"}})->when, "2");
    EXPECT_FALSE(latest({{"nodes", "2000"}}));
}

TEST_F(Notebook, DamagedAndForeignFilesArePassedOver) {
    write("demo/20261130T010000Z-1.json", old_record("good", 1).dump());
    write("demo/2.json", "");
    write("demo/3.json", "{\"schema\": 1, \"lab\": \"de");
    write("demo/4.json", "[1, 2, 3]");
    write("demo/5.json", std::string("\0\xff\xfe binary", 11));
    write("demo/6.json", R"({"schema": "one", "lab": "demo"})");
    write("demo/7.json",
          R"({"schema": 2, "lab": "demo", "started": "x", "complete": true, "predictions": []})");
    write("demo/8.json",
          R"({"schema": 1, "lab": "demo", "started": 5, "complete": true, "predictions": []})");
    write(
        "demo/9.json",
        R"({"schema": 1, "lab": "demo", "started": "x", "complete": true, "predictions": [{"key": 1, "value": "two"}]})");
    auto other = old_record("other", 9);
    other["lab"] = "another";
    write("demo/91.json", other.dump());
    fs::create_directories(path / "demo" / "92.json");
    const auto found = latest();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->when, "good");
}

}  // namespace

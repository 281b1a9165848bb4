// Tests of worksheets: slots against the key, and predictions made after their measurement shown as such.
#include "grading/grader/worksheets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace {

using namespace grading;

const std::string kFolder = std::string(COURSE_ROOT) + "/part3-machine/ch10-cache-lines";

std::string whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The chapter's recorded run, started and predicted at the given times.
std::string run(const std::string& started, const std::string& predicted) {
    nlohmann::json record = nlohmann::json::parse(whole(kFolder + "/recorded/stride.json"));
    record["started"] = started;
    record["complete"] = true;
    record["quick"] = false;
    record["predictions"] = {{{"key", "pass_at_step_1"},
                              {"what", "time of one pass"},
                              {"unit", "ms"},
                              {"kind", "time"},
                              {"value", 1e7},
                              {"because", ""},
                              {"made", predicted}}};
    return record.dump();
}

std::string filled(std::string sheet, const std::string& id, const std::string& answer) {
    const std::size_t open = sheet.find('[', sheet.find("**" + id + "**"));
    return sheet.replace(open + 1, sheet.find(']', open) - open - 1, " " + answer + " ");
}

TestResult slot(const Submission& submission, const std::string& id) {
    const ExerciseResult result = grade_worksheet(submission, kFolder, true);
    const auto at = std::find_if(result.tests.begin(), result.tests.end(),
                                 [&](const auto& test) { return test.id == id; });
    return at == result.tests.end() ? TestResult{} : *at;
}

Submission with_sheet(const std::string& sheet) {
    Submission submission;
    submission.files["notebook/worksheets/ch10.md"] = sheet;
    return submission;
}

TEST(Worksheets, NumbersCarryPoints) {
    const std::string sheet = whole(kFolder + "/worksheet.md");
    EXPECT_DOUBLE_EQ(slot(with_sheet(filled(sheet, "10.2", "13")), "10.2").points, 1);
    EXPECT_DOUBLE_EQ(slot(with_sheet(filled(sheet, "10.2", "12")), "10.2").points, 0);
    EXPECT_EQ(slot(with_sheet(sheet), "10.2").outcome, "open");
}

TEST(Worksheets, AMissingOneIsNamed) {
    const ExerciseResult result = grade_worksheet(Submission{}, kFolder, true);
    EXPECT_EQ(result.status, "missing");
    EXPECT_GT(result.max, 0);
}

TEST(Worksheets, APredictionBeforeTheRunIsOne) {
    Submission submission = with_sheet(whole(kFolder + "/worksheet.md"));
    submission.files["notebook/stride/20261130T030000Z-1.json"] =
        run("2026-11-30T03:00:00Z", "2026-11-30T03:00:05Z");
    EXPECT_NE(slot(submission, "10.1a").outcome.find("predicted before it was measured"), std::string::npos);
}

TEST(Worksheets, APredictionAfterARunIsShownAsSuch) {
    Submission submission = with_sheet(whole(kFolder + "/worksheet.md"));
    submission.files["notebook/stride/20261130T030000Z-1.json"] =
        run("2026-11-30T03:00:00Z", "2026-11-30T03:00:05Z");
    submission.files["notebook/stride/20261130T040000Z-1.json"] =
        run("2026-11-30T04:00:00Z", "2026-11-30T04:00:05Z");
    EXPECT_NE(slot(submission, "10.1a").outcome.find("predicted after a measurement"), std::string::npos);
}

// A file of two bytes a level nests deeper than any stack.
TEST(Worksheets, ARecordThatNestsForEverIsRead) {
    const std::string bomb = std::string(100'000, '[') + std::string(100'000, ']');
    for (const char* where : {"\"options\":{\"a\":@},", "\"tables\":[{\"rows\":[[@]],\"columns\":[@]}],"}) {
        std::string fields = where;
        for (std::size_t at = fields.find('@'); at != std::string::npos;
             at = fields.find('@', at + bomb.size()))
            fields.replace(at, 1, bomb);
        Submission submission = with_sheet(whole(kFolder + "/worksheet.md"));
        submission.files["notebook/stride/20261130T030000Z-1.json"] =
            "{\"schema\":1," + fields +
            "\"lab\":\"stride\",\"started\":\"2026-11-30T03:00:00Z\",\"complete\":true,\"quick\":false}";
        EXPECT_EQ(grade_worksheet(submission, kFolder, true).status, "checked");
    }
}

}  // namespace

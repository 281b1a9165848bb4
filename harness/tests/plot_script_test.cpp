// Tests of what gnuplot is given: data with gaps instead of refused values, and texts that stay texts.
#include "harness/tools/plot_script.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness/tools/record_file.hpp"

using namespace lab::tools;

namespace {

const char* record_text =
    R"({"schema": 1, "lab": "stride", "started": "2026-11-02T09:00:00Z", "complete": true, "question": "What's it?",
  "options": {"elements": "100", "mode": "passes"},
  "machine": {"caption": "m'; system 'x", "line_bytes": 64, "page_bytes": null,
              "caches": [{"level": 2, "kind": "unified", "bytes": 524288}, {"level": 1, "kind": "instruction", "bytes": 65536},
                         {"level": 1, "kind": "data", "bytes": 32768}, {"level": 1, "kind": "data", "bytes": 32768}]},
  "predictions": [{"key": "pass-1", "value": 14.0}, {"key": "other", "value": null}],
  "answers": [{"key": "pass-1", "value": 15.0, "why": null}],
  "points": [{"name": "1", "x": 1, "status": "measured", "calls_per_sample": 2, "samples": [[10, 11]],
              "summary": {"min": 10, "p50": 10.5, "p99": null, "max": 11, "mad": 0.5, "p50_per_item": 0.105}},
             {"name": "a,b", "x": null, "status": "refused", "samples": [[5]], "summary": {"p50": 5}}],
  "tables": [{"title": "t", "columns": ["a", "b"], "rows": [["x, y", 3]]}]})";

Record record() {
    auto read = parse_record(record_text, "stride");
    EXPECT_TRUE(read.record) << read.error;
    return read.record.value_or(Record{});
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(PlotScript, RefusedPointsAreEmptyCells) {
    EXPECT_EQ(points_csv(record()),
              "name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item\n"
              "1,1.0,measured,2.0,10.0,10.5,,11.0,0.5,0.105\n"
              "\"a,b\",,refused,,,,,,,\n");
    EXPECT_EQ(samples_csv(record()), "name,x,round,ns\n1,1.0,1,10.0\n1,1.0,1,11.0\n");
    EXPECT_EQ(table_csv(record().tables.at(0)), "a,b\n\"x, y\",3\n");
}

TEST(PlotScript, VariablesComeFromTheRecord) {
    const auto text = prelude(record(), {.data = "/n b/stride", .remark = "", .hide_curve = false});
    EXPECT_TRUE(holds(text, "csv = '/n b/stride.csv'\n")) << text;
    EXPECT_TRUE(holds(text, "table1 = '/n b/stride.table1.csv'\n"));
    EXPECT_TRUE(holds(text, "question = 'What''s it?'\n"));
    EXPECT_TRUE(holds(text, "caption = 'm''; system ''x, 2026-11-02'\n")) << "a text is never a command";
    EXPECT_TRUE(holds(text, "option_elements = 100.0\n"));
    EXPECT_TRUE(holds(text, "option_mode = 'passes'\n"));
    EXPECT_TRUE(holds(text, "predicted_pass_1 = 14.0\n"));
    EXPECT_TRUE(holds(text, "predicted_other = NaN\n"));
    EXPECT_TRUE(holds(text, "measured_pass_1 = 15.0\n"));
    EXPECT_TRUE(holds(text, "line_bytes = 64.0\n"));
    EXPECT_TRUE(holds(text, "page_bytes = NaN\n"));
    EXPECT_TRUE(holds(text, "draw_page = ''\n")) << "a boundary that is not known is not drawn";
    EXPECT_TRUE(holds(text, "L1 32 KiB")) << "data caches only, each level once";
    EXPECT_FALSE(holds(text, "L1 64 KiB"));
    EXPECT_LT(text.find("L1 32 KiB"), text.find("L2 512 KiB"));
}

TEST(PlotScript, HidingTheCurveHidesTheAnswersToo) {
    const auto text = prelude(record(), {.data = "d", .remark = "quick run", .hide_curve = true});
    EXPECT_TRUE(holds(text, "hide_curve = 1\n"));
    EXPECT_TRUE(holds(text, "measured_pass_1 = NaN\n"));
    EXPECT_TRUE(holds(text, "predicted_pass_1 = 14.0\n"));
    EXPECT_TRUE(holds(text, "quick run"));
}

TEST(PlotScript, WhatAnOlderRunLacksIsNaN) {
    EXPECT_EQ(defaults_for("x = predicted_a + predicted_a # option_b\nunpredicted_c"),
              "if (!exists('predicted_a')) predicted_a = NaN\nif (!exists('option_b')) option_b = NaN\n");
    EXPECT_EQ(defaults_for(""), "");
}

}  // namespace

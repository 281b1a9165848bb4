// One run's record, read back from its file: what plots, worksheets and progress need of it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab::tools {

// Times are in ns, sizes in bytes. An empty optional is what could not be measured.
struct RecordedPrediction {
    std::string key, what, unit, made;  // made: UTC, ISO 8601
    std::optional<double> value;        // canonical unit; empty: the reader did not predict
};

struct RecordedAnswer {
    std::string key, why;  // why there is no value
    std::optional<double> value;
};

struct RecordedPoint {
    std::string name, status;
    std::optional<double> x, items, calls, min, p50, p99, max, mad, p50_per_item;
    std::vector<std::vector<double>> samples;  // by round, ns for one call
};

struct RecordedTable {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

struct RecordedCache {
    int level;
    double bytes;
};

struct Record {
    std::filesystem::path file;
    std::string lab, question, started, caption;
    bool complete = false, quick = false;
    bool other_sizes = false;  // not those of the worksheet's questions
    std::map<std::string, std::string> options;
    std::optional<double> line_bytes, page_bytes;
    std::vector<RecordedCache> caches;  // that hold data, smallest level first
    std::vector<RecordedPrediction> predictions;
    std::vector<RecordedAnswer> answers;
    std::vector<RecordedPoint> points;
    std::vector<RecordedTable> tables;

    const RecordedPrediction* prediction(std::string_view key) const;
    const RecordedAnswer* answer(std::string_view key) const;
    bool predicted() const;    // at least one prediction has a value
    bool all_refused() const;  // it has rows, and none of them has a number
};

struct ReadRecord {
    std::optional<Record> record;
    std::string error;  // why there is none
};

// `lab`: the lab whose record it must be. Errors: unreadable, not JSON, another schema, another lab, a field
// missing.
ReadRecord parse_record(std::string_view text, std::string_view lab);
ReadRecord read_record(const std::filesystem::path& file, std::string_view lab);

}  // namespace lab::tools

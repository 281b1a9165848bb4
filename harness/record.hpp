// The record: everything a run knows, in one JSON file, with a CSV beside it for a spreadsheet.
#pragma once

#include "harness/run.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lab {

// The schema's version. A reader refuses another one.
inline constexpr int record_schema = 1;

// The whole run as JSON. Times are ns; what could not be measured is null and says why. Independent of the locale.
std::string to_json(const Run& run);
// One line a row: name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item. Empty: not measured.
std::string to_csv(const Run& run);

// The files of one run, <notebook>/<lab>/<UTC time>-<pid>.json and .csv.
class RecordFile {
public:
    RecordFile(const std::filesystem::path& notebook, const std::string& lab, const std::string& started);
    // Writes a temporary file and renames it, so that a reader never sees half a record. Returns an error or "".
    std::string write(const Run& run);
    [[nodiscard]] const std::filesystem::path& json() const { return json_; }

private:
    std::filesystem::path json_;
};

// Predictions of an earlier run of this lab.
struct EarlierPredictions {
    std::vector<Prediction> predictions;
    std::string when;
    bool measured = false;  // that run was completed
};
// The latest record of the lab that holds a prediction for these sizes (Run::other_sizes). Files that are no records are
// passed over.
std::optional<EarlierPredictions> latest_predictions(const std::filesystem::path& notebook,
                                                     const std::string& lab,
                                                     const std::map<std::string, std::string>& other_sizes);

}  // namespace lab

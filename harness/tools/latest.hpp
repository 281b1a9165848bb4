// Which run of a lab counts: the latest complete one that is not quick, or the next best, saying so.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/tools/record_file.hpp"

namespace lab::tools {

struct Latest {
    std::optional<Record> record;
    std::vector<std::string> notes;  // what was passed over and why, for the reader
};

// All records of a lab, newest first; files that are no records of it are named in `notes`.
// Names begin with the UTC time, so that their order is the order of the runs.
std::vector<Record> all_records(const std::filesystem::path& folder, std::string_view lab,
                                std::vector<std::string>& notes);

// The latest complete run that is not quick; else the latest complete quick one; else the latest begun one.
// `folder` is notebook/<lab>, or a chapter's recorded/.
Latest latest_record(const std::filesystem::path& folder, std::string_view lab);

// True when a prediction was made after the same value had been measured: earlier full runs than the one that
// it stands in have an answer for its key, and none of the runs up to the first answer holds the same
// predicted value.
bool made_after_measuring(const std::vector<Record>& newest_first, const Record& record,
                          std::string_view key);

}  // namespace lab::tools

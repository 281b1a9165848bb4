// Finds the run that counts among the files of a notebook folder.
#include "harness/tools/latest.hpp"

#include <algorithm>
#include <functional>
#include <system_error>

namespace lab::tools {

namespace fs = std::filesystem;

namespace {

// recorded/ holds the runs of several labs of a chapter, so a file of another lab is passed over without a
// word there.
bool is_recorded_folder(const fs::path& folder) { return folder.filename() == "recorded"; }

std::vector<fs::path> json_files_newest_first(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() == ".json") files.push_back(at->path());
    }
    std::ranges::sort(files, std::greater<>{}, [](const fs::path& file) { return file.filename().string(); });
    return files;
}

// Calls visit(record) from the newest on until it returns true.
void visit_records(const fs::path& folder, std::string_view lab, std::vector<std::string>& notes,
                   const std::function<bool(Record&)>& visit) {
    for (const auto& file : json_files_newest_first(folder)) {
        auto read = read_record(file, lab);
        if (!read.record) {
            const bool other_lab = read.error.starts_with("is a record of another lab");
            if (!(other_lab && is_recorded_folder(folder)))
                notes.push_back(file.string() + " " + read.error + "; passed over.");
        } else if (visit(*read.record)) {
            return;
        }
    }
}

}  // namespace

std::vector<Record> all_records(const fs::path& folder, std::string_view lab,
                                std::vector<std::string>& notes) {
    std::vector<Record> records;
    visit_records(folder, lab, notes, [&](Record& record) {
        records.push_back(std::move(record));
        return false;
    });
    return records;
}

Latest latest_record(const fs::path& folder, std::string_view lab) {
    Latest latest;
    std::optional<Record> quick, refused, begun;
    visit_records(folder, lab, latest.notes, [&](Record& record) {
        if (record.complete && !record.quick && !record.all_refused()) {
            latest.record = std::move(record);
            return true;
        }
        auto& next_best = !record.complete ? begun : record.all_refused() ? refused : quick;
        if (!next_best) next_best = std::move(record);
        return false;
    });
    if (latest.record) {
        if (refused)
            latest.notes.push_back("Every row of a later run, of " + refused->started +
                                   ", was refused. This is the run of " + latest.record->started + ".");
        return latest;
    }
    if (quick) {
        latest.record = std::move(quick);
        latest.notes.push_back((refused ? "Every row of the full run of " + refused->started +
                                              " was refused, so this is a --quick run"
                                        : std::string("This is a --quick run, the only kind there is")) +
                               ": its sizes are small and its numbers rough. Full: ./lab run " +
                               std::string(lab));
    } else if (refused) {
        latest.record = std::move(refused);
        latest.notes.push_back("Every row of this run was refused, and there is no other: ./lab run " +
                               std::string(lab));
    } else if (begun) {
        latest.record = std::move(begun);
        latest.notes.push_back("This run was not finished, and there is no finished one: ./lab run " +
                               std::string(lab));
    }
    return latest;
}

bool made_after_measuring(const std::vector<Record>& newest_first, const Record& record,
                          std::string_view key) {
    const auto* prediction = record.prediction(key);
    if (prediction == nullptr || !prediction->value) return false;
    for (auto run = newest_first.rbegin(); run != newest_first.rend(); ++run) {  // oldest first
        if (run->quick || run->other_sizes) continue;
        // The same value, predicted before or in the first run that measured it: --again keeps it honest.
        const auto* earlier = run->prediction(key);
        if (earlier != nullptr && earlier->value == prediction->value) return false;
        const auto* answer = run->answer(key);
        if (answer != nullptr && answer->value) return run->started < prediction->made;
    }
    return false;
}

}  // namespace lab::tools

// Reads a worksheet with the course's own reader and judges its slots.
#include "grading/grader/worksheets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

#include "grading/grader/page.hpp"
#include "grading/intake/text.hpp"
#include "harness/tools/answer_key.hpp"
#include "harness/tools/grade.hpp"
#include "harness/tools/record_file.hpp"
#include "harness/tools/worksheet.hpp"

namespace grading {

namespace {

namespace fs = std::filesystem;
using lab::tools::AnswerKind;
using lab::tools::KeyEntry;
using lab::tools::Mark;
using lab::tools::Record;
using lab::tools::SlotKind;

std::string chapter_of(const std::string& folder) {
    const std::string name = fs::path(folder).filename().string();
    return name.substr(0, name.find('-'));
}

// Complete records of one lab in the hand-in, oldest first.
std::vector<Record> records_of(const Submission& submission, const std::string& lab) {
    std::vector<Record> found;
    for (const auto& [path, bytes] : submission.files) {
        // As notebook/<lab>/<time>.json: so each file is parsed for one lab alone, however its path is made.
        if (!path.ends_with(".json") || fs::path(path).parent_path().filename() != lab) continue;
        auto read = lab::tools::parse_record(bytes, lab);
        if (read.record && read.record->complete && !read.record->quick && !read.record->other_sizes)
            found.push_back(std::move(*read.record));
    }
    std::sort(found.begin(), found.end(),
              [](const Record& a, const Record& b) { return a.started < b.started; });
    return found;
}

// A prediction is one when it was written down before the first complete run of its lab began to measure.
std::string about_prediction(const std::vector<Record>& records, const std::string& key) {
    if (records.empty()) return "no run of the lab was handed in";
    const Record& last = records.back();
    const auto* prediction = last.prediction(key);
    if (prediction == nullptr || !prediction->value) return "not predicted";
    for (const Record& run : records)
        if (&run != &last && run.answer(key) != nullptr && run.answer(key)->value &&
            run.started < prediction->made)
            return "predicted after a measurement: the run of " + run.started +
                   " came before the prediction of " + prediction->made;
    return "predicted before it was measured";
}

TestResult measured_slot(const std::vector<Record>& records, const KeyEntry& entry,
                         const lab::tools::Worksheet& sheet) {
    TestResult one;
    const auto* slot = sheet.slot(entry.id, SlotKind::measured);
    one.outcome = slot == nullptr || slot->empty() ? "open" : "answered";
    one.passed = one.outcome == "answered";
    if (one.passed && entry.unit && !records.empty()) {
        const auto* answer = records.back().answer(entry.prediction);
        const auto mark = lab::tools::grade_measured(slot->content, *entry.unit,
                                                     answer == nullptr ? std::nullopt : answer->value);
        if (mark.mark == Mark::wrong || mark.mark == Mark::unreadable) {
            one.passed = false;
            one.outcome = "does not fit the run: " + mark.message;
        }
    }
    one.outcome += "; " + about_prediction(records, entry.prediction);
    return one;
}

TestResult answer_slot(const KeyEntry& entry, const lab::tools::Worksheet& sheet, bool points) {
    TestResult one;
    const auto* slot = sheet.slot(entry.id, SlotKind::answer);
    const std::string content = slot == nullptr ? "" : slot->content;
    const auto mark = lab::tools::grade(content, entry);
    const bool judged = entry.kind == AnswerKind::number || entry.kind == AnswerKind::word;
    one.passed = mark.mark == Mark::right || (!judged && mark.mark == Mark::answered);
    one.max = judged && points ? 1 : 0;
    one.points = one.passed ? one.max : 0;
    switch (mark.mark) {
        case Mark::open: one.outcome = "open"; break;
        case Mark::answered: one.outcome = "answered"; break;
        case Mark::right: one.outcome = "right"; break;
        case Mark::wrong: one.outcome = "not right: " + mark.message; break;
        case Mark::unreadable: one.outcome = "can't be read: " + mark.message; break;
    }
    if (!judged) one.details = "rubric: " + entry.rubric + "\nanswer: " + shortened(printable(content), 4000);
    return one;
}

}  // namespace

std::vector<std::string> worksheet_folders(const std::string& root) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& part : fs::directory_iterator(root, error)) {
        if (!part.path().filename().string().starts_with("part")) continue;
        for (const auto& chapter : fs::directory_iterator(part.path(), error))
            if (fs::exists(chapter.path() / "worksheet.key") && fs::exists(chapter.path() / "worksheet.md"))
                found.push_back(chapter.path().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string worksheet_name(const std::string& folder) { return "worksheet " + chapter_of(folder); }

ExerciseResult grade_worksheet(const Submission& submission, const std::string& folder, bool points) {
    const std::string chapter = chapter_of(folder);
    ExerciseResult result;
    result.exercise = worksheet_name(folder);
    const auto key = lab::tools::parse_key(whole_file(fs::path(folder) / "worksheet.key"));
    const auto judged = std::count_if(key.entries.begin(), key.entries.end(), [](const KeyEntry& entry) {
        return entry.kind == AnswerKind::number || entry.kind == AnswerKind::word;
    });
    result.max = points ? static_cast<double>(judged) : 0;
    const Chosen chosen = choose_file(submission, "notebook/worksheets", chapter + ".md", result.notes);
    if (!chosen.found) {
        result.status = chosen.refused ? "refused" : "missing";
        result.reason = chosen.why;
        return result;
    }
    const auto sheet =
        lab::tools::parse_worksheet(normal_source(chosen.bytes, chapter + ".md", result.notes));
    constexpr std::size_t most_notes = 30;
    for (std::size_t i = 0; i < std::min(most_notes, sheet.faults.size()); ++i)
        result.notes.push_back(one_line(printable(sheet.faults[i])));
    if (sheet.faults.size() > most_notes)
        result.notes.push_back("and " + std::to_string(sheet.faults.size() - most_notes) +
                               " more like these");
    std::map<std::string, std::vector<Record>> records;  // of each lab, read once
    int right = 0;
    int open = 0;
    for (const KeyEntry& entry : key.entries) {
        if (entry.kind == AnswerKind::measured && !records.contains(entry.lab))
            records[entry.lab] = records_of(submission, entry.lab);
        TestResult one = entry.kind == AnswerKind::measured ? measured_slot(records[entry.lab], entry, sheet)
                                                            : answer_slot(entry, sheet, points);
        one.kind = "worksheet";
        one.id = one.name = entry.id;
        one.outcome = one_line(printable(one.outcome));
        if (one.passed) ++right;
        if (one.outcome.starts_with("open")) ++open;
        result.score += one.points;
        result.tests.push_back(one);
    }
    result.status = "checked";
    result.reason = fmt::format("{} of {} slots right or answered, {} open", right, key.entries.size(), open);
    return result;
}

std::string free_texts_page(const std::vector<StudentResult>& students) {
    std::string out = page_head("Free text of the worksheets");
    for (const auto& s : students)
        for (const auto& e : s.exercises)
            for (const auto& t : e.tests)
                if (t.kind == "worksheet" && t.details.starts_with("rubric: "))
                    out += "<h3>" + html(s.student) + ", " + html(t.id) + "</h3>\n<pre>" + html(t.details) +
                           "</pre>\n";
    return out + "</html>\n";
}

}  // namespace grading

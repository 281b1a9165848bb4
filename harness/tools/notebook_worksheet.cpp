// ./lab worksheet and ./lab check CHAPTER: fills, lists and grades the reader's copy of a chapter's
// worksheet.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "harness/tools/latest.hpp"
#include "harness/tools/notebook.hpp"
#include "harness/tools/text_file.hpp"
#include "harness/units.hpp"

namespace lab::tools {

namespace fs = std::filesystem;

namespace {

// The runs of each lab, read once.
class Runs {
public:
    explicit Runs(fs::path notebook) : notebook_(std::move(notebook)) {}

    struct OfLab {
        Latest latest;
        std::vector<Record> all;
    };
    const OfLab& of(const std::string& lab) {
        const auto known = runs_.find(lab);
        if (known != runs_.end()) return known->second;
        OfLab found;
        std::vector<std::string> named_already;
        found.latest = latest_record(notebook_ / lab, lab);
        found.all = all_records(notebook_ / lab, lab, named_already);
        return runs_.emplace(lab, std::move(found)).first->second;
    }

private:
    fs::path notebook_;
    std::map<std::string, OfLab> runs_;
};

// Only full, complete runs fill a worksheet: other sizes are not the ones the question is about. The newest one that
// has a number for it: a later run in another mode, or of one variant, answers other questions.
const Record* filling_run(const Runs::OfLab& runs, const std::string& prediction) {
    const Record* newest = nullptr;
    for (const auto& run : runs.all) {
        if (!run.complete || run.quick || run.other_sizes) continue;
        const auto* answer = run.answer(prediction);
        if (answer != nullptr && answer->value) return &run;
        if (newest == nullptr) newest = &run;
    }
    return newest;
}

// The prediction that counts for it: the run's own, or the newest before it, since a later run need not predict again.
const Record* predicting_run(const Runs::OfLab& runs, const Record& run, const std::string& key) {
    for (const auto& other : runs.all) {
        if (other.quick || other.other_sizes || other.started > run.started) continue;
        const auto* prediction = other.prediction(key);
        if (prediction != nullptr && prediction->value) return &other;
    }
    return nullptr;
}

std::vector<Filling> fillings(const AnswerKey& key, Runs& runs) {
    std::vector<Filling> all;
    for (const auto& entry : key.entries) {
        if (entry.kind != AnswerKind::measured) continue;
        const auto* run = filling_run(runs.of(entry.lab), entry.prediction);
        if (run == nullptr) continue;
        const auto* predicting = predicting_run(runs.of(entry.lab), *run, entry.prediction);
        const auto* answer = run->answer(entry.prediction);
        if (predicting != nullptr) {
            const auto* prediction = predicting->prediction(entry.prediction);
            all.push_back({entry.id, SlotKind::predicted, show_in(*prediction->value, *entry.unit)});
        }
        if (answer != nullptr && answer->value) {
            all.push_back({entry.id, SlotKind::measured, show_in(*answer->value, *entry.unit)});
        }
    }
    return all;
}

// Why the slots of a measured entry are what they are, or what to do about an empty one.
std::string measured_note(const KeyEntry& entry, const Worksheet& sheet, Runs& runs) {
    const auto& lab = runs.of(entry.lab);
    const auto* run = filling_run(lab, entry.prediction);
    const auto* predicted = sheet.slot(entry.id, SlotKind::predicted);
    const auto* measured = sheet.slot(entry.id, SlotKind::measured);
    const bool open =
        (predicted != nullptr && predicted->empty()) || (measured != nullptr && measured->empty());
    if (run == nullptr) return open ? "open: ./lab run " + entry.lab : "";
    const auto* answer = run->answer(entry.prediction);
    if (answer != nullptr && !answer->value && measured != nullptr && measured->empty()) {
        return "open: the latest run has no number for it: " + answer->why;
    }
    if (answer == nullptr && open)
        return "open: the latest run of " + entry.lab + " knows no '" + entry.prediction + "'";
    const auto* predicting = predicting_run(lab, *run, entry.prediction);
    if (predicting != nullptr && made_after_measuring(lab.all, *predicting, entry.prediction))
        return "predicted after it had been measured";
    if (predicted != nullptr && predicted->empty()) {
        return "not predicted: write your guess there, or predict in the next run: ./lab run " + entry.lab;
    }
    return "";
}

// A remark, and the items that it is about: what holds of several is said once.
struct Remark {
    std::string ids, text;
};

void add(std::vector<Remark>& remarks, const std::string& id, const std::string& text) {
    const auto same = std::ranges::find(remarks, text, &Remark::text);
    if (same == remarks.end())
        remarks.push_back({id, text});
    else
        same->ids += ", " + id;
}

struct Findings {
    std::size_t right = 0, wrong = 0, open = 0, answered = 0;
    std::vector<Remark> wrong_ones, others;

    void print() const {
        for (const auto* remarks : {&wrong_ones, &others})
            for (const auto& [ids, text] : *remarks) std::cout << "  " << ids << "  " << text << "\n";
    }
};

void look_at(const KeyEntry& entry, const Worksheet& sheet, Runs& runs, Findings& findings) {
    if (entry.kind == AnswerKind::measured) {
        const auto note = measured_note(entry, sheet, runs);
        if (!note.empty()) add(findings.others, entry.id, note);
        const auto* run = filling_run(runs.of(entry.lab), entry.prediction);
        const auto* answer = run == nullptr ? nullptr : run->answer(entry.prediction);
        const auto measured = answer == nullptr ? std::nullopt : answer->value;
        for (const auto kind : {SlotKind::predicted, SlotKind::measured}) {
            const auto* slot = sheet.slot(entry.id, kind);
            if (slot == nullptr) continue;
            // A prediction may be far off; only what is called measured has to be near the measurement.
            const auto reference = kind == SlotKind::measured ? measured : std::nullopt;
            const auto judged = grade_measured(slot->content, *entry.unit, reference);
            if (judged.mark == Mark::open) ++findings.open;
            if (judged.mark == Mark::answered) ++findings.answered;
            if (judged.mark == Mark::wrong || judged.mark == Mark::unreadable) {
                ++findings.wrong;
                add(findings.wrong_ones, entry.id, judged.message);
            }
        }
        return;
    }
    const auto* slot = sheet.slot(entry.id, SlotKind::answer);
    const auto judged = grade(slot == nullptr ? "" : slot->content, entry);
    switch (judged.mark) {
        case Mark::open:
            ++findings.open;
            add(findings.others, entry.id, "open");
            break;
        case Mark::answered: ++findings.answered; break;
        case Mark::right: ++findings.right; break;
        case Mark::wrong:
        case Mark::unreadable:
            ++findings.wrong;
            add(findings.wrong_ones, entry.id, judged.message);
            break;
    }
}

struct Sheet {
    std::string text;
    AnswerKey key;
};

// The key, and the reader's copy of the worksheet, made when there is none. Returns false and says why when
// it can't.
bool load(const Places& places, const Chapter& chapter, Sheet& sheet) {
    const auto folder = places.root / chapter.folder;
    const auto original = read_text(folder / "worksheet.md");
    const auto key = read_text(folder / "worksheet.key");
    if (!original || !key) {
        std::cerr << chapter.name << " has no worksheet.\n";
        return false;
    }
    sheet.key = parse_key(*key);
    const auto file = places.worksheet(chapter);
    std::error_code error;
    if (fs::exists(file, error)) {
        const auto copy = read_text(file);
        if (!copy) std::cerr << places.shown(file) << " is there but can't be read.\n";
        sheet.text = copy.value_or("");
        return copy.has_value();
    }
    sheet.text = *original;
    const auto fault = replace_text(file, sheet.text);
    if (!fault.empty()) std::cerr << "Your copy of the worksheet was not made: " << fault << "\n";
    return fault.empty();
}

// Fills what is empty; returns how many slots were filled, or -1 when they could not be saved.
int fill(const Places& places, const Chapter& chapter, Sheet& sheet, Runs& runs) {
    const auto before = parse_worksheet(sheet.text);
    const auto values = fillings(sheet.key, runs);
    const auto filled = fill_worksheet(sheet.text, values);
    if (filled == sheet.text) return 0;
    const auto fault = replace_text(places.worksheet(chapter), filled);
    if (!fault.empty()) {
        std::cerr << "Nothing was filled in: " << fault << "\n";
        return -1;
    }
    sheet.text = filled;
    return static_cast<int>(std::ranges::count_if(values, [&](const Filling& value) {
        const auto* slot = before.slot(value.id, value.kind);
        return slot != nullptr && slot->empty();
    }));
}

void print_notes(Runs& runs, const AnswerKey& key) {
    std::vector<std::string> labs;
    for (const auto& entry : key.entries) {
        if (entry.kind != AnswerKind::measured || std::ranges::find(labs, entry.lab) != labs.end()) continue;
        labs.push_back(entry.lab);
        for (const auto& note : runs.of(entry.lab).latest.notes) std::cerr << "Note: " << note << "\n";
    }
}

Findings look_through(const Sheet& sheet, Runs& runs) {
    const auto parsed = parse_worksheet(sheet.text);
    Findings findings;
    for (const auto& fault : parsed.faults) findings.wrong_ones.push_back({"worksheet", fault});
    for (const auto& entry : sheet.key.entries) {
        const auto same = [&](const Slot& slot) { return slot.id == entry.id; };
        if (std::ranges::none_of(parsed.slots, same)) {
            ++findings.open;
            add(findings.others, entry.id,
                "is missing in your copy: take its line from the chapter's worksheet.md");
        } else {
            look_at(entry, parsed, runs, findings);
        }
    }
    return findings;
}

int show_all_worksheets(const Places& places) {
    for (const auto& chapter : places.chapters) {
        if (!fs::exists(places.root / chapter.folder / "worksheet.md")) continue;
        const auto state = chapter_state(places, chapter);
        std::cout << chapter.name << "  " << state.numbers.done << " of " << state.numbers.total
                  << " numbers right, " << state.texts.done << " of " << state.texts.total
                  << " texts answered"
                  << (state.worksheet_copied ? "  (" + places.shown(places.worksheet(chapter)) + ")"
                                             : "  (start: ./lab worksheet " + chapter.name + ")")
                  << "\n";
    }
    return 0;
}

}  // namespace

int open_worksheet(const Places& places, const std::string& name) {
    if (name.empty()) return show_all_worksheets(places);
    const auto* chapter = find_chapter(places.chapters, name);
    Sheet sheet;
    if (chapter == nullptr || !load(places, *chapter, sheet)) return 2;
    Runs runs(places.notebook);
    const int filled = fill(places, *chapter, sheet, runs);
    print_notes(runs, sheet.key);
    std::cout << places.shown(places.worksheet(*chapter));
    if (filled > 0)
        std::cout << ": " << filled << (filled == 1 ? " value" : " values") << " filled in from your runs";
    std::cout << "\n";
    const auto findings = look_through(sheet, runs);
    if (findings.open == 0) {
        std::cout << "Nothing is open. Check it: ./lab check " << name << "\n";
    } else {
        findings.print();
        std::cout << findings.open << (findings.open == 1 ? " answer is" : " answers are")
                  << " open. Write between the brackets, then: ./lab check " << name << "\n";
    }
    return filled < 0 ? 1 : 0;
}

int check_worksheet(const Places& places, const std::string& name) {
    if (name.empty()) {
        show_all_worksheets(places);
        return show_progress(places);
    }
    const auto* chapter = find_chapter(places.chapters, name);
    if (chapter == nullptr || !fs::exists(places.worksheet(*chapter))) {
        std::cerr << "There is no copy of this worksheet yet. Make it: ./lab worksheet " << name << "\n";
        return 2;
    }
    Sheet sheet;
    if (!load(places, *chapter, sheet)) return 2;
    Runs runs(places.notebook);
    print_notes(runs, sheet.key);
    const auto findings = look_through(sheet, runs);
    std::cout << places.shown(places.worksheet(*chapter)) << "\n";
    findings.print();
    std::cout << findings.right << " right, " << findings.wrong << " to look at again, " << findings.answered
              << " answered (not judged here), " << findings.open << " open.\n";
    if (findings.wrong > 0) {
        std::cout << "Change the answers and type it again. The chapter: " << chapter->folder
                  << "/README.md\n";
    } else if (findings.open == 0) {
        std::cout << "This worksheet is complete. What is next: ./lab\n";
    }
    return findings.wrong > 0 ? 1 : 0;
}

int lint_worksheet(const std::string& folder) {
    const auto text = read_text(fs::path(folder) / "worksheet.md");
    const auto key_text = read_text(fs::path(folder) / "worksheet.key");
    if (!text || !key_text) {
        std::cerr << folder << ": worksheet.md or worksheet.key can't be read.\n";
        return 1;
    }
    const auto sheet = parse_worksheet(*text);
    const auto key = parse_key(*key_text);
    std::vector<std::string> faults = sheet.faults;
    for (const auto& fault : key.faults) faults.push_back("worksheet.key, " + fault);
    for (const auto& slot : sheet.slots) {
        const auto* entry = key.entry(slot.id);
        if (entry == nullptr) {
            faults.push_back(slot.id + " has no line in worksheet.key.");
        } else if ((slot.kind == SlotKind::answer) == (entry->kind == AnswerKind::measured)) {
            faults.push_back(slot.id + ": worksheet.key says another kind of answer than the slot's label.");
        }
        if (!slot.empty()) faults.push_back(slot.id + ": its slot is not empty: '" + slot.content + "'.");
    }
    for (const auto& entry : key.entries) {
        const auto same = [&](const Slot& slot) { return slot.id == entry.id; };
        if (std::ranges::none_of(sheet.slots, same))
            faults.push_back(entry.id + " has no slot in worksheet.md.");
    }
    for (const auto& fault : faults) std::cerr << fault << "\n";
    std::cout << sheet.slots.size() << " slots, " << faults.size() << " faults\n";
    return faults.empty() ? 0 : 1;
}

}  // namespace lab::tools

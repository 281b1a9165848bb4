// ./lab report and ./lab check honest_report: the reader's copy of the page, filled from runs, and checked.
#include <filesystem>
#include <iostream>

#include "harness/tools/honest_report.hpp"
#include "harness/tools/latest.hpp"
#include "harness/tools/notebook.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace fs = std::filesystem;

namespace {

// Among the worksheets, so that ./lab submit packs it with them.
fs::path report_file(const Places& places) { return places.notebook / "worksheets" / "honest_report.md"; }

std::optional<Record> full_run(const Places& places, const std::string& lab) {
    auto latest = latest_record(places.notebook / lab, lab);
    if (!latest.record || !latest.record->complete || latest.record->quick) return std::nullopt;
    return std::move(latest.record);
}

}  // namespace

int open_report(const Places& places) {
    const auto file = report_file(places);
    const auto* chapter = find_chapter(places.chapters, "ch04");
    const auto page = fs::exists(file)     ? read_text(file)
                      : chapter == nullptr ? std::nullopt
                                           : read_text(places.root / chapter->folder / "honest_report.md");
    if (!page) {
        std::cerr << "The page can't be read: " << places.shown(file) << ", or honest_report.md of ch04.\n";
        return 1;
    }
    std::optional<Record> newest;
    for (const auto& one : places.chapters) {
        for (const auto& lab : one.labs) {
            auto run = full_run(places, lab.name);
            if (run && (!newest || newest->started < run->started)) newest = std::move(run);
        }
    }
    const auto filled = fill_worksheet(*page, report_fillings(newest, full_run(places, "known_cost")));
    if (!fs::exists(file) || filled != *page) {
        const auto fault = replace_text(file, filled);
        if (!fault.empty()) {
            std::cerr << "Your report was not written: " << fault << "\n";
            return 1;
        }
    }
    std::cout << places.shown(file) << "\n";
    if (!newest)
        std::cout << "No full run is in your notebook yet. A known cost first: ./lab run known_cost\n";
    std::cout << "Write between the brackets, then: ./lab check honest_report\n";
    return 0;
}

int check_report(const Places& places) {
    const auto file = report_file(places);
    const auto page = read_text(file);
    if (!page) {
        std::cerr << "There is no report yet. Begin one: ./lab report\n";
        return 2;
    }
    const auto faults = report_faults(*page);
    std::cout << places.shown(file) << "\n";
    for (const auto& fault : faults) std::cout << "  " << fault << "\n";
    if (!faults.empty()) {
        std::cout << faults.size() << " to do. Then type it again: ./lab check honest_report\n";
        return 1;
    }
    std::cout << "All required parts are there. Whether they are true, a reader must judge: let somebody "
                 "repeat it.\n";
    return 0;
}

}  // namespace lab::tools

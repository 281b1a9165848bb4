// The commands of the notebook program; each returns the exit code of ./lab.
#pragma once

#include <string>

#include "harness/tools/chapter_state.hpp"

namespace lab::tools {

int show_status(const Places& places);    // bare ./lab
int show_progress(const Places& places);  // ./lab progress

// ./lab worksheet [CHAPTER]: empty shows all of them.
int open_worksheet(const Places& places, const std::string& chapter);
// ./lab check [CHAPTER]
int check_worksheet(const Places& places, const std::string& chapter);
// ./lab report and ./lab check honest_report: the part project of Part 1.
int open_report(const Places& places);
int check_report(const Places& places);
// For the course's tests: do worksheet.md and worksheet.key of a folder fit together?
int lint_worksheet(const std::string& folder);

struct PlotOptions {
    std::string lab;
    std::string theme = "print";
    bool terminal = false, predictions_only = false, recorded = false;
};
int plot(const Places& places, const PlotOptions& options);

}  // namespace lab::tools

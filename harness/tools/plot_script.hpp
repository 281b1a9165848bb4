// Turns a record into what gnuplot needs: data files, and variables that a lab's short .gp script can use.
#pragma once

#include <string>
#include <string_view>

#include "harness/tools/record_file.hpp"

namespace lab::tools {

// The points as CSV: name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item. What was refused
// or not measured is an empty cell, so that gnuplot leaves it out.
std::string points_csv(const Record& record);

// Every raw sample as CSV: name,x,round,ns.
std::string samples_csv(const Record& record);

// A table as CSV; cells with a comma, a quote or a line end are quoted.
std::string table_csv(const RecordedTable& table);

struct PlotRequest {
    std::string data;  // path and stem of the data files: <data>.csv, <data>.samples.csv, <data>.table1.csv …
    std::string remark;       // added to the caption: "quick run", "recorded on another machine"
    bool hide_curve = false;  // --predictions-only
};

// gnuplot commands that set the variables and macros listed in harness/plot/README.md. Every text is quoted
// so that nothing in a record is taken as a command.
std::string prelude(const Record& record, const PlotRequest& request);

// gnuplot commands that give NaN to each predicted_…, measured_… and option_… that a lab's script names and the prelude
// did not set: an older run may lack what the lab asks today.
std::string defaults_for(std::string_view script);

// A text as a gnuplot string constant.
std::string gnuplot_text(std::string_view text);

}  // namespace lab::tools

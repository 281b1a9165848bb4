// Everything one run of a lab knows, as plain data: the record, the report and the plots are made from it.
#pragma once

#include "harness/machine.hpp"
#include "harness/point.hpp"
#include "harness/predictions.hpp"
#include "harness/value.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lab {

// A variant that --variant accepts, and what it does, in one line.
struct Variant {
    std::string name;
    std::string what;
};

// What a lab is, stated in its main.
struct About {
    std::string name;
    std::string question;
    std::string axis = "variant";  // what the first column of the table holds
    std::string item = "item";     // what Work::items counts: "access", "byte", …
    std::vector<Variant> variants = {};
    int seconds = 30;  // the default of --budget
    bool pin = true;   // false: the lab places its threads itself
};

// A claim of the lab and what the run says of it.
struct ClaimResult {
    Claim claim;
    Shape shape;
    std::string refused;  // why it could not be judged
};

// A further table of the lab's own; cells are ready to print.
struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    ~Table();  // out of line, like that of Work
};

struct Run {
    About about;
    std::string chapter;
    std::map<std::string, std::string> options;      // as used, the lab's own included
    std::map<std::string, std::string> other_sizes;  // of them, those that are not the lab's own default
    std::uint64_t seed = 1;
    bool quick = false;
    bool complete = false;
    bool interrupted = false;
    std::string started;  // UTC, ISO 8601
    std::string build;    // the compiler

    Machine machine_before, machine_after;
    int cpu = -1;
    std::string cpu_why;
    double clock_read_ns = 0;
    double empty_call_ns = 0;
    double fault_ns = 0;
    std::vector<SpeedProbe> speeds;  // before, between the rounds, after

    std::vector<Prediction> predictions;
    std::map<std::string, Value> answers;         // the measured side of each prediction
    std::vector<std::vector<std::size_t>> order;  // of visits, round by round
    std::vector<Point> points;
    std::vector<Verdict> verdicts;  // of the whole run: build, steal, speed
    std::vector<ClaimResult> claims;
    std::vector<Table> tables;
    std::vector<std::string> notes;
};

// The effective clock in GHz: the median of the probes. No number when no probe worked, or when the clock changed by more
// than the check 'speed' allows: one clock for the whole run would then turn times into wrong cycles.
Value effective_clock(const Run& run);

}  // namespace lab

// Cost points: counts of cachegrind, start-up subtracted, as a share of the reference's gain over the starter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "grading/grader/exercise.hpp"

namespace grading {

// What one run under cachegrind counted.
struct Counts {
    std::int64_t instructions = 0;
    std::int64_t d1_misses = 0;       // reads and writes
    std::int64_t mispredictions = 0;  // conditional and indirect
};

// Reads cachegrind's summary. Nothing, with a sentence in `why`, unless the log holds exactly one summary, all its lines
// carry one process number, and no other line is there.
std::optional<Counts> read_summary(std::string_view log, std::string& why);

std::int64_t value_of(const Counts& counts, Metric metric);

// The counts that a class is measured against.
struct CostScale {
    Counts asking;  // the reference's program, asked and never called: start-up and the cost of the questions
    Counts starter;
    Counts reference;
};

// False when the starter costs no more than twice the reference: then every share would be 0.
bool tells_apart(const CostScale& scale, Metric metric);

struct Share {
    double share = 0;  // 0 … 1, to 0.01
    std::string sentence;
};

// share = log(starter / student) / log(starter / reference), all less `asking`, within 0 and 1. 0 when the student takes more than
// three times the reference's instructions, and when the count is too small to be one of work done.
Share cost_share(const CostScale& scale, const Counts& student, Metric metric);

// True if the program has memory that can be written and run: code made there at run time is not in the file.
bool can_write_its_code(const std::string& program_file);

// True if the program holds the bytes by which a program talks to valgrind (and could ask it to stop counting).
bool talks_to_valgrind(const std::string& program_file);

}  // namespace grading

// Predictions: what the reader expects, written down before the measurement.
#pragma once

#include "harness/units.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace lab {

struct Prediction {
    std::string key;              // "pass_at_step_1": the name on the command line
    std::string what;             // "time of one pass that reads every element"
    Unit unit;                    // the unit of a bare number
    std::optional<double> value;  // canonical; nothing: unpredicted
    std::string because;
    std::string made;  // UTC time; empty: unpredicted
};

// What is asked for, with the unit of a bare number: "time of one pass, in ms".
std::string question(const Prediction& prediction);

// Reads `key=value` of --predict into the list. Returns an error for the reader, or an empty string.
std::string take_prediction(std::vector<Prediction>& predictions, const std::string& text,
                            const std::string& now);

// Asks for each prediction that has no value yet, with its unit, then for one reason. A bad value asks again, an
// empty line means unpredicted. Returns false when the reader interrupted the questions.
bool ask_predictions(std::vector<Prediction>& predictions, std::istream& in, std::ostream& out,
                     const std::string& now);

// How far a prediction was off, in words: "1.30x too low", "within 5 %".
std::string score(double predicted, double measured, Kind kind);

// The present time in UTC, "2026-11-30T03:15:00Z".
std::string utc_now();

}  // namespace lab

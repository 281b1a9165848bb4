// A measured value that remembers its rounds, or why there is none.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/stats.hpp"
#include "harness/units.hpp"

namespace lab {

// What a lab computes with after the run. Arithmetic goes round by round: `lab.time("a") / lab.time("b")` is the
// ratio inside each round, and its number is the median of those ratios. A value that was refused, or that has
// separate regimes, has no number but a reason, and hands the reason on to everything computed from it.
struct Value {
    std::optional<double> number;  // canonical unit of `kind`: ns, bytes, 1
    std::string why;               // why there is no number
    Kind kind = Kind::time;
    std::vector<double> rounds;   // one per round; empty when refused or when not taken from rounds
    std::vector<Regime> regimes;  // two or more: they are the reason why there is no one number
    bool refused = false;         // a check is the reason why there is none: the lab ends with exit code 3

    static Value missing(std::string why, Kind kind = Kind::time);
    static Value of(double number, Kind kind);
    // The median of the rounds; no number, but the regimes as the reason, where the rounds fall into separate ones.
    static Value of_rounds(std::vector<double> rounds, Kind kind);
    // Rounds with separate regimes that were found in something finer, such as the samples. Needs two or more.
    static Value of_regimes(std::vector<Regime> regimes, std::vector<double> rounds, Kind kind);

    // Rounds computed from a row with regimes, which differ too much for one number.
    static Value without_median(std::vector<double> rounds, Kind kind);

    [[nodiscard]] std::string text() const;  // "14.2 ms", or the reason
    [[nodiscard]] std::string cell() const;  // for a table: "14.2 ms", "refused", "regimes" or "-"
};

Value operator/(const Value& a, const Value& b);  // same kind: a ratio; otherwise keeps a's kind
Value operator-(const Value& a, const Value& b);  // same kind
Value operator*(const Value& a, double factor);   // factor > 0
Value operator/(const Value& a, double divisor);  // divisor > 0
// The same numbers read as another kind: cycles as a count, bytes per ns as a rate.
Value as(const Value& value, Kind kind);

// "regimes: 1.00x in 57 %, 5.12x in 43 %"
std::string regimes_text(std::span<const Regime> regimes, Kind kind);

}  // namespace lab

// A measured value that remembers its rounds, or why there is none.
#pragma once

#include "harness/units.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lab {

// What a lab computes with after the run. Arithmetic goes round by round: `lab.time("a") / lab.time("b")` is the
// ratio inside each round, and its number is the median of those ratios. A value that was refused, or that has
// separate regimes, has no number but a reason, and hands the reason on to everything computed from it.
struct Value {
    std::optional<double> number;    // canonical unit of `kind`: ns, bytes, 1
    std::string why;                 // why there is no number
    Kind kind = Kind::time;
    std::vector<double> rounds;      // one per round; empty when refused or when not taken from rounds

    static Value missing(std::string why, Kind kind = Kind::time);
    static Value of(double number, Kind kind);
    // The median of the rounds; no number, but the regimes as the reason, where the rounds fall into separate ones.
    static Value of_rounds(std::vector<double> rounds, Kind kind);

    [[nodiscard]] std::string text() const;  // "14.2 ms", or "refused: …"
};

Value operator/(const Value& a, const Value& b);   // same kind: a ratio; otherwise keeps a's kind
Value operator-(const Value& a, const Value& b);   // same kind
Value operator*(const Value& a, double factor);
Value operator/(const Value& a, double divisor);
// The same numbers read as another kind: cycles as a count, bytes per ns as a rate.
Value as(const Value& value, Kind kind);

// "regimes: 1.00x in 57 % of the rounds, 5.12x in 43 %"
std::string regimes_text(const std::vector<double>& values, Kind kind);

}  // namespace lab

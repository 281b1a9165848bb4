// Arithmetic on measured values, round by round.
#include "harness/value.hpp"

#include "harness/stats.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace lab {
namespace {

template <class Operation>
Value combine(const Value& a, const Value& b, Kind kind, Operation operation) {
    if (!a.number && a.rounds.empty()) return Value::missing(a.why, kind);
    if (!b.number && b.rounds.empty()) return Value::missing(b.why, kind);
    if (!a.rounds.empty() && a.rounds.size() == b.rounds.size()) {
        std::vector<double> rounds(a.rounds.size());
        for (std::size_t round = 0; round < rounds.size(); ++round)
            rounds[round] = operation(a.rounds[round], b.rounds[round]);
        return Value::of_rounds(std::move(rounds), kind);
    }
    if (a.number && b.number) return Value::of(operation(*a.number, *b.number), kind);
    return Value::missing(a.number ? b.why : a.why, kind);
}

Value scaled(const Value& a, double factor) {
    auto result = a;
    if (result.number) *result.number *= factor;
    for (auto& round : result.rounds) round *= factor;
    return result;
}

}  // namespace

Value Value::missing(std::string why, Kind kind) {
    Value value;
    value.why = std::move(why);
    value.kind = kind;
    return value;
}

Value Value::of(double number, Kind kind) {
    if (!std::isfinite(number)) return missing("not a number: something was divided by zero", kind);
    Value value;
    value.number = number;
    value.kind = kind;
    return value;
}

Value Value::of_rounds(std::vector<double> rounds, Kind kind) {
    for (const auto round : rounds)
        if (!std::isfinite(round)) return missing("not a number: something was divided by zero", kind);
    if (rounds.empty()) return missing("not measured", kind);
    Value value;
    value.kind = kind;
    if (regimes(rounds).size() > 1)
        value.why = regimes_text(rounds, kind);
    else
        value.number = median(rounds);
    value.rounds = std::move(rounds);
    return value;
}

std::string Value::text() const {
    return number ? show(*number, kind) : why;
}

Value operator/(const Value& a, const Value& b) {
    return combine(a, b, a.kind == b.kind ? Kind::ratio : a.kind, [](double x, double y) { return x / y; });
}

Value operator-(const Value& a, const Value& b) {
    return combine(a, b, a.kind, [](double x, double y) { return x - y; });
}

Value operator*(const Value& a, double factor) {
    return scaled(a, factor);
}

Value operator/(const Value& a, double divisor) {
    if (divisor == 0) return Value::missing("not a number: something was divided by zero", a.kind);
    return scaled(a, 1 / divisor);
}

Value as(const Value& value, Kind kind) {
    auto result = value;
    result.kind = kind;
    return result;
}

std::string regimes_text(const std::vector<double>& values, Kind kind) {
    std::string text = "regimes:";
    for (const auto& regime : regimes(values))
        text += fmt::format("{} {} in {} %", text.back() == ':' ? "" : ",", show(regime.p50, kind),
                            std::lround(100 * regime.share));
    return text;
}

}  // namespace lab

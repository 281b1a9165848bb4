// Arithmetic on measured values, round by round.
#include "harness/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {
namespace {

// The reason of the first operand without a number stands for the result; a refusal goes before the others.
Value handed_on(const Value& a, const Value& b, Kind kind) {
    const auto& reason = a.number || b.refused ? b : a;
    auto value = Value::missing(reason.why, kind);
    value.refused = reason.refused;
    return value;
}

// Why there is no one number, in the unit of the rounds: to be written anew whenever that changes.
std::string range_text(const std::vector<double>& rounds, Kind kind) {
    const auto [low, high] = std::minmax_element(rounds.begin(), rounds.end());
    return fmt::format("from {} to {} in the rounds: a row has regimes", show(*low, kind), show(*high, kind));
}

Value no_number(Kind kind) {
    auto value = Value::missing("not a number: something was divided by zero", kind);
    value.refused = true;
    return value;
}

template <class Operation>
Value combine(const Value& a, const Value& b, Kind kind, Operation operation) {
    const bool by_rounds = !a.rounds.empty() && a.rounds.size() == b.rounds.size();
    if (!by_rounds)
        return a.number && b.number ? Value::of(operation(*a.number, *b.number), kind)
                                    : handed_on(a, b, kind);
    std::vector<double> rounds(a.rounds.size());
    for (std::size_t round = 0; round < rounds.size(); ++round)
        rounds[round] = operation(a.rounds[round], b.rounds[round]);
    // Regimes are gaps between factors. A value below zero has no factor, so they can't be looked for; then the
    // regimes of the operands decide.
    const bool below_zero = std::any_of(rounds.begin(), rounds.end(), [](double round) { return round < 0; });
    if (a.number && b.number) return Value::of_rounds(std::move(rounds), kind);
    if (below_zero) return handed_on(a, b, kind);
    // Two that switch together keep one ratio. One that switches alone has two, however few rounds show the second.
    const auto [low, high] = std::minmax_element(rounds.begin(), rounds.end());
    if (*high <= *low * regime_gap) return Value::of_rounds(std::move(rounds), kind);
    return Value::without_median(std::move(rounds), kind);
}

Value scaled(const Value& a, double factor) {
    if (!std::isfinite(factor) || factor <= 0) return no_number(a.kind);
    auto result = a;
    if (result.number) *result.number *= factor;
    for (auto& round : result.rounds) round *= factor;
    for (auto& regime : result.regimes) {
        regime.low *= factor;
        regime.p50 *= factor;
        regime.high *= factor;
    }
    return as(result, a.kind);
}

}  // namespace

Value Value::missing(std::string why, Kind kind) {
    Value value;
    value.why = std::move(why);
    value.kind = kind;
    return value;
}

Value Value::of(double number, Kind kind) {
    if (!std::isfinite(number)) return no_number(kind);
    Value value;
    value.number = number;
    value.kind = kind;
    return value;
}

Value Value::of_rounds(std::vector<double> rounds, Kind kind) {
    if (rounds.empty()) return missing("not measured", kind);
    for (const auto round : rounds)
        if (!std::isfinite(round)) return no_number(kind);
    const bool below_zero = std::any_of(rounds.begin(), rounds.end(), [](double round) { return round < 0; });
    if (!below_zero)
        if (auto found = lab::regimes(rounds); found.size() > 1)
            return of_regimes(std::move(found), std::move(rounds), kind);
    Value value;
    value.kind = kind;
    value.number = median(rounds);
    value.rounds = std::move(rounds);
    return value;
}

Value Value::of_regimes(std::vector<Regime> regimes, std::vector<double> rounds, Kind kind) {
    Value value;
    value.kind = kind;
    value.why = regimes_text(regimes, kind);
    value.regimes = std::move(regimes);
    value.rounds = std::move(rounds);
    return value;
}

Value Value::without_median(std::vector<double> rounds, Kind kind) {
    auto value = of_rounds(std::move(rounds), kind);
    if (!value.number) return value;
    value.number.reset();
    value.why = range_text(value.rounds, kind);
    return value;
}

std::string Value::text() const { return number ? show(*number, kind) : why; }

std::string Value::cell() const {
    if (number) return show(*number, kind);
    return refused ? "refused" : rounds.empty() ? "-" : "regimes";
}

Value operator/(const Value& a, const Value& b) {
    const bool rate = a.kind == Kind::bytes && b.kind == Kind::time;  // bytes a nanosecond are GB/s
    const auto kind = rate ? Kind::rate : a.kind == b.kind ? Kind::ratio : a.kind;
    return combine(a, b, kind, [](double x, double y) { return x / y; });
}

Value operator-(const Value& a, const Value& b) {
    return combine(a, b, a.kind, [](double x, double y) { return x - y; });
}

Value operator*(const Value& a, double factor) { return scaled(a, factor); }

Value operator/(const Value& a, double divisor) { return scaled(a, 1 / divisor); }

Value as(const Value& value, Kind kind) {
    auto result = value;
    result.kind = kind;
    if (!result.regimes.empty())
        result.why = regimes_text(result.regimes, kind);
    else if (!result.number && !result.rounds.empty())
        result.why = range_text(result.rounds, kind);
    return result;
}

std::string regimes_text(std::span<const Regime> regimes, Kind kind) {
    std::string text = "regimes:";
    for (const auto& regime : regimes)
        text += fmt::format("{} {} in {} %", text.back() == ':' ? "" : ",", show(regime.p50, kind),
                            std::lround(100 * regime.share));
    return text;
}

}  // namespace lab

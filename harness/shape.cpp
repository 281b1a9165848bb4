// Judges whether an effect shows, by the ratios of the rounds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/checks.hpp"
#include "harness/stats.hpp"
#include "harness/units.hpp"

namespace lab {
namespace {

enum class Place { inside, outside, across };

std::string ratio_text(double ratio) { return show(ratio, Kind::ratio); }

// A bound as the lab wrote it: "3x", not "3.00x".
std::string bound_text(double bound) { return fmt::format("{}x", bound); }

std::string bounds_text(const Claim& claim) {
    const bool lower = claim.at_least > 0;
    const bool upper = std::isfinite(claim.at_most);
    if (lower && upper) return fmt::format("{} to {}", bound_text(claim.at_least), bound_text(claim.at_most));
    if (lower) return "at least " + bound_text(claim.at_least);
    if (upper) return "at most " + bound_text(claim.at_most);
    return "any ratio";
}

// The ratios that vote: without the wild ones, one in five of a regime, farthest from its median as a factor.
std::vector<double> voting(std::vector<double> ratios) {
    const double middle = median(ratios);
    const auto distance = [middle](double ratio) { return std::abs(std::log(ratio / middle)); };
    std::sort(ratios.begin(), ratios.end(), [&](double a, double b) { return distance(a) < distance(b); });
    ratios.resize(ratios.size() - ratios.size() / 5);
    return ratios;
}

Place place(const Claim& claim, const std::vector<double>& ratios) {
    const auto inside =
        static_cast<std::size_t>(std::count_if(ratios.begin(), ratios.end(), [&claim](double ratio) {
            return ratio >= claim.at_least && ratio <= claim.at_most;
        }));
    if (inside == ratios.size()) return Place::inside;
    const bool all_below =
        std::all_of(ratios.begin(), ratios.end(), [&](double r) { return r < claim.at_least; });
    const bool all_above =
        std::all_of(ratios.begin(), ratios.end(), [&](double r) { return r > claim.at_most; });
    return all_below || all_above ? Place::outside : Place::across;
}

struct Judged {
    Regime regime;
    Place place = Place::across;
};

}  // namespace

std::string_view to_string(Finding finding) {
    switch (finding) {
        case Finding::shown: return "shown";
        case Finding::not_shown: return "not shown";
        case Finding::inconclusive: return "inconclusive";
    }
    return "inconclusive";
}

Shape judge_shape(const Claim& claim, std::span<const double> round_ratios) {
    Shape shape;
    const std::string wanted = bounds_text(claim);
    if (!(claim.at_least <= claim.at_most)) {
        shape.text = fmt::format("{}: the lab expects at least {} and at most {}, which no ratio satisfies",
                                 claim.text, bound_text(claim.at_least), bound_text(claim.at_most));
        shape.todo = {"This is a fault of the lab, not of the machine: put the bounds of the claim right."};
        return shape;
    }
    if (claim.at_least <= 0 && std::isinf(claim.at_most)) {
        shape.text = claim.text + ": the lab states no bounds, so any ratio would show it";
        shape.todo = {
            "This is a fault of the lab, not of the machine: give the claim .at_least or .at_most."};
        return shape;
    }
    std::vector<double> ratios;
    for (const double ratio : round_ratios)
        if (std::isfinite(ratio) && ratio > 0) ratios.push_back(ratio);
    const std::size_t unusable = round_ratios.size() - ratios.size();
    const std::string left_out =
        unusable == 0 ? "" : fmt::format("; {} of {} rounds gave no ratio", unusable, round_ratios.size());
    if (ratios.empty()) {
        shape.text = fmt::format("{}: no round gave a ratio; expected {}", claim.text, wanted);
        shape.todo = {
            "Look at the checks above: what they refused is missing here. Mend that, then run the lab "
            "again."};
        return shape;
    }

    // The regime that most rounds are in speaks for the whole, until another one decides.
    std::vector<Judged> judged;
    const auto all_regimes = regimes(ratios);
    for (const Regime& regime : all_regimes) {
        if (regime.share < bounds::shape_share) continue;
        std::vector<double> members;
        for (const double ratio : ratios)
            if (ratio >= regime.low && ratio <= regime.high) members.push_back(ratio);
        judged.push_back({regime, place(claim, voting(std::move(members)))});
    }
    if (judged.empty()) {
        shape.text = fmt::format("{}: {} regimes of ratios, none with a quarter of the rounds; expected {}{}",
                                 claim.text, all_regimes.size(), wanted, left_out);
        shape.todo = {
            "The machine keeps changing. ./lab doctor says what disturbs it; then run the lab again."};
        return shape;
    }
    const auto larger = [](const Judged& a, const Judged& b) { return a.regime.n < b.regime.n; };
    const auto largest_at = [&](Place where) {
        const Judged* best = nullptr;
        for (const Judged& one : judged)
            if (one.place == where && (best == nullptr || larger(*best, one))) best = &one;
        return best;
    };
    const Judged* inside = largest_at(Place::inside);
    // A round without a ratio, or with one below zero, denies the claim.
    std::size_t inside_rounds = 0;
    for (const Judged& one : judged)
        if (one.place == Place::inside) inside_rounds += one.regime.n;
    const bool few = 2 * inside_rounds < round_ratios.size() && !claim.at_times;
    const Judged* const minority = few ? inside : nullptr;
    if (minority != nullptr) inside = nullptr;
    const Judged* const across = largest_at(Place::across);
    const Judged* decided = inside != nullptr ? inside : minority != nullptr ? minority : across;
    if (decided == nullptr) decided = &*std::max_element(judged.begin(), judged.end(), larger);
    const Regime& regime = decided->regime;
    shape.ratio = regime.p50;
    shape.low = regime.low;
    shape.high = regime.high;

    std::string range =
        fmt::format("{} ({} to {} in {} round{})", ratio_text(regime.p50), ratio_text(regime.low),
                    ratio_text(regime.high), regime.n, regime.n == 1 ? "" : "s");
    if (regime.n < ratios.size()) {
        range = fmt::format("{} ({} to {}) in {} of {} rounds", ratio_text(regime.p50),
                            ratio_text(regime.low), ratio_text(regime.high), regime.n, ratios.size());
        for (const Regime& other : all_regimes)
            if (other.low != regime.low) range += fmt::format(", {} in {}", ratio_text(other.p50), other.n);
    }
    shape.text = fmt::format("{}: {}; expected {}{}", claim.text, range, wanted, left_out);

    if (ratios.size() < bounds::shape_rounds) {
        shape.todo = {fmt::format("Fewer than {} rounds decide nothing: run the lab again with --rounds 7.",
                                  bounds::shape_rounds)};
    } else if (inside != nullptr) {
        shape.finding = Finding::shown;
    } else if (minority != nullptr) {
        shape.todo = {
            "Less than half of the rounds show it. Run the lab again with --rounds 21, with other programs "
            "closed.",
            "./lab doctor says what disturbs this machine."};
        shape.todo.insert(shape.todo.end(), claim.causes.begin(), claim.causes.end());
    } else if (across != nullptr) {
        shape.todo = {
            "Some rounds are inside the bounds and some are not: run the lab again with --rounds 21.",
            "If it stays so, close other programs first; ./lab doctor says what disturbs this machine."};
        shape.todo.insert(shape.todo.end(), claim.causes.begin(), claim.causes.end());
    } else {
        shape.finding = Finding::not_shown;
        shape.todo = claim.causes;
    }
    return shape;
}

}  // namespace lab

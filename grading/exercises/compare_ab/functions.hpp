// Driver of compare_ab: runs the student's comparison in a fake world and returns what happened there.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "grading/proxy/declare.hpp"
#include "part1-measuring/ch04-harness/exercises/compare_ab/compare_ab.hpp"

namespace graded_world {

// One fake variant: its i-th batch takes ns[i] and answers answers[i]. After the last, the last again.
struct Side {
    std::string name;
    std::vector<std::uint64_t> ns, answers;
};

struct Settings {
    std::uint64_t start_ns = 0;
    std::uint64_t read_ns = 0;
    std::uint64_t drift_ns = 0;  // each batch takes this much more than the one before
    Side a, b;
};

// What happened ("." a clock read, "A8 " a batch of A of 8 calls), the result, and the text of a
// runtime_error.
using Trace = std::tuple<std::string, compare_ab::Comparison, std::string>;

inline Trace run(Settings settings, std::uint64_t calls, std::size_t rounds) {
    std::string log;
    std::uint64_t now = settings.start_ns;
    std::size_t batches = 0;
    const auto variant = [&](Side side, char letter) {
        std::size_t own = 0;
        return compare_ab::Variant{side.name, [&, side, letter, own](std::uint64_t n) mutable {
                                       if (batches == 2000) {
                                           throw std::length_error("two thousand batches, and no end");
                                       }
                                       log += letter + std::to_string(n) + " ";
                                       const auto i = own++;
                                       now += side.ns.at(std::min(i, side.ns.size() - 1)) +
                                              settings.drift_ns * batches;
                                       ++batches;
                                       return side.answers.at(std::min(i, side.answers.size() - 1));
                                   }};
    };
    const compare_ab::Clock clock = [&] {
        log += ".";
        return now += settings.read_ns;
    };
    try {
        const auto found =
            compare_ab::compare(clock, variant(settings.a, 'A'), variant(settings.b, 'B'), calls, rounds);
        return {log, found, ""};
    } catch (const std::invalid_argument&) {
        if (!log.empty()) throw std::length_error("refused after it had begun");
        throw;
    } catch (const std::runtime_error& error) {
        return {log, {}, error.what()};
    }
}

}  // namespace graded_world

GRADED_STRUCT(graded_world::Side, name, ns, answers)
GRADED_STRUCT(graded_world::Settings, start_ns, read_ns, drift_ns, a, b)
GRADED_STRUCT(compare_ab::Comparison, rounds, a_p50, b_p50, ratio)

GRADED_AS(compare, &graded_world::run)

// Watches what a lab times outside lab.run(), and refuses its numbers as the harness would refuse those of a row.
#pragma once

#include "harness/checks.hpp"
#include "harness/clock.hpp"
#include "harness/interrupt.hpp"
#include "harness/lab.hpp"
#include "harness/machine_witness.hpp"

#include <algorithm>
#include <iostream>
#include <limits>
#include <string>

class Watched {
public:
    Watched(const lab::Lab& lab, std::string what)
        : what_(std::move(what)), clock_read_ns_(lab.data().clock_read_ns) {
        place_.asked = lab.data().cpu;
    }

    // Runs one round of the part and hands on what it returns. A round in which a competitor had the CPU is taken
    // again, at most twice, as a visit of the harness is. The last one counts.
    template <class Round>
    auto take(Round round) {
        auto& clock = lab::monotonic_clock();
        for (int tries = 1;; ++tries) {
            lab::Visit seen;
            lab::MachineWitness witness(nullptr);
            witness.start();
            const auto start = clock.now();
            auto result = round();
            seen.timed_ns = static_cast<double>(clock.now() - start);
            witness.stop(seen);
            const auto alone = lab::check_alone(seen.run_delay_ns, seen.timed_ns);
            const auto awake = lab::check_awake(seen.asleep_ns, seen.timed_ns, "");
            const bool refused =
                alone.outcome == lab::Outcome::refused || awake.outcome == lab::Outcome::refused;
            if (refused && tries < 3 && !lab::interrupted()) continue;
            refuse_if(alone);
            refuse_if(awake);
            place_.seen.push_back(seen.cpu);
            return result;
        }
    }

    // One sample: the time between two readings of the clock. A wrong answer in it refuses it too.
    void sample(double ns, std::uint64_t wrong_calls = 0) {
        shortest_ns_ = std::min(shortest_ns_, ns);
        if (wrong_calls > 0 && why_.empty())
            why_ = what_ + ": refused by 'result': a timed call gave a wrong answer";
    }
    void sample(const lab::Sample& sample) { this->sample(sample.ns, sample.wrong); }

    // The value itself; or none, with the reason, when a check refuses what was watched.
    lab::Value checked(const lab::Value& value) {
        if (lab::interrupted()) return lab::Value::missing(what_ + ": interrupted", value.kind);
        if (shortest_ns_ < std::numeric_limits<double>::infinity())
            refuse_if(lab::check_clock(shortest_ns_, clock_read_ns_));
        if (!place_.seen.empty()) refuse_if(lab::check_granted({.threads = {place_}}));
        if (why_.empty()) return value;
        auto refused = lab::Value::missing(why_, value.kind);
        refused.refused = true;
        return refused;
    }

private:
    void refuse_if(const lab::Verdict& verdict) {
        if (verdict.outcome != lab::Outcome::refused || !why_.empty()) return;
        why_ = what_ + ": refused by '" + verdict.check + "': seen " + verdict.seen +
               "; bound: " + verdict.bound + ". " + verdict.advice;
    }

    std::string what_;
    double clock_read_ns_;
    double shortest_ns_ = std::numeric_limits<double>::infinity();
    lab::ThreadPlacement place_;
    std::string why_;
};

// The value, if the row that it rests on has a number; otherwise none, for the same reason. It keeps its own kind: the
// rounds of a row in regimes are times, and a claim would take them for ratios.
inline lab::Value if_known(const lab::Lab& lab, const std::string& row, const lab::Value& value) {
    const auto ground = lab.time(row);
    if (ground.number) return value;
    auto missing =
        lab::Value::missing((ground.regimes.empty() ? "" : row + " fell into ") + ground.why, value.kind);
    missing.refused = ground.refused;
    return missing;
}

// --budget is for lab.run(). What comes after it, and grows with --rounds, says how long it takes.
inline void announce(const lab::Lab& lab, const std::string& what, double ns) {
    if (ns > 5e9)
        std::cerr << lab.data().about.name << ": " << what << " take about " << lab::show(ns, lab::Kind::time)
                  << " more; Ctrl-C stops them\n";
}

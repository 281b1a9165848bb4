// Is it interleaved: a function against itself, measured in blocks and in turn, while the machine drifts.
#include "harness/lab.hpp"

#include "harness/clock.hpp"
#include "harness/stats.hpp"
#include "watched.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>
#include <thread>

namespace {

[[gnu::noinline]] std::uint64_t sum(std::span<const std::uint64_t> words) {
    std::uint64_t total = 0;
    for (const auto word : words) total += word;
    return total;
}

// A drift that we control: from a moment on, every timed call is followed by `extra` more of its own work. It stands for
// a clock that falls, or for a neighbour that wakes up, and it is the same on every machine.
struct Drift {
    bool wanted = false;
    double share_per_call = 0;  // after n calls, n times this share of the work is added
    std::uint64_t calls = 0;

    std::size_t extra(std::size_t words) {
        if (!wanted) return 0;
        return std::min(words, static_cast<std::size_t>(static_cast<double>(words) * share_per_call *
                                                        static_cast<double>(calls++)));
    }
};

void is_it_interleaved(lab::Lab& lab) {
    const auto count = lab.option(
        "words",
        {.full = 200'000, .quick = 50'000, .least = 1000, .most = lab::Mi(64), .what = "numbers to sum"});
    const auto calls =
        static_cast<std::size_t>(lab.option("calls", {.full = 400,
                                                      .quick = 100,
                                                      .least = 8,
                                                      .most = 1'000'000,
                                                      .what = "timed calls of each of the two"}));
    const auto drift_kind =
        lab.choice("drift", {"slow", "cpu", "none"},
                   "the work grows by a half (slow), the clock warms up or not (cpu), or nothing is done");
    lab.predict("blocks_error", "how far off 1 the ratio is, all of A before all of B", lab::percent);
    lab.predict("turns_error", "the same, measured A B B A", lab::percent);
    lab.begin();

    auto words = lab::touched<std::uint64_t>(count);
    std::iota(words.begin(), words.end(), std::uint64_t{0});
    const auto answer = count * (count - 1) / 2;
    lab.measure("the_function",
                {.items = static_cast<double>(count),
                 .bytes = 8.0 * static_cast<double>(count),
                 .expect = answer,
                 .change = lab::toggle(words[0], answer)},
                [&words] { return sum(words); });
    lab.run();

    auto& clock = lab::monotonic_clock();
    // A sample must be long against the clock: where the function is short, several calls make one.
    const double call_ns = lab.data().points.front().best_ns_per_call;
    const auto batch =
        call_ns > 0 ? static_cast<std::size_t>(1 + 1500 * lab.data().clock_read_ns / call_ns) : 1;
    Watched watched(lab, "the two designs");
    const auto ratio_of = [&](bool interleaved) {
        Drift drift{.wanted = drift_kind == "slow",
                    .share_per_call = 0.5 / static_cast<double>(2 * calls),
                    .calls = 0};
        std::vector<double> times[2];
        for (std::size_t i = 0; i < 2 * calls && !lab::interrupted(); ++i) {
            const bool second =
                interleaved ? i % 4 == 1 || i % 4 == 2 : i >= calls;  // A B B A against A … A B … B
            const auto extra = drift.extra(count);
            const auto start = clock.now();
            for (std::size_t call = 0; call < batch; ++call) {
                lab::keep(sum(words));
                lab::keep(sum(words.span().first(extra)));
            }
            const auto ns = static_cast<double>(clock.now() - start);
            watched.sample(ns);
            times[second ? 1 : 0].push_back(ns);
        }
        // Interrupted before the second half began: no ratio, and `checked` says why.
        return times[1].empty() ? 1.0 : lab::median(times[1]) / lab::median(times[0]);
    };
    announce(lab, "the two designs",
             5 * call_ns * static_cast<double>(batch) * static_cast<double>(calls * lab.rounds()));
    std::vector<double> blocks, turns;
    for (std::uint64_t round = 0; round < lab.rounds() && !lab::interrupted(); ++round)
        for (const bool interleaved : {false, true}) {
            if (drift_kind == "cpu")
                std::this_thread::sleep_for(std::chrono::milliseconds(300));  // let the clock fall asleep
            (interleaved ? turns : blocks).push_back(watched.take([&] { return ratio_of(interleaved); }));
        }
    // The two designs ran right after the row above: where a check refused it, or found it in regimes, they are no
    // results either.
    const auto checked = [&](const std::vector<double>& rounds) {
        return if_known(lab, "the_function",
                        watched.checked(lab::Value::of_rounds(rounds, lab::Kind::ratio)));
    };
    const auto in_blocks = checked(blocks);
    const auto in_turn = checked(turns);
    const auto error = [](const lab::Value& ratio) {
        return ratio.number ? lab::Value::of(100 * std::abs(*ratio.number - 1), lab::Kind::percent) : ratio;
    };
    lab.table({"a function against itself: the ratio should be 1",
               {"design", "ratio", "off by"},
               {{"all of A, then all of B", in_blocks.cell(), error(in_blocks).cell()},
                {"A B B A", in_turn.cell(), error(in_turn).cell()}}});
    lab.answer("blocks_error", error(in_blocks));
    lab.answer("turns_error", error(in_turn));
    lab.claim({.text = "measured in turn, a function is as fast as itself",
               .at_least = 0.97,
               .at_most = 1.03,
               .causes = {"another program disturbed the run: look at 'rounds' above"}},
              in_turn);
    if (drift_kind == "slow")
        lab.claim({.text = "measured in blocks, while everything slows down, it seems slower than itself",
                   .at_least = 1.1,
                   .causes = {"another program disturbed the run: look at 'rounds' above"}},
                  in_blocks);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "is_it_interleaved",
                         .question = "Is a function as fast as itself?",
                         .axis = "function",
                         .item = "word",
                         .seconds = 5},
                        is_it_interleaved);
}

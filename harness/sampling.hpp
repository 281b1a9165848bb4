// Times a function: one sample is a batch of calls between two reads of the clock.
//
// The harness owns the loop. Every call goes through `opaque_call` (keep.hpp), so its inputs are unknown and its
// answer is used: the compiler can neither delete the call nor move it out of the loop. Every answer of every
// timed call is compared with the right one, inside the timed loop: a compare costs less than a call that lies.
#pragma once

#include "harness/answer.hpp"
#include "harness/clock.hpp"
#include "harness/keep.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace lab {

// The argument of a function that owns its loop: do the work `count` times, return the sum of the answers.
struct Repeats {
    std::uint64_t count = 1;
};

// One sample: the time of a whole batch, and how many of its calls gave an answer other than the right one.
struct Sample {
    double ns = 0;
    std::uint64_t calls = 0;
    std::uint64_t wrong = 0;

    [[nodiscard]] double ns_per_call() const { return ns / static_cast<double>(calls); }
};

// A measured function. Its type is erased around a whole sample; the timed loop inside calls it directly.
class Subject {
public:
    virtual ~Subject() = default;
    // Times `calls` calls and compares each answer with `right`.
    virtual Sample take(Clock& clock, std::uint64_t calls, const Answer& right) = 0;
    // One call, not timed.
    virtual Answer once() = 0;
    // True when the function takes Repeats and loops by itself.
    [[nodiscard]] virtual bool owns_loop() const = 0;
};

namespace detail {

template <class T>
constexpr T as(const Answer& answer) {
    return answer.real ? static_cast<T>(answer.number) : static_cast<T>(answer.whole);
}

template <class Work>
class CalledOnce final : public Subject {
    using Result = std::remove_cvref_t<std::invoke_result_t<Work&>>;
    static_assert(std::is_arithmetic_v<Result>,
                  "a measured function returns its answer, an integer or a double");

public:
    explicit CalledOnce(Work work) : work_(std::move(work)) {}

    Sample take(Clock& clock, std::uint64_t calls, const Answer& right) override {
        // The right answer is hidden, or the compiler could compare at build time.
        const auto expected = hidden(as<Result>(right));
        std::uint64_t wrong = 0;
        const auto start = clock.now();
        for (std::uint64_t call = 0; call < calls; ++call) wrong += opaque_call(work_) != expected ? 1U : 0U;
        const auto end = clock.now();
        return {.ns = static_cast<double>(end - start), .calls = calls, .wrong = wrong};
    }
    Answer once() override { return opaque_call(work_); }
    [[nodiscard]] bool owns_loop() const override { return false; }

private:
    Work work_;
};

template <class Work>
class CalledWithRepeats final : public Subject {
    using Result = std::remove_cvref_t<std::invoke_result_t<Work&, Repeats>>;
    static_assert(sizeof(Result) >= 4,
                  "the sum of many answers needs an integer of 32 bits at least, or a double");
    static_assert(std::is_arithmetic_v<Result>,
                  "a measured function returns its answer, an integer or a double");

public:
    explicit CalledWithRepeats(Work work) : work_(std::move(work)) {}

    Sample take(Clock& clock, std::uint64_t calls, const Answer& right) override {
        const auto start = clock.now();
        const auto answer = run(calls);
        const auto end = clock.now();
        // Whole totals wrap like the function's own type; real ones round, so they may differ in the last digits.
        const auto expected = right.real ? Answer(right.number * static_cast<double>(calls))
                                         : Answer(static_cast<Result>(right.whole * calls));
        const bool same = same_answer(answer, expected, 1e-9);
        return {.ns = static_cast<double>(end - start), .calls = calls, .wrong = same ? 0 : calls};
    }
    Answer once() override { return run(1); }
    [[nodiscard]] bool owns_loop() const override { return true; }

private:
    Answer run(std::uint64_t calls) {
        const Repeats repeats{hidden(calls)};
        auto call = [&] { return work_(repeats); };
        return opaque_call(call);
    }
    Work work_;
};

}  // namespace detail

// Wraps `work`: either `[&] { return answer; }`, or `[&](lab::Repeats k) { … return sum of k answers; }`.
template <class Work>
std::unique_ptr<Subject> make_subject(Work work) {
    if constexpr (std::invocable<Work&, Repeats>) {
        return std::make_unique<detail::CalledWithRepeats<Work>>(std::move(work));
    } else {
        return std::make_unique<detail::CalledOnce<Work>>(std::move(work));
    }
}

// What the harness's own loop and call cost, in ns: a call that does nothing. Every call of a function that has no loop
// of its own holds it, or the part that the processor does not do beside the work.
double empty_call_cost(Clock& clock);

// The batch size that makes one sample last at least `target_ns`.
struct Calibration {
    std::uint64_t calls = 1;
    double call_ns = 0;       // rough time of one call, from the last and largest batch
    std::uint64_t wrong = 0;  // wrong answers seen on the way
    bool reached = false;     // false: even `most` calls did not last that long, so the work is not there
};

// Doubles the batch until it lasts `target_ns`, at most to `most` calls. Warms the caches, the predictor and the
// clock speed on the way.
Calibration calibrate(Subject& subject, Clock& clock, double target_ns, const Answer& right,
                      std::uint64_t most = std::uint64_t{1} << 40);

}  // namespace lab

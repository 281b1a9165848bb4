// Lies about the answer: each row calls a function that does not compute it anew, or not all of it, every time.
#include "harness/tests/planted/planted.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace {

using planted::sum;

// The first answer is kept for ever.
struct Cached {
    std::optional<std::uint64_t> kept;
    std::uint64_t operator()(std::span<const std::uint64_t> numbers) {
        if (!kept) kept = sum(numbers);
        return *kept;
    }
};

// Computes anew only when the last number changes. The change alters the first one.
struct DirtyFlag {
    std::optional<std::uint64_t> kept;
    std::uint64_t last = 0;
    std::uint64_t operator()(std::span<const std::uint64_t> numbers) {
        if (!kept || last != numbers.back()) {
            kept = sum(numbers);
            last = numbers.back();
        }
        return *kept;
    }
};

// Gives the answer of the call before, as a pipeline does whose result comes one call late.
struct OneCallLate {
    std::uint64_t next;
    std::uint64_t operator()(std::span<const std::uint64_t> numbers) {
        const auto late = next;
        next = sum(numbers);
        return late;
    }
};

void answers(lab::Lab& lab) {
    lab.predict("one_call", "time of one call", lab::us);
    lab.begin();
    planted::Numbers numbers;
    const std::span<const std::uint64_t> all = numbers.all;
    std::string row;
    const auto add = [&](const std::string& name, lab::Work work, auto call) {
        if (!lab.wants(name)) return;
        row = name;
        lab.measure(name, std::move(work), call);
    };
    const auto call_number = std::make_shared<std::uint64_t>(0);

    add("cached", numbers.work(), [all, cached = Cached{}]() mutable { return cached(all); });
    add("dirty_flag", numbers.work(), [all, flag = DirtyFlag{}]() mutable { return flag(all); });
    add("one_call_late", numbers.work(),
        [all, late = OneCallLate{numbers.right()}]() mutable { return late(all); });
    add("half_done", numbers.work(), [all] { return sum(all.first(all.size() / 2)); });
    add("only_the_first_time", numbers.work(),
        [all, call_number] { return sum(all) + ((*call_number)++ == 0 ? 0U : 1U); });
    add("wrong_at_times", numbers.work(),
        [all, call_number] { return sum(all) + (++*call_number % 100 == 0 ? 1U : 0U); });

    const auto nan = std::numeric_limits<double>::quiet_NaN();
    auto not_a_number = numbers.work();
    not_a_number.expect = nan;
    not_a_number.change = [nan] { return nan; };
    add("not_a_number", not_a_number, [all] { return std::sqrt(-static_cast<double>(sum(all))); });
    auto infinite = numbers.work();
    const auto infinity = std::numeric_limits<double>::infinity();
    infinite.expect = infinity;
    infinite.change = [infinity] { return infinity; };
    add("infinite", infinite, [all, infinity] { return infinity + static_cast<double>(sum(all)); });

    auto no_answer = numbers.work();
    no_answer.expect.reset();
    add("states_no_answer", no_answer, [all] { return sum(all); });
    auto no_change = numbers.work();
    no_change.change = {};
    add("states_no_change", no_change, [all] { return sum(all); });
    auto useless_change = numbers.work();
    useless_change.change = [&numbers] { return numbers.right(); };
    add("change_changes_nothing", useless_change, [all] { return sum(all); });

    lab.run();
    planted::conclude(lab, row);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "planted_answers", .question = "Is a wrong answer found?", .seconds = 1},
                        answers);
}

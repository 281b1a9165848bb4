// A tiny honest lab, for bad requests, bad luck and interruptions; some of its variants end it in the middle.
#include "harness/tests/planted/planted.hpp"

#include "harness/cpus.hpp"

#include <csignal>

namespace {

// Does something in a certain visit: the fourth change is made in the second round (two prove the answer).
lab::Work at_fourth_change(planted::Numbers& numbers, void (*what)()) {
    auto work = numbers.work();
    work.change = [&numbers, what, changes = 0]() mutable {
        if (++changes == 4) what();
        return numbers.change();
    };
    return work;
}

void honest(lab::Lab& lab) {
    const auto elements = lab.option(
        "elements", {.full = 4096, .quick = 1024, .what = "length of another array, 8 bytes each"});
    const auto mode = lab.choice("mode", {"once", "needs_two_cpus"}, "what to do");
    lab.predict("one_call", "time of one call", lab::us);
    lab.predict("items", "numbers in one call", lab::count);
    lab.begin();
    if (mode == "needs_two_cpus") {
        const auto pair = lab::choose_pair(lab.machine(), lab::allowed_cpus().value_or({}));
        if (!pair.has_value()) lab.refuse("it needs two CPUs, and " + pair.why());
    }
    const auto more = lab::touched<std::uint64_t>(elements);
    planted::Numbers numbers;
    const std::span<const std::uint64_t> all = numbers.all;
    const auto add = [&](const std::string& name, lab::Work work) {
        if (lab.wants(name)) lab.measure(name, std::move(work), [all] { return planted::sum(all); });
    };
    add("sum", numbers.work());
    const auto variant =
        lab.data().options.contains("variant") ? lab.data().options.at("variant") : std::string();
    if (variant == "ctrl_c") add(variant, at_fourth_change(numbers, [] { std::raise(SIGINT); }));
    if (variant == "ctrl_c_twice")
        add(variant, at_fourth_change(numbers, [] {
                std::raise(SIGINT);
                std::raise(SIGINT);
            }));
    if (variant == "kill_9") add(variant, at_fourth_change(numbers, [] { std::raise(SIGKILL); }));
    if (variant == "throws_inside")
        add(variant, at_fourth_change(numbers, [] { throw std::runtime_error("planted"); }));
    if (variant == "throws_after") add(variant, numbers.work());
    if (variant == "lie_that_is_none" || variant == "lie_that_may_be_true" ||
        variant == "lie_that_is_caught") {
        auto work = numbers.work();
        work.lie = {"possible"};
        work.lie_may_be_true = variant == "lie_that_may_be_true";
        if (variant == "lie_that_is_caught") work.bytes *= 1e6;
        add(variant, work);
    }
    lab.run();
    if (variant == "throws_after") throw std::runtime_error("planted");
    planted::conclude(lab, variant == "all" || variant.empty() ? "sum" : variant);
    lab.answer("items", lab::Value::of(4096, lab::Kind::count));
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "planted_honest",
                         .question = "What does an honest sum take?",
                         .item = "number",
                         .variants = {{"sum", "the honest one"},
                                      {"ctrl_c", "interrupts itself in the second round"},
                                      {"ctrl_c_twice", "does not wait to be saved"},
                                      {"kill_9", "is killed in the second round"},
                                      {"throws_inside", "throws in the second round"},
                                      {"throws_after", "throws after the measurement"},
                                      {"lie_that_is_none", "says that it lies, and does not"},
                                      {"lie_that_may_be_true", "says that it may lie, and does not"},
                                      {"lie_that_is_caught", "says that it lies, and does"}},
                         .seconds = 1},
                        honest);
}

// Lies about the time: the answers are right, but the timed calls do not do the work, or do other work beside it.
#include "harness/tests/planted/planted.hpp"

#include <sys/mman.h>

#include <array>
#include <future>
#include <map>
#include <stdexcept>

namespace {

using planted::sum;

// Known when the program is built: the compiler puts the answer into the code.
constexpr std::array<std::uint64_t, 4096> table = [] {
    std::array<std::uint64_t, 4096> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
}();
constexpr std::uint64_t sum_table() {
    std::uint64_t total = 0;
    for (const auto number : table) total += number;
    return total;
}

// Writes into 256 pages that nobody has touched before.
std::uint64_t first_touch() {
    constexpr std::size_t bytes = 256 * 4096;
    void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::runtime_error("mmap failed");
    madvise(pages, bytes, MADV_NOHUGEPAGE);
    auto* byte = static_cast<volatile unsigned char*>(pages);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < bytes; i += 4096) {
        byte[i] = 1;
        total += byte[i];
    }
    munmap(pages, bytes);
    return total;
}

// Adds everything into element 0 and forgets the rest: the sum stays right, and every later call is shorter.
struct EatsItsInput {
    std::size_t length = 4096;
    std::uint64_t operator()(std::span<std::uint64_t> numbers) {
        const auto total = sum(numbers.first(length));
        if (length > 1) numbers[1] = total - numbers[0];
        length = 2;
        return total;
    }
};

void times(lab::Lab& lab) {
    lab.predict("one_call", "time of one call", lab::us);
    lab.begin();
    planted::Numbers numbers;
    const std::span<std::uint64_t> all = numbers.all;
    std::string row;
    const auto add = [&](const std::string& name, lab::Work work, auto call) {
        if (!lab.wants(name)) return;
        row = name;
        lab.measure(name, std::move(work), call);
    };

    // What is left when a compiler finds that nobody needs the loop: the answer comes from elsewhere.
    add("deleted", numbers.work(), [&numbers] { return numbers.right(); });
    auto constant = numbers.work();
    constant.expect = 4096U * 4095U / 2;
    constant.change = {};
    constant.unchanging = "the table is a constant of the program";
    add("folded", constant, [] {
        constexpr auto answer = sum_table();  // g++ folds it without being told to, Clang does not
        return answer;
    });

    // What is left when a compiler moves the sum out of the loop.
    auto no_floor = numbers.work();
    no_floor.bytes = 0;
    no_floor.no_floor = "this row is about the check 'scales'";
    add("hoisted", no_floor, [all](lab::Repeats repeats) { return sum(all) * repeats.count; });

    // Repeats that share their work: one sum for four of them, however many there are.
    add("shared_repeats", numbers.work(), [all](lab::Repeats repeats) {
        std::uint64_t total = 0;
        for (std::uint64_t i = 0; i < repeats.count; i += 4)
            total += sum(lab::hidden(all)) * std::min<std::uint64_t>(4, repeats.count - i);
        return total;
    });

    // A memory of answers with the right key: each answer is right.
    add("replayed", numbers.work(), [all, known = std::map<std::uint64_t, std::uint64_t>{}]() mutable {
        auto [entry, is_new] = known.try_emplace(all[0], 0);
        if (is_new) entry->second = sum(all);
        return entry->second;
    });
    // The change has the answer ready for the timed calls.
    const auto prefetched = std::make_shared<std::uint64_t>(numbers.right());
    auto prefetching = numbers.work();
    prefetching.change = [&numbers, prefetched] { return *prefetched = numbers.change(); };
    add("prefetched_by_change", prefetching, [prefetched] { return *prefetched; });
    auto prepared = numbers.work();
    prepared.before = [all, prefetched] { *prefetched = sum(all); };
    add("done_by_before", prepared, [prefetched] { return *prefetched; });
    add("eats_its_input", numbers.work(), [all, eater = EatsItsInput{}]() mutable { return eater(all); });

    add("skips_its_wait", {.least_ns = 1e6, .expect = 1, .unchanging = "there is no input"},
        [] { return 1; });
    add("first_touch", {.bytes = 256, .expect = 256, .unchanging = "there is no input"},
        [] { return first_touch(); });
    add("first_touch_in_a_thread", {.bytes = 256, .expect = 256, .unchanging = "there is no input"},
        [] { return std::async(std::launch::async, first_touch).get(); });
    auto too_many = numbers.work();
    too_many.items = 4096.0 * 4096.0;  // the elements are counted twice over
    add("too_many_items", too_many, [all] { return sum(all); });
    auto too_short = numbers.work();
    too_short.before = [] {};
    add("too_short", too_short, [all] { return sum(all); });

    auto nothing_left = numbers.work();
    nothing_left.bytes = 0;
    nothing_left.no_floor = "nobody thought of one";
    nothing_left.change = {};
    nothing_left.unchanging = "the table is a constant of the program";
    nothing_left.expect = 4096U * 4095U / 2;
    add("folded_without_floor", nothing_left, [] {
        constexpr auto answer = sum_table();
        return answer;
    });
    auto states_none = numbers.work();
    states_none.bytes = 0;
    add("states_no_floor", states_none, [all] { return sum(all); });

    lab.run();
    planted::conclude(lab, row);
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(
        argc, argv, {.name = "planted_times", .question = "Is work that is not there found?", .seconds = 1},
        times);
}

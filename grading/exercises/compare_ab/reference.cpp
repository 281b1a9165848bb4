// Reference solution of compare_ab: proves that the tests can be passed, and judges hidden cases.
#include "compare_ab.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace compare_ab {

namespace {

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace

Comparison compare(const Clock& clock, const Variant& a, const Variant& b, std::uint64_t calls,
                   std::size_t rounds) {
    if (calls == 0) {
        throw std::invalid_argument("no calls");
    }
    if (rounds == 0 || rounds % 2 != 0) {
        throw std::invalid_argument(
            "the number of rounds is even and not 0, so that each variant goes first as often");
    }
    std::vector<double> a_times;
    std::vector<double> b_times;
    std::optional<std::uint64_t> expected;  // the first answer of A

    const auto run = [&](const Variant& variant, std::vector<double>& times) {
        const auto before = clock();
        const auto answer = variant.batch(calls);
        const auto after = clock();
        times.push_back(static_cast<double>(after - before) / static_cast<double>(calls));
        if (!expected) {
            expected = answer;
        }
        if (answer != *expected) {
            throw std::runtime_error(a.name + " answered " + std::to_string(*expected) + ", but then " +
                                     variant.name + " answered " + std::to_string(answer) +
                                     ": not the same work");
        }
    };

    for (std::size_t round = 0; round < rounds; ++round) {
        if (round % 2 == 0) {
            run(a, a_times);
            run(b, b_times);
        } else {
            run(b, b_times);
            run(a, a_times);
        }
    }

    Comparison found{};
    found.rounds = rounds;
    found.a_p50 = median(a_times);
    found.b_p50 = median(b_times);
    if (found.b_p50 > 0) {
        found.ratio = found.a_p50 / found.b_p50;
    }
    return found;
}

}  // namespace compare_ab

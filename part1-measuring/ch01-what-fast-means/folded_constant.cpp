// The folded constant: an input that the compiler can see is an answer that it already knows.
#include "harness/lab.hpp"

#include <cmath>

namespace {

constexpr int terms = 1000;

// 1/1 + 1/2 + … + 1/n, from the small end.
constexpr double harmonic(int n) {
    double sum = 0;
    for (int i = n; i > 0; --i) sum += 1.0 / i;
    return sum;
}

[[gnu::noinline]] double pow_visible() { return std::pow(1.2, 3.8); }

// Keeping the result does not help: what is kept was computed when the program was built.
[[gnu::noinline]] double pow_output_kept() {
    const auto result = std::pow(1.2, 3.8);
    lab::keep(result);
    return result;
}

[[gnu::noinline]] double pow_hidden(double base, double exponent) {
    return std::pow(lab::hidden(base), lab::hidden(exponent));
}

[[gnu::noinline]] double sum_visible() {
    constexpr auto answer = harmonic(terms);
    return answer;
}

[[gnu::noinline]] double sum_hidden(int n) { return harmonic(lab::hidden(n)); }

void folded_constant(lab::Lab& lab) {
    lab.predict("pow_visible", "time of pow(1.2, 3.8) with both numbers in the source", lab::ns);
    lab.predict("pow_hidden", "time of the same with both numbers hidden from the compiler", lab::ns);
    lab.begin();

    // What `change` toggles. The rows whose input stands in the source cannot notice: that is their lie.
    double base = 1.2;
    int count = terms;
    const auto pow_answer = [&base] { return std::exp(lab::hidden(3.8) * std::log(lab::hidden(base))); };
    const auto change_base = [&base, pow_answer] {
        base = base == 1.2 ? 1.3 : 1.2;
        return pow_answer();
    };
    // Added from the other end, so it is another computation of the same number.
    const auto sum_answer = [&count] {
        double sum = 0;
        for (int i = 1; i <= count; ++i) sum += 1.0 / i;
        return sum;
    };
    const auto change_count = [&count, sum_answer] {
        count = count == terms ? terms - 1 : terms;
        return sum_answer();
    };

    const std::vector<std::string> folded{"result", "possible"};
    const lab::Work by_pow{.steps = 10, .expect = pow_answer(), .change = change_base, .tolerance = 1e-12};
    const lab::Work by_sum{
        .items = terms, .steps = terms, .expect = sum_answer(), .change = change_count, .tolerance = 1e-12};
    const auto lying = [&](lab::Work work) {
        work.lie = folded;
        return work;
    };
    lab.measure("pow_visible", lying(by_pow), [] { return pow_visible(); });
    lab.measure("pow_output_kept", lying(by_pow), [] { return pow_output_kept(); });
    lab.measure("pow_hidden", by_pow, [&base] { return pow_hidden(base, 3.8); });
    lab.measure("sum_visible", lying(by_sum), [] { return sum_visible(); });
    lab.measure("sum_hidden", by_sum, [&count] { return sum_hidden(count); });
    lab.run();

    lab.answer("pow_visible", lab.lie("pow_visible"));
    lab.answer("pow_hidden", lab.time("pow_hidden"));
    lab.claim({.text = "with its input hidden, pow takes many times as long as the constant that replaced it",
               .at_least = 3,
               .causes = {"the compiler did not fold pow here: look with --asm for a call in pow_visible"}},
              lab.time("pow_hidden") / lab.lie("pow_visible"));
    lab.note("Hide the inputs, keep the output, and look at the machine code once.");
}

}  // namespace

int main(int argc, char** argv) {
    return lab::conduct(argc, argv,
                        {.name = "folded_constant",
                         .question = "Was the answer computed when the program ran, or when it was built?",
                         .item = "term or call",
                         .seconds = 10},
                        folded_constant);
}

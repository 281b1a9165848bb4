// How fast the reference of folded_stacks is: lines and bytes a second, beside reading the same input and doing nothing.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <iostream>
#include <string>

#include "folded_stacks.hpp"

namespace {

// 200,000 samples of 100 different stacks, 2 to 9 frames deep: what a profile of some minutes looks like.
const std::string& input() {
    static const std::string text = [] {
        std::uint64_t state = 1;
        const auto below = [&state](std::uint64_t bound) {  // a linear congruential generator, its upper bits
            state = state * 6364136223846793005U + 1442695040888963407U;
            return (state >> 33U) % bound;
        };
        std::string stacks[100];
        for (auto& stack : stacks) {
            stack = "main";
            for (auto depth = 1 + below(8); depth > 0; --depth) stack += ";function_" + std::to_string(below(60));
        }
        std::string lines;
        for (int i = 0; i < 200'000; ++i)
            lines += "sample " + stacks[below(100)] + ' ' + std::to_string(1 + below(50)) + '\n';
        return lines + "flat\nhot\nfolded\ncalls main\n";
    }();
    return text;
}

constexpr std::int64_t lines = 200'004;

// A stream that reads where the text stands, without a copy of it.
class InPlace : public std::streambuf {
public:
    explicit InPlace(std::string text) : text_(std::move(text)) { rewind(); }
    void rewind() { setg(text_.data(), text_.data(), text_.data() + text_.size()); }

private:
    std::string text_;
};

// Takes what is written and keeps nothing.
class Nowhere : public std::streambuf {
    int_type overflow(int_type c) override { return traits_type::not_eof(c); }
    std::streamsize xsputn(const char*, std::streamsize size) override { return size; }
};

void report(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * lines);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input().size()));
}

void read_and_do_nothing(benchmark::State& state) {
    InPlace source(input());
    for (auto round : state) {
        (void)round;
        source.rewind();
        std::istream in(&source);
        std::string line;
        while (std::getline(in, line)) benchmark::DoNotOptimize(line.data());
    }
    report(state);
}
BENCHMARK(read_and_do_nothing)->Unit(benchmark::kMillisecond);

void reference(benchmark::State& state) {
    InPlace source(input());
    Nowhere nowhere;
    for (auto round : state) {
        (void)round;
        source.rewind();
        std::istream in(&source);
        std::ostream out(&nowhere);
        folded_stacks::run(in, out);
    }
    report(state);
}
BENCHMARK(reference)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();

// The public tests of folded_stacks: every pair of files in cases/, and the promises that no file can show.
#include "folded_stacks.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <new>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "harness/exercise/expect.hpp"

using folded_stacks::percent;
using folded_stacks::run;

namespace {

std::string answer(const std::string& commands) {
    std::istringstream in(commands);
    std::ostringstream out;
    run(in, out);
    return out.str();
}

// ---- the pairs of files: cases/x.in and cases/x.out make the case FoldedStacks.x ----

// CMake hands this file to the compiler by its full path, so the cases beside it are found from any folder.
std::filesystem::path cases() { return std::filesystem::path(LAB_EXERCISE_FOLDER) / "cases"; }

std::string contents(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// A line as a failure shows it: what can't be seen is spelled out.
std::string shown(const std::vector<std::string>& lines, std::size_t i) {
    if (i >= lines.size()) return "no more lines";
    std::string text = "\"";
    for (const char c : lines[i].substr(0, 200)) {
        if (c == '\t' || c == '\r') {
            text += c == '\t' ? "\\t" : "\\r";
        } else {
            text += c;
        }
    }
    return text + (lines[i].size() > 200 ? "…\"" : "\"");
}

// The commands of a case, the first `most` of them: what a failure shows as its input.
std::string shown_input(const std::string& commands) {
    constexpr std::size_t most = 24;
    const auto lines = lines_of(commands);
    std::string text;
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) text += "\n  " + shown(lines, i);
    if (lines.size() > most) text += "\n  … " + std::to_string(lines.size()) + " lines in all";
    return text;
}

class PairOfFiles : public testing::Test {
public:
    explicit PairOfFiles(std::string name) : name_(std::move(name)) {}
    void TestBody() override {
        const auto commands = contents(cases() / (name_ + ".in"));
        const auto expected_text = contents(cases() / (name_ + ".out"));
        const auto came_text = answer(commands);
        const auto expected = lines_of(expected_text);
        const auto came = lines_of(came_text);
        const auto first = static_cast<std::size_t>(
            std::mismatch(expected.begin(), expected.end(), came.begin(), came.end()).first -
            expected.begin());
        if (first < expected.size() || first < came.size()) {
            ADD_FAILURE() << "input     cases/" << name_ << ".in:" << shown_input(commands) << "\nline "
                          << first + 1 << " of the answer is the first that differs\nexpected  "
                          << shown(expected, first) << "\ncame      " << shown(came, first);
        } else if (came_text != expected_text) {
            ADD_FAILURE() << "input     cases/" << name_ << ".in\nexpected  a newline after the last line\n"
                          << "came      the right lines, but none after the last";
        }
    }

private:
    std::string name_;
};

class NoPairs : public testing::Test {
    void TestBody() override { ADD_FAILURE() << "no file *.in in " << cases(); }
};

bool register_pairs() {
    std::vector<std::string> names;
    std::error_code trouble;
    for (const auto& entry : std::filesystem::directory_iterator(cases(), trouble)) {
        if (entry.path().extension() == ".in") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    if (names.empty()) {
        testing::RegisterTest("FoldedStacks", "pairs_are_there", nullptr, nullptr, __FILE__, __LINE__,
                              []() -> testing::Test* { return new NoPairs; });
    }
    for (const auto& name : names) {
        testing::RegisterTest("FoldedStacks", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [name]() -> testing::Test* { return new PairOfFiles(name); });
    }
    return true;
}
const bool registered = register_pairs();

// ---- memory: this program's operator new counts what is alive ----

std::size_t alive = 0;
std::size_t most_alive = 0;

// Hands out one line of text again and again, without ever holding more than that line.
class RepeatedLine : public std::streambuf {
public:
    RepeatedLine(std::vector<std::string> lines, std::size_t times)
        : lines_(std::move(lines)), left_(times) {}

private:
    int_type underflow() override {
        if (left_ == 0) return traits_type::eof();
        auto& line = lines_[--left_ % lines_.size()];
        setg(line.data(), line.data(), line.data() + line.size());
        return traits_type::to_int_type(line.front());
    }
    std::vector<std::string> lines_;
    std::size_t left_;
};

}  // namespace

// Clang's thread sanitizer brings its own operator new, and takes no second one.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ALLOCATIONS_ARE_NOT_SEEN
#endif
#endif
#ifndef ALLOCATIONS_ARE_NOT_SEEN
void* operator new(std::size_t size) {
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc{};
    alive += malloc_usable_size(memory);
    most_alive = std::max(most_alive, alive);
    return memory;
}
void operator delete(void* memory) noexcept {
    if (memory != nullptr) alive -= malloc_usable_size(memory);
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
#endif

TEST(Percent, HasOneDecimal) {
    EXPECT_ANSWER(percent(0, 7), "0.0%");
    EXPECT_ANSWER(percent(7, 7), "100.0%");
    EXPECT_ANSWER(percent(1, 8), "12.5%");
    EXPECT_ANSWER(percent(1, 3), "33.3%");
    EXPECT_ANSWER(percent(2, 3), "66.7%");
    EXPECT_ANSWER(percent(1, 100), "1.0%");
}

TEST(Percent, RoundsHalfUp) {
    EXPECT_ANSWER(percent(1, 16), "6.3%");    // 6.25: the digit before is even
    EXPECT_ANSWER(percent(3, 16), "18.8%");   // 18.75: the digit before is odd
    EXPECT_ANSWER(percent(1, 2000), "0.1%");  // 0.05
    EXPECT_ANSWER(percent(1, 2001), "0.0%");  // just under it
    EXPECT_ANSWER(percent(3, 2000), "0.2%");  // 0.15: the nearest double is below it
    EXPECT_ANSWER(percent(1999, 2000), "100.0%");
    EXPECT_ANSWER(percent(1998, 2000), "99.9%");
}

TEST(Percent, IsExactForLargeTotals) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();  // 9,223,372,036,854,775,807
    EXPECT_ANSWER(percent(most, most), "100.0%");
    EXPECT_ANSWER(percent(0, most), "0.0%");
    EXPECT_ANSWER(percent(1, most), "0.0%");
    EXPECT_ANSWER(percent(most / 2, most), "50.0%");
    EXPECT_ANSWER(percent(most - 1, most), "100.0%");
    // 0.05 % of the largest total is 4,611,686,018,427,387.9 samples: the one below rounds down, the next one up.
    EXPECT_ANSWER(percent(4'611'686'018'427'387, most), "0.0%");
    EXPECT_ANSWER(percent(4'611'686'018'427'388, most), "0.1%");
    // 12.25 % of 8 × 10^18, exactly, and one sample less.
    EXPECT_ANSWER(percent(980'000'000'000'000'000, 8'000'000'000'000'000'000), "12.3%");
    EXPECT_ANSWER(percent(979'999'999'999'999'999, 8'000'000'000'000'000'000), "12.2%");
}

TEST(Input, MayAskForNothing) {
    EXPECT_ANSWER(answer(""), "");
    EXPECT_ANSWER(answer("sample main;a 1\n\n# note\nreset\n"), "");
}

TEST(Input, MayEndWithoutNewline) {
    EXPECT_ANSWER(answer("sample a 2\nfolded"), "a 2\n");
    EXPECT_ANSWER(answer("sample a 2\nfolded\r"), "a 2\n");
    EXPECT_ANSWER(answer("calls"), "error: bad command: calls\n");
}

TEST(Input, RunsShareNothing) {
    EXPECT_ANSWER(answer("sample a 2\nfolded\n"), "a 2\n");
    EXPECT_ANSWER(answer("folded\n"), "no samples\n");
}

#ifndef ALLOCATIONS_ARE_NOT_SEEN
TEST(Memory, DoesNotGrowWithTheInput) {
    constexpr std::size_t lines = 200'000;
    RepeatedLine repeated(
        {"sample main;read_the_file;tokenize;allocate;find_free_block 3\n",
         "sample main;read_the_file;tokenize;allocate;find_free_block;lock 2\n",
         "sample main;read_the_file;count_words;hash 1000000000\n", "sample main;;wrong 1\n"},
        lines);
    std::istream in(&repeated);
    // A rejected sample is answered: this stream takes the answers and keeps none.
    struct Nowhere : std::streambuf {
        int_type overflow(int_type c) override { return traits_type::not_eof(c); }
        std::streamsize xsputn(const char*, std::streamsize size) override { return size; }
    } nowhere;
    std::ostream out(&nowhere);
    const auto before = alive;
    most_alive = alive;
    run(in, out);
    const auto grown = most_alive - before;
    if (grown > std::size_t{2} << 20) {
        ADD_FAILURE() << "input     " << lines << " lines, three different stacks among them\n"
                      << "expected  at most 2 MiB of memory at any time: identical stacks are one entry\n"
                      << "came      " << (grown >> 20) << " MiB";
    }
    EXPECT_ANSWER(answer("sample main;a 1\nsample main;a 2\nfolded\n"), "main;a 3\n");
}
#endif

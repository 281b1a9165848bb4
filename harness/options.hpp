// The command line of a lab: the options that every lab has, and the lab's own.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab {

// A number the lab lets the reader choose. It has one value at full size and one under --quick.
struct Size {
    std::uint64_t full = 1;
    std::uint64_t quick = 1;
    std::uint64_t least = 1;
    std::uint64_t most = std::uint64_t{1} << 40;
    std::string what;  // "array length, 8 bytes each"
};

// A bad command line: what() says what is wrong and what to type. Nothing was measured.
class BadRequest : public std::exception {
public:
    explicit BadRequest(std::string message) : message_(std::move(message)) {}
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    std::string message_;
};

// The options that are the same in every lab.
struct CommonOptions {
    bool help = false;
    bool quick = false;
    std::optional<double> budget_s;
    std::uint64_t rounds = 7;
    std::optional<int> cpu;
    std::string variant;  // empty: all
    std::vector<std::string> predict;
    std::string because;
    bool again = false;
    bool no_predict = false;
    bool assembly = false;
    std::string format = "text";
    std::uint64_t seed = 1;
    std::string notebook;           // empty: <root>/notebook
    std::vector<std::string> call;  // --call NAME: only call these rows, for simulators and perf
    std::uint64_t times = 1;        // --times N: that often
    std::uint64_t then = 0;  // --then N: in a copy of the program, and in a second one that many times more
};

// Reads the command line piece by piece: the common options when made, each of the lab's own when it is declared, so
// that the lab has its value at once. `finish` then refuses what nobody declared.
class Options {
public:
    Options(int argc, const char* const* argv, const std::string& lab);
    ~Options();
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    [[nodiscard]] const CommonOptions& common() const { return common_; }

    // A value outside its bounds, or no number, is remembered and thrown by finish(); the default stands until then.
    std::uint64_t number(const std::string& name, const Size& size);
    std::string choice(const std::string& name, const std::vector<std::string>& choices,
                       const std::string& what);
    bool flag(const std::string& name, const std::string& what);

    // Remembers that two options contradict each other, as a bad value is remembered.
    void conflict(const std::string& why) { errors_.push_back(why); }

    // Throws BadRequest for the first error seen, naming the nearest option for an unknown one.
    void finish();

    // The text of the options for --help, and name → value of the lab's own for the record.
    [[nodiscard]] std::string help() const;
    [[nodiscard]] const std::map<std::string, std::string>& used() const { return used_; }
    // Of these, what makes it another experiment than the worksheet's: choices and flags that are not the default, and
    // sizes that are not the full ones, where it is not --quick.
    [[nodiscard]] const std::map<std::string, std::string>& other_sizes() const { return other_sizes_; }

private:
    struct Parser;  // CLI11 stays out of this header
    void read();
    void read_common();

    CommonOptions common_;
    std::map<std::string, std::string> used_, other_sizes_;
    std::vector<std::string> errors_;
    std::unique_ptr<Parser> parser_;
};

}  // namespace lab

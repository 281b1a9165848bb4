// The frame of every lab: the one header a lab includes.
//
// A lab is a function `void stride(lab::Lab& lab)` that reads as the experiment, and a main that hands it to
// `conduct`. The experiment declares options and predictions, calls `begin`, builds its data, registers what is to
// be measured, calls `run`, and says what the numbers should show. `conduct` prints, saves and picks the exit code.
#pragma once

#include "harness/build.hpp"
#include "harness/keep.hpp"
#include "harness/memory.hpp"
#include "harness/options.hpp"
#include "harness/random.hpp"
#include "harness/run.hpp"
#include "harness/sampling.hpp"
#include "harness/units.hpp"

#include <concepts>
#include <memory>
#include <string>
#include <vector>

namespace lab {

// What add_lab says of a lab.
struct Declared {
    std::string chapter;
    bool has_plot = true;
};

class Lab {
public:
    Lab(int argc, const char* const* argv, About about, BuildFacts build, const Declared& declared);
    ~Lab();
    Lab(const Lab&) = delete;
    Lab& operator=(const Lab&) = delete;

    // ---- before begin ----------------------------------------------------------------------------------------
    // Options of the lab's own; each returns its value at once.
    std::uint64_t option(const std::string& name, const Size& size);
    std::string choice(const std::string& name, const std::vector<std::string>& choices,
                       const std::string& what);
    bool flag(const std::string& name, const std::string& what);
    // These options contradict each other: begin() refuses the run with these words, after --help has been served.
    void conflict(const std::string& why);
    // Something the reader predicts. Every key needs an `answer` after the run.
    void predict(const std::string& key, const std::string& what, Unit unit);

    // Answers --help, refuses a bad request, pins the thread, prints what is about to happen, asks for the
    // predictions and saves them. Nothing large may be allocated before it.
    void begin();

    // ---- between begin and run -------------------------------------------------------------------------------
    // False when the reader chose another row with --variant or --call: its data need not be built.
    [[nodiscard]] bool wants(const std::string& name) const;
    // Registers one row: a variant by its name, or a place on the axis by its number. `work` is timed as it is
    // written: it is a template argument, and the harness's loop calls it directly. What it refers to must live
    // until `run` has returned.
    template <class Timed>
    void measure(const std::string& name, const Work& work, Timed timed) {
        add(name, std::nullopt, work, make_subject(std::move(timed)));
    }
    template <class Number, class Timed>
    requires std::integral<Number> || std::floating_point<Number>
    void measure(Number x, const Work& work, Timed timed) {
        add(name_of(static_cast<double>(x)), static_cast<double>(x), work, make_subject(std::move(timed)));
    }

    // Measures every row in shuffled rounds and applies the checks. Interrupted: saves what there is, and ends.
    void run();

    // ---- after run -------------------------------------------------------------------------------------------
    // Time of one call, and of one item, of a row. Refused rows have no number but a reason.
    Value time(const std::string& name) const;
    Value time(double x) const { return time(name_of(x)); }
    Value per_item(const std::string& name) const;
    Value per_item(double x) const { return per_item(name_of(x)); }
    // The time of a row that a check has caught, for a lab whose subject is that lie: marked *not a result* in the
    // table, and never to be taken for one. The same as `time` for a row that is a result.
    Value lie(const std::string& name) const;
    // The measured side of a prediction.
    void answer(const std::string& key, const Value& value);
    // What the lab expects of a ratio. The claim is judged round by round: shown, not shown or inconclusive.
    void claim(const Claim& claim, const Value& ratio);
    // Text and tables for the reader, printed below the rows.
    void note(const std::string& text);
    void table(const Table& table);

    // ---- at any time after begin -----------------------------------------------------------------------------
    [[nodiscard]] const Run& data() const;
    [[nodiscard]] const Machine& machine() const;
    [[nodiscard]] Value ghz() const;  // the effective clock, cycles per ns
    [[nodiscard]] std::uint64_t seed() const;
    [[nodiscard]] std::uint64_t rounds() const;
    // Counts cycles, instructions, branches and branch misses of one more sample of each row, where the machine lets us.
    void count_events();
    // The lab cannot be run here: says why and ends with exit code 3.
    [[noreturn]] void refuse(const std::string& why);

    // Called by conduct: prints and saves. Returns the exit code.
    int finish();

private:
    struct State;
    static std::string name_of(double x);
    void add(const std::string& name, std::optional<double> x, const Work& work,
             std::unique_ptr<Subject> subject);

    std::unique_ptr<State> state_;
};

// Runs an experiment from main and turns everything that can happen into a message and an exit code: 130
// interrupted, 2 bad request, 3 a number was refused or hardware is absent, 1 not saved or an internal error, 0
// otherwise. The last two arguments are filled in at the place of the call: how the lab itself was compiled, and what
// add_lab says of it.
#ifndef LAB_CHAPTER
#define LAB_CHAPTER ""
#endif
#ifndef LAB_HAS_PLOT
#define LAB_HAS_PLOT true
#endif
int conduct(int argc, const char* const* argv, const About& about, void (*experiment)(Lab&),
            const BuildFacts& build = compiled_facts(),
            const Declared& declared = {LAB_CHAPTER, LAB_HAS_PLOT});

// `first`, twice that, four times that … up to and including `last` (if it is on the way).
std::vector<std::uint64_t> powers_of_two(std::uint64_t first, std::uint64_t last);

}  // namespace lab

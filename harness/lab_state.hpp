// What a lab carries through its life: shared by the files of the frame, of no use to a lab.
#pragma once

#include "harness/lab.hpp"
#include "harness/record.hpp"
#include "harness/usage.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lab {

enum Exit { fine = 0, unsaved = 1, bad_request = 2, refused = 3, stopped = 130 };

// Ends the experiment from inside; conduct returns the code.
struct Stop {
    int code;
};

// "--variant: no row is called 'vektor'; did you mean 'vector'?"
std::string unknown_name(const std::string& option, const std::string& name,
                         const std::vector<std::string>& known);

struct Lab::State {
    Options options;
    BuildFacts build;
    Run run;
    std::optional<RecordFile> record;
    std::string save_error;
    std::string pin_error;
    bool began = false;
    bool count_events = false;
    bool has_plot = true;
    std::size_t finished_rounds = 0;
    bool value_refused = false;  // a predicted or compared value that a check refused

    State(int argc, const char* const* argv, const About& about, BuildFacts facts)
        : options(argc, argv, about.name), build(std::move(facts)) {
        run.about = about;
    }

    [[nodiscard]] const CommonOptions& common() const { return options.common(); }
    [[nodiscard]] bool text() const { return common().format == "text"; }
    [[nodiscard]] double budget_s() const {
        return common().budget_s.value_or(common().quick ? 3.0 : static_cast<double>(run.about.seconds));
    }
    // --call and --asm look at the functions without timing anything.
    [[nodiscard]] bool timing() const { return common().call.empty() && !common().assembly; }

    void say(const std::string& message) const;
    void save();
    [[nodiscard]] std::filesystem::path notebook() const;
    [[nodiscard]] std::string next_step() const;  // the command to type after this run

    void print_help() const;
    void check_variant(const std::string& name, const char* option) const;
    Verdict judge_build() const;  // stops the lab when it refuses
    void place();
    void take_predictions();
    bool recall_predictions();
    const Point* find(const std::string& name) const;
    void call_only();
    [[nodiscard]] std::vector<std::size_t> chosen() const;
    void measure_rounds();
    [[nodiscard]] std::vector<int> busy_cpus() const;
    void judge(const UsageSnapshot& before, const UsageSnapshot& after, double elapsed_ns);
};

}  // namespace lab

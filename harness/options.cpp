// Reads the command line with CLI11.
#include "harness/options.hpp"

#include "harness/units.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

struct Options::Parser {
    CLI::App app;
    std::vector<std::string> words;        // the command line, in the order CLI11 wants it: reversed
    std::map<std::string, std::string> text;  // number options: as typed
};

Options::Options(int argc, const char* const* argv, const std::string& lab) : parser_(std::make_unique<Parser>()) {
    auto& app = parser_->app;
    app.name("./lab run " + lab);
    app.set_help_flag();  // --help is ours: the lab has not declared its options yet
    for (int i = argc - 1; i > 0; --i) parser_->words.emplace_back(argv[i]);

    app.add_flag("--help,-h", common_.help, "this text");
    app.add_flag("--quick", common_.quick, "small sizes and a few seconds, for a first look: not a result to keep");
    app.add_option("--budget", common_.budget_s, "seconds for the whole measurement")->type_name("SECONDS");
    app.add_option("--rounds", common_.rounds, "rounds; each visits everything once, in shuffled order")
        ->check(CLI::Range(3, 1000))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--cpu", common_.cpu, "the CPU to stay on (default: one of those allowed)")->type_name("N");
    app.add_option("--variant", common_.variant, "measure this row alone, e.g. under perf stat")->type_name("NAME");
    app.add_option("--predict", common_.predict, "a prediction, such as key=14ms; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--because", common_.because, "the reason for the predictions")->type_name("TEXT");
    app.add_flag("--again", common_.again, "take the latest predictions without asking");
    app.add_flag("--no-predict", common_.no_predict, "do not ask for predictions");
    app.add_flag("--asm", common_.assembly, "print the machine code of the measured functions, measure nothing");
    app.add_option("--format", common_.format, "text, csv or json")
        ->check(CLI::IsMember({"text", "csv", "json"}))
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_option("--seed", common_.seed, "seed of the data and of the order of visits")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--notebook", common_.notebook, "directory of the records")->type_name("DIR");
    app.add_option("--call", common_.call, "only call this row, without timing: for simulators")->type_name("NAME");
    app.add_option("--times", common_.times, "how often --call calls")->type_name("N")->capture_default_str();
    read();
}

Options::~Options() = default;

// Parses all words with the options declared so far; unknown ones may still be declared.
void Options::read() {
    parser_->app.allow_extras();
    try {
        auto words = parser_->words;
        parser_->app.parse(words);
    } catch (const CLI::ParseError& error) {
        if (std::find(errors_.begin(), errors_.end(), error.what()) == errors_.end()) errors_.emplace_back(error.what());
    }
}

std::uint64_t Options::number(const std::string& name, const Size& size) {
    auto& text = parser_->text[name];
    parser_->app.add_option("--" + name, text, fmt::format("{} (default {}, quick {})", size.what, size.full, size.quick))
        ->type_name("N");
    read();
    auto value = common_.quick ? size.quick : size.full;
    if (!text.empty()) {
        std::string error;
        const auto parsed = parse_size(text, error);
        if (!parsed) {
            errors_.push_back(fmt::format("--{}: {}", name, error));
        } else if (*parsed < size.least || *parsed > size.most) {
            errors_.push_back(fmt::format("--{} takes {} to {}, got {}", name, size.least, size.most, *parsed));
        } else {
            value = *parsed;
        }
    }
    used_[name] = std::to_string(value);
    return value;
}

std::string Options::choice(const std::string& name, const std::vector<std::string>& choices, const std::string& what) {
    auto& text = parser_->text[name];
    parser_->app.add_option("--" + name, text, fmt::format("{}: {} (default {})", what, fmt::join(choices, ", "), choices.front()))
        ->type_name("WORD");
    read();
    if (!text.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
        const auto near = nearest(text, choices);
        errors_.push_back(fmt::format("--{} takes {}, got '{}'{}", name, fmt::join(choices, ", "), text,
                                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
        text.clear();
    }
    return used_[name] = text.empty() ? choices.front() : text;
}

bool Options::flag(const std::string& name, const std::string& what) {
    bool set = false;
    // The flag's own variable would have to outlive the parser: ask the parser for the count instead.
    auto* option = parser_->app.add_flag("--" + name, what);
    read();
    set = option->count() > 0;
    used_[name] = set ? "yes" : "no";
    return set;
}

void Options::finish() {
    read();
    if (!errors_.empty()) throw BadRequest(errors_.front());
    if (const auto extras = parser_->app.remaining(); !extras.empty()) {
        std::vector<std::string> known;
        for (const auto* option : parser_->app.get_options())
            for (const auto& name : option->get_lnames()) known.push_back("--" + name);
        const auto word = extras.front().substr(0, extras.front().find('='));
        const auto near = nearest(word, known);
        throw BadRequest(fmt::format("unknown {} '{}'{}", word.starts_with("-") ? "option" : "word", word,
                                     near.empty() ? "" : fmt::format("; did you mean {}?", near)));
    }
    if (common_.budget_s && !(*common_.budget_s > 0 && *common_.budget_s <= 86'400))
        throw BadRequest("--budget takes seconds, more than 0 and at most 86400");
    if (common_.cpu && *common_.cpu < 0) throw BadRequest("--cpu takes the number of a CPU, from 0");
    if (common_.again && common_.no_predict) throw BadRequest("--again and --no-predict contradict each other");
    if (common_.times > 1'000'000'000) throw BadRequest("--times takes at most 1000000000");
}

std::string Options::help() const {
    std::string text = "options\n";
    for (const auto* option : parser_->app.get_options()) {
        if (option->get_lnames().empty()) continue;
        const auto type = option->get_type_name();
        auto left = "--" + option->get_lnames().front() + (type.empty() ? "" : " " + type);
        // CLI11 adds its check to the type name ("N:INT in [3 - 1000]"): the first word is enough here.
        left = left.substr(0, left.find(':'));
        auto right = option->get_description();
        if (!option->get_default_str().empty() && option->get_default_str() != "0")
            right += fmt::format(" (default {})", option->get_default_str());
        text += fmt::format("  {:<22} {}\n", left, right);
    }
    return text;
}

}  // namespace lab

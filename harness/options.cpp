// Reads the command line with CLI11.
#include "harness/options.hpp"

#include "harness/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

namespace lab {

// CLI11 finds the options. Numbers are read here: it would take 010 for eight, and 2^64 for one less.
struct Options::Parser {
    CLI::App app;
    std::vector<std::string> words;           // the command line, in the order CLI11 wants it: reversed
    std::map<std::string, std::string> text;  // options with a number or a word: as typed
};

namespace {

// "-1", "-O2 is faster": a value, not an option, when it stands after a long option.
bool dashed_value(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '-' && word != "-h";
}

// A whole number in decimal digits; nothing if the text is anything else or does not fit.
std::optional<std::uint64_t> whole(const std::string& text) {
    std::uint64_t value = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

// Why `word` is none of the choices, with the nearest of them; empty when it is one.
std::string no_choice(const std::string& name, const std::vector<std::string>& choices,
                      const std::string& word) {
    if (std::find(choices.begin(), choices.end(), word) != choices.end()) return {};
    const auto near = nearest(word, choices);
    return fmt::format("--{} takes {}, got '{}'{}", name, fmt::join(choices, ", "), word,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

}  // namespace

Options::Options(int argc, const char* const* argv, const std::string& lab)
    : parser_(std::make_unique<Parser>()) {
    auto& app = parser_->app;
    app.name("./lab run " + lab);
    app.set_help_flag();  // --help is ours: the lab has not declared its options yet
    for (int i = 1; i < argc; ++i) {
        std::string word = argv[i];
        if (word.starts_with("--") && word.find('=') == std::string::npos && i + 1 < argc &&
            dashed_value(argv[i + 1]))
            word += std::string("=") + argv[++i];
        parser_->words.push_back(std::move(word));
    }
    std::reverse(parser_->words.begin(), parser_->words.end());
    auto& text = parser_->text;

    app.add_flag("--help,-h", common_.help, "this text");
    app.add_flag("--quick", common_.quick,
                 "small sizes and a few seconds, for a first look: not a result to keep");
    app.add_option("--budget", text["budget"], "seconds for the whole measurement")->type_name("SECONDS");
    app.add_option("--rounds", text["rounds"],
                   "rounds; each visits everything once, in shuffled order (default 7)")
        ->type_name("N");
    app.add_option("--cpu", text["cpu"], "the CPU to stay on (default: one of those allowed)")
        ->type_name("N");
    app.add_option("--variant", common_.variant, "measure this row alone, e.g. under perf stat")
        ->type_name("NAME");
    app.add_option("--predict", common_.predict, "a prediction, such as key=14ms; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--because", common_.because, "the reason for the predictions")->type_name("TEXT");
    app.add_flag("--again", common_.again, "take the latest predictions without asking");
    app.add_flag("--no-predict", common_.no_predict, "do not ask for predictions");
    app.add_flag("--asm", common_.assembly,
                 "print the machine code of the measured functions, measure nothing");
    app.add_option("--format", common_.format, "text, csv or json")
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_option("--seed", text["seed"], "seed of the data and of the order of visits (default 1)")
        ->type_name("N");
    app.add_option("--notebook", common_.notebook, "directory of the records")->type_name("DIR");
    app.add_option("--call", common_.call,
                   "only call this row, without timing: for simulators; may be repeated")
        ->type_name("NAME")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("--times", text["times"], "how often --call calls (default 1)")->type_name("N");
    app.add_option("--then", text["then"], "call in a copy, then N times more in a second one")
        ->type_name("N");
    read();
    read_common();
}

Options::~Options() = default;

// Parses all words with the options declared so far; unknown ones may still be declared.
void Options::read() {
    parser_->app.allow_extras();
    try {
        auto words = parser_->words;
        parser_->app.parse(words);
    } catch (const CLI::ParseError& error) {
        std::string text = error.what();
        if (const auto at = text.find(": At Most 1 required"); at != std::string::npos)
            text = text.substr(0, at) + " is given more than once";
        if (const auto at = text.find(": 1 required"); at != std::string::npos)
            text = text.substr(0, at) + " needs a value";
        if (std::find(errors_.begin(), errors_.end(), text) == errors_.end())
            errors_.push_back(std::move(text));
    }
}

// The common options that are numbers or words of a list.
void Options::read_common() {
    const auto in_range = [this](const std::string& name, std::uint64_t low, std::uint64_t high) {
        const auto& text = parser_->text[name];
        std::optional<std::uint64_t> value;
        if (text.empty()) return value;
        value = whole(text);
        if (value && *value >= low && *value <= high) return value;
        errors_.push_back(
            fmt::format("--{} takes a whole number from {} to {}, got '{}'", name, low, high, text));
        return std::optional<std::uint64_t>{};
    };
    common_.rounds = in_range("rounds", 3, 1000).value_or(common_.rounds);
    common_.seed = in_range("seed", 0, UINT64_MAX).value_or(common_.seed);
    common_.times = in_range("times", 0, 1'000'000'000).value_or(common_.times);
    common_.then = in_range("then", 1, 1'000'000'000).value_or(common_.then);
    if (const auto cpu = in_range("cpu", 0, 1'000'000)) common_.cpu = static_cast<int>(*cpu);
    if (const auto& text = parser_->text["budget"]; !text.empty()) {
        const auto budget = parse(text, s);
        if (!budget.value)
            errors_.push_back("--budget: " + budget.error);
        else if (*budget.value < 1e6 || *budget.value > 86'400e9)
            errors_.push_back(fmt::format("--budget takes from a millisecond to a day, got '{}'", text));
        else
            common_.budget_s = *budget.value / 1e9;
    }
    const std::vector<std::string> formats{"text", "csv", "json"};
    if (const auto error = no_choice("format", formats, common_.format); !error.empty())
        errors_.push_back(error);
}

std::uint64_t Options::number(const std::string& name, const Size& size) {
    auto& text = parser_->text[name];
    parser_->app
        .add_option("--" + name, text,
                    fmt::format("{} (default {}, quick {})", size.what, size.full, size.quick))
        ->type_name("N");
    read();
    auto value = common_.quick ? size.quick : size.full;
    if (!text.empty()) {
        std::string error;
        const auto parsed = parse_size(text, error);
        if (!parsed) {
            errors_.push_back(fmt::format("--{}: {}", name, error));
        } else if (*parsed < size.least || *parsed > size.most) {
            errors_.push_back(
                fmt::format("--{} takes {} to {}, got {}", name, size.least, size.most, *parsed));
        } else {
            value = *parsed;
        }
    }
    used_[name] = std::to_string(value);
    if (!common_.quick && value != size.full) other_sizes_[name] = used_[name];
    return value;
}

std::string Options::choice(const std::string& name, const std::vector<std::string>& choices,
                            const std::string& what) {
    auto& text = parser_->text[name];
    parser_->app
        .add_option("--" + name, text,
                    fmt::format("{}: {} (default {})", what, fmt::join(choices, ", "), choices.front()))
        ->type_name("WORD");
    read();
    if (const auto error = no_choice(name, choices, text); !text.empty() && !error.empty()) {
        errors_.push_back(error);
        text.clear();
    }
    used_[name] = text.empty() ? choices.front() : text;
    if (used_[name] != choices.front()) other_sizes_[name] = used_[name];
    return used_[name];
}

bool Options::flag(const std::string& name, const std::string& what) {
    bool set = false;
    // The flag's own variable would have to outlive the parser: ask the parser for the count instead.
    auto* option = parser_->app.add_flag("--" + name, what);
    read();
    set = option->count() > 0;
    used_[name] = set ? "yes" : "no";
    if (set) other_sizes_[name] = used_[name];
    return set;
}

void Options::finish() {
    read();
    for (const auto* option : parser_->app.get_options())
        for (const auto& value : option->results())
            if (option->get_expected_max() > 0 && value.starts_with("--"))
                throw BadRequest(fmt::format("--{} needs a value; '{}' is an option",
                                             option->get_lnames().front(), value));
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
    if (common_.again && common_.no_predict)
        throw BadRequest("--again and --no-predict contradict each other");
}

std::string Options::help() const {
    std::string text = "options\n";
    for (const auto* option : parser_->app.get_options()) {
        if (option->get_lnames().empty()) continue;
        const auto type = option->get_type_name();
        auto left = "--" + option->get_lnames().front() + (type.empty() ? "" : " " + type);
        auto right = option->get_description();
        if (!option->get_default_str().empty() && option->get_default_str() != "0")
            right += fmt::format(" (default {})", option->get_default_str());
        text += fmt::format("  {:<22} {}\n", left, right);
    }
    return text;
}

}  // namespace lab

// Reads contract statements word by word, and judges each against counts or facts.
#include "harness/tools/contract_file.hpp"

#include "harness/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

namespace lab::contract {
namespace {

struct BadStatement : std::runtime_error {
    using std::runtime_error::runtime_error;
};

const std::map<std::string, std::size_t CodeFacts::*, std::less<>> code_sizes{
    {"instructions", &CodeFacts::instructions},
    {"loop_depth", &CodeFacts::loop_depth},
    {"load_depth", &CodeFacts::load_depth},
};

std::string join(const auto& named) {
    std::string all;
    for (const auto& one : named) all += (all.empty() ? "" : " ") + std::string(one.name);
    return all;
}

// Words are separated by blanks; "two words" in quotes are one.
std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    bool quoted = false;
    bool open = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
            if (!open) words.emplace_back();
            open = true;
        } else if (!quoted && (c == ' ' || c == '\t' || c == '\r')) {
            open = false;
        } else {
            if (!open) words.emplace_back();
            open = true;
            words.back() += c;
        }
    }
    if (quoted) throw BadStatement("a quote is not closed");
    return words;
}

// A '#' starts a comment at the start of a line or behind a blank.
std::size_t comment_start(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) return i;
    return line.size();
}

// Takes one word after the other; a missing word is an error that says what was expected.
class Words {
public:
    explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}
    [[nodiscard]] bool done() const { return next_ == words_.size(); }
    [[nodiscard]] bool at(std::string_view word) const { return !done() && words_[next_] == word; }
    [[nodiscard]] const std::string& peek() const { return words_.at(next_); }
    std::string take(const std::string& what) {
        if (done()) throw BadStatement("it ends where " + what + " should stand");
        return words_[next_++];
    }
    bool skip(std::string_view word) {
        if (!at(word)) return false;
        ++next_;
        return true;
    }
    double number(const std::string& what) {
        const auto word = take(what);
        const auto value = parse_double(word);
        if (!value || !std::isfinite(*value)) throw BadStatement("'" + word + "' is no number");
        return *value;
    }

private:
    std::vector<std::string> words_;
    std::size_t next_ = 0;
};

Bound take_bound(Words& words) {
    Bound bound;
    const auto word = words.take("a bound (below, above, at_least, at_most, between)");
    if (word == "below" || word == "at_most") {
        bound.most = words.number("a number");
        bound.most_included = word == "at_most";
    } else if (word == "above" || word == "at_least") {
        bound.least = words.number("a number");
        bound.least_included = word == "at_least";
    } else if (word == "between") {
        bound.least = words.number("the lower number");
        bound.most = words.number("the upper number");
        if (*bound.least > *bound.most) throw BadStatement("the lower number of 'between' comes first");
    } else {
        throw BadStatement("'" + word + "' is no bound: below, above, at_least, at_most, between");
    }
    return bound;
}

void take_count(Words& words, Statement& statement) {
    const auto word = words.take("a count such as mispredicts_per_item");
    for (const auto& named : named_counts) {
        for (const bool per_item : {true, false}) {
            if (word != std::string(named.name) + (per_item ? "_per_item" : "_per_call")) continue;
            statement.count = named;
            statement.per_item = per_item;
            return;
        }
    }
    throw BadStatement("'" + word +
                       "' is no count. There are, each with _per_item or _per_call: " + join(named_counts));
}

void take_fact(Words& words, Statement& statement) {
    const auto word = words.take("a fact such as loop");
    const auto named = std::ranges::find(named_facts, word, &NamedFact::name);
    if (named == named_facts.end())
        throw BadStatement("'" + word + "' is no fact. There are: " + join(named_facts));
    statement.fact = *named;
    statement.in_loop = words.skip("in_loop");
    if (statement.in_loop && named->in_loop == nullptr) throw BadStatement("'" + word + "' takes no in_loop");
}

// "[g++] [-O2] [x86_64]"
void take_limits(Words& words, Statement& statement) {
    while (!words.done() && words.peek().starts_with('[')) {
        const auto word = words.take("a limit");
        const auto name = word.ends_with(']') ? word.substr(1, word.size() - 2) : "";
        if (name == "g++" || name == "clang++") {
            statement.compilers.push_back(name);
        } else if (name == "-O2" || name == "-O3") {
            statement.levels.push_back(name);
        } else if (name == "x86_64" || name == "aarch64") {
            statement.machines.push_back(name);
        } else {
            throw BadStatement(word +
                               " limits nothing. There are [g++] [clang++] [-O2] [-O3] [x86_64] [aarch64]");
        }
    }
}

Statement parse_statement(Words words) {
    Statement statement;
    take_limits(words, statement);
    const auto kind = words.take("count, ratio or code");
    if (kind == "count" || kind == "ratio") {
        statement.kind = kind == "count" ? Kind::count : Kind::ratio;
        statement.variant = words.take("the name of a row");
        if (kind == "ratio") statement.other = words.take("the name of the second row");
        take_count(words, statement);
        statement.bound = take_bound(words);
        if (words.skip("with")) {
            statement.options.push_back(words.take("an option of the lab"));
            while (!words.done()) statement.options.push_back(words.take("an option of the lab"));
        }
    } else if (kind == "code") {
        statement.function = words.take("the name of a function");
        const auto verb = words.take("has, lacks, is, or a size such as instructions");
        if (verb == "has" || verb == "lacks") {
            statement.kind = verb == "has" ? Kind::has_fact : Kind::lacks_fact;
            take_fact(words, statement);
        } else if (const auto size = code_sizes.find(verb); size != code_sizes.end()) {
            statement.kind = Kind::code_size;
            statement.size = size->second;
            statement.bound = take_bound(words);
        } else if (verb == "is" && words.take("absent") == "absent") {
            statement.kind = Kind::absent;
        } else {
            throw BadStatement(
                "'" + verb + "' should be has, lacks, instructions, loop_depth, load_depth, or 'is absent'");
        }
    } else {
        throw BadStatement("'" + kind + "' starts no statement. They start with count, ratio or code");
    }
    if (!words.done()) throw BadStatement("'" + words.peek() + "' is too much at its end");
    return statement;
}

bool allows(const std::vector<std::string>& limits, std::string_view name) {
    return limits.empty() || std::ranges::find(limits, name) != limits.end();
}

std::string show(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(4);
    text << value;
    return text.str();
}

double value_of(const Statement& statement, const CallCounts& row) {
    const double total = row.counts.*statement.count.count;
    return statement.per_item ? total / row.items : total;
}

}  // namespace

bool Bound::holds(double value) const {
    // Written so that NaN never holds.
    const bool enough = !least || value > *least || (least_included && value == *least);
    const bool few = !most || value < *most || (most_included && value == *most);
    return enough && few;
}

bool Statement::applies(std::string_view compiler, std::string_view level, std::string_view machine) const {
    return allows(compilers, compiler) && allows(levels, level) && allows(machines, machine);
}

Contract parse_contract(std::string_view text) {
    Contract contract;
    std::istringstream lines{std::string(text)};
    bool comment_above = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto comment = comment_start(line);
        const auto body = std::string(trimmed(std::string_view(line).substr(0, comment)));
        if (body.empty()) {
            comment_above = comment < line.size();
            continue;
        }
        try {
            auto statement = parse_statement(Words(words_of(body)));
            statement.line = number;
            statement.text = body;
            if (body.starts_with('[') && comment == line.size() && !comment_above)
                throw BadStatement("a limited statement needs a comment that says why");
            contract.statements.push_back(std::move(statement));
        } catch (const BadStatement& bad) {
            contract.errors.push_back("line " + std::to_string(number) + ": " + bad.what() + "\n    " + body);
        }
        comment_above = false;
    }
    if (contract.statements.empty() && contract.errors.empty())
        contract.errors.emplace_back("it says nothing: write at least one count, ratio or code statement");
    return contract;
}

std::optional<CallCounts> per_call(const SimulatedCounts& before, const SimulatedCounts& after, int calls,
                                   double items) {
    if (!(items > 0) || calls < 1) return std::nullopt;
    CallCounts call{after - before, items};
    constexpr double either_way = 4;
    for (const auto& named : named_counts) {
        auto& count = call.counts.*named.count;
        if (count < -either_way) return std::nullopt;
        count = std::max(0.0, count) / calls;
    }
    return call;
}

Judgement judge_code(const Statement& statement, const CodeFacts& facts) {
    auto seen = describe(facts);
    if (facts.load_depth > 1) seen += ", loads " + std::to_string(facts.load_depth) + " loops deep";
    if (statement.kind == Kind::absent) return {!facts.found, facts.found ? "there: " + seen : seen};
    if (!facts.found) return {false, seen};
    if (statement.kind == Kind::code_size)
        return {statement.bound.holds(static_cast<double>(facts.*statement.size)), seen};
    const bool fact = facts.*(statement.in_loop ? statement.fact.in_loop : statement.fact.anywhere);
    return {fact == (statement.kind == Kind::has_fact), seen};
}

Judgement judge_count(const Statement& statement, const CallCounts& row) {
    const double value = value_of(statement, row);
    return {statement.bound.holds(value), show(value)};
}

Judgement judge_ratio(const Statement& statement, const CallCounts& row, const CallCounts& other) {
    const double first = value_of(statement, row);
    const double second = value_of(statement, other);
    if (!(second > 0)) return {false, show(first) + " over " + show(second) + ", which is no ratio"};
    return {statement.bound.holds(first / second),
            show(first / second) + " (" + show(first) + " over " + show(second) + ")"};
}

}  // namespace lab::contract

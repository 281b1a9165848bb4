// Tests the command line of a lab: what is taken, what is refused, and with which words.
#include "harness/options.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "harness/tests/hostile_locale.hpp"
#include "harness/units.hpp"

namespace {

using lab::Options;

// The options of a lab that declares one of each sort.
struct Declared {
    std::unique_ptr<Options> options;
    std::uint64_t elements = 0;
    std::string mode;
    bool plain = false;

    explicit Declared(std::vector<std::string> words) {
        std::vector<const char*> argv{"lab"};
        for (const auto& word : words) argv.push_back(word.c_str());
        options = std::make_unique<Options>(static_cast<int>(argv.size()), argv.data(), "demo");
        elements = options->number(
            "elements", {.full = 1000, .quick = 10, .least = 5, .most = 1'000'000, .what = "array length"});
        mode = options->choice("mode", {"passes", "touches"}, "what to do");
        plain = options->flag("plain", "without atomics");
    }
};

// The message of the refusal; empty when all is well.
std::string refusal(const std::vector<std::string>& words) {
    try {
        Declared(words).options->finish();
    } catch (const lab::BadRequest& error) {
        return error.what();
    }
    return {};
}

void expect_refused(const std::vector<std::string>& words, const std::string& message) {
    const auto said = refusal(words);
    EXPECT_NE(said.find(message), std::string::npos)
        << "said: " << (said.empty() ? "nothing" : said) << "\nexpected: " << message;
}

TEST(Options, HaveDefaults) {
    const Declared lab({});
    const auto& common = lab.options->common();
    EXPECT_EQ(refusal({}), "");
    EXPECT_FALSE(common.help || common.quick || common.again || common.no_predict || common.assembly);
    EXPECT_FALSE(common.budget_s || common.cpu);
    EXPECT_EQ(common.rounds, 7U);
    EXPECT_EQ(common.seed, 1U);
    EXPECT_EQ(common.times, 1U);
    EXPECT_EQ(common.format, "text");
    EXPECT_EQ(lab.elements, 1000U);
    EXPECT_EQ(lab.mode, "passes");
    EXPECT_FALSE(lab.plain);
}

TEST(Options, AreReadInAnyOrderAndSpelling) {
    const Declared lab({"--mode=touches",
                        "--rounds",
                        "3",
                        "--elements",
                        "2Ki",
                        "--plain",
                        "--predict",
                        "a=1ms",
                        "--budget=0.5",
                        "--predict",
                        "b=2",
                        "--because",
                        "why, \"oh\" why",
                        "--seed",
                        "18446744073709551615",
                        "--cpu",
                        "010",
                        "--format",
                        "json",
                        "--notebook",
                        "a path/with blanks",
                        "--variant",
                        "1",
                        "--call",
                        "x",
                        "--call",
                        "y z",
                        "--times",
                        "0",
                        "--then",
                        "2",
                        "--again"});
    lab.options->finish();
    const auto& common = lab.options->common();
    EXPECT_EQ(lab.elements, 2048U);
    EXPECT_EQ(lab.mode, "touches");
    EXPECT_TRUE(lab.plain);
    EXPECT_EQ(common.rounds, 3U);
    EXPECT_EQ(common.predict, (std::vector<std::string>{"a=1ms", "b=2"}));
    EXPECT_EQ(common.because, "why, \"oh\" why");
    EXPECT_EQ(common.budget_s, 0.5);
    EXPECT_EQ(common.seed, UINT64_MAX);
    EXPECT_EQ(common.cpu, 10) << "a leading zero makes nothing octal";
    EXPECT_EQ(common.format, "json");
    EXPECT_EQ(common.notebook, "a path/with blanks");
    EXPECT_EQ(common.call, (std::vector<std::string>{"x", "y z"}));
    EXPECT_EQ(common.times, 0U);
    EXPECT_EQ(common.then, 2U);
    EXPECT_TRUE(common.again);
    EXPECT_EQ(lab.options->used(), (std::map<std::string, std::string>{
                                       {"elements", "2048"}, {"mode", "touches"}, {"plain", "yes"}}));
}

TEST(Options, QuickTakesTheQuickSizesUnlessTold) {
    EXPECT_EQ(Declared({"--quick"}).elements, 10U);
    EXPECT_EQ(Declared({"--elements", "77", "--quick"}).elements, 77U);
}

TEST(Options, ABudgetMayHaveAUnit) {
    EXPECT_EQ(Declared({"--budget", "500ms"}).options->common().budget_s, 0.5);
    EXPECT_EQ(Declared({"--budget", "2 min"}).options->common().budget_s, 120);
}

TEST(Options, NameTheNearestOneForAnUnknownOne) {
    expect_refused({"--elemnts", "5"}, "unknown option '--elemnts'; did you mean --elements?");
    expect_refused({"--elemnts=5"}, "unknown option '--elemnts'; did you mean --elements?");
    expect_refused({"--qick"}, "did you mean --quick?");
    expect_refused({"-x"}, "unknown option '-x'");
    expect_refused({"extra"}, "unknown word 'extra'");
    expect_refused({"--mode", "pases"}, "--mode takes passes, touches, got 'pases'; did you mean 'passes'?");
    expect_refused({"--format", "jsn"}, "--format takes text, csv, json, got 'jsn'; did you mean 'json'?");
    expect_refused({"--format", ""}, "--format takes text, csv, json, got ''");
}

TEST(Options, RefuseSizesThatAreNone) {
    expect_refused({"--elements", "0"}, "--elements: \"0\" is zero");
    expect_refused({"--elements", "-1"}, "--elements: \"-1\" is negative");
    expect_refused({"--elements=-1"}, "--elements: \"-1\" is negative");
    expect_refused({"--elements", "1e30"}, "does not fit into 64 bits");
    expect_refused({"--elements", "18446744073709551616"}, "does not fit into 64 bits");
    expect_refused({"--elements", "4"}, "--elements takes 5 to 1000000, got 4");
    expect_refused({"--elements", "1Gi"}, "--elements takes 5 to 1000000, got 1073741824");
    expect_refused({"--elements", "1.5"}, "not a whole number");
    expect_refused({"--elements", "many"}, "does not begin with a number");
    expect_refused({"--elements", "1.000.000"}, "is not one number");
}

TEST(Options, RefuseNumbersOutOfTheirRange) {
    expect_refused({"--rounds", "2"}, "--rounds takes a whole number from 3 to 1000, got '2'");
    expect_refused({"--rounds", "1001"}, "--rounds takes");
    expect_refused({"--rounds", "7.5"}, "--rounds takes");
    expect_refused({"--rounds", "0x7"}, "--rounds takes");
    expect_refused({"--seed", "-1"}, "--seed takes a whole number from 0 to 18446744073709551615, got '-1'");
    expect_refused({"--seed", "18446744073709551616"}, "--seed takes");
    expect_refused({"--cpu", "-1"}, "--cpu takes");
    expect_refused({"--times", "1000000001"}, "--times takes");
    EXPECT_EQ(refusal({"--rounds", "3"}), "");
    EXPECT_EQ(refusal({"--rounds", "1000"}), "");
}

TEST(Options, RefuseBudgetsThatAreNone) {
    expect_refused({"--budget", "0"}, "--budget takes from a millisecond to a day, got '0'");
    expect_refused({"--budget", "-1"}, "--budget: \"-1\" is negative");
    expect_refused({"--budget", "nan"}, "--budget: \"nan\" is not a number");
    expect_refused({"--budget", "inf"}, "--budget: \"inf\" is not a number");
    expect_refused({"--budget", "86401"}, "--budget takes from a millisecond to a day");
    expect_refused({"--budget", "1,5"}, "Write it with a point: 1.5");
    expect_refused({"--budget", "3MB"}, "--budget: ");
}

TEST(Options, RefuseAValueThatIsMissingOrGivenTwice) {
    expect_refused({"--rounds"}, "--rounds needs a value");
    expect_refused({"--elements"}, "--elements needs a value");
    expect_refused({"--because", "--quick"}, "--because needs a value; '--quick' is an option");
    expect_refused({"--notebook", "--seed", "1"}, "--notebook needs a value; '--seed' is an option");
    expect_refused({"--predict"}, "--predict needs a value");
    expect_refused({"--elements", "50", "--elements", "60"}, "--elements is given more than once");
    expect_refused({"--rounds", "3", "--rounds", "4"}, "--rounds is given more than once");
    EXPECT_EQ(refusal({"--quick", "--quick"}), "") << "a flag may be repeated";
}

TEST(Options, AReasonMayBeginWithADash) {
    EXPECT_EQ(Declared({"--because", "-O2 vectorises it"}).options->common().because, "-O2 vectorises it");
    EXPECT_TRUE(Declared({"--quick", "-h"}).options->common().help);
}

TEST(Options, RefuseContradictions) { expect_refused({"--again", "--no-predict"}, "contradict each other"); }

TEST(Options, TheFirstErrorIsTheOneTold) {
    expect_refused({"--elements", "0", "--rounds", "2"}, "--rounds takes");
}

TEST(Options, AreTheSameInEveryLocale) {
    const HostileLocale locale;
    const Declared lab({"--budget", "1.5", "--elements", "1.5Ki"});
    lab.options->finish();
    EXPECT_EQ(lab.options->common().budget_s, 1.5);
    EXPECT_EQ(lab.elements, 1536U);
    EXPECT_EQ(lab.options->used().at("elements"), "1536");
}

TEST(Options, HelpListsEveryOptionOnItsLine) {
    const auto help = Declared({"--help"}).options->help();
    for (const char* name : {"--help",
                             "--quick",
                             "--budget SECONDS",
                             "--rounds N",
                             "--cpu N",
                             "--variant NAME",
                             "--predict KEY=VALUE",
                             "--because TEXT",
                             "--again",
                             "--no-predict",
                             "--asm",
                             "--format FORMAT",
                             "--seed N",
                             "--notebook DIR",
                             "--call NAME",
                             "--times N",
                             "--then N",
                             "--elements N",
                             "--mode WORD",
                             "--plain"})
        EXPECT_NE(help.find(std::string("\n  ") + name + "  "), std::string::npos)
            << name << " is missing in\n"
            << help;
    EXPECT_NE(help.find("array length (default 1000, quick 10)"), std::string::npos);
    EXPECT_NE(help.find("what to do: passes, touches (default passes)"), std::string::npos);
}

TEST(Options, DeclaringAnOptionOfTheHarnessIsAMistakeOfTheLab) {
    Declared lab({});
    EXPECT_ANY_THROW(lab.options->number("rounds", {}));
}

}  // namespace

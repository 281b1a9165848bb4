// Tests how predictions are read from the command line and from a conversation, and how they are scored.
#include "harness/predictions.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "harness/tests/hostile_locale.hpp"

namespace {

using lab::Kind;
using lab::Prediction;

constexpr const char* now = "2026-11-30T03:15:00Z";

std::vector<Prediction> three() {
    return {
        {.key = "pass", .what = "time of one pass", .unit = lab::ms, .value = {}, .because = {}, .made = {}},
        {.key = "step",
         .what = "the largest step",
         .unit = lab::count,
         .value = {},
         .because = {},
         .made = {}},
        {.key = "ratio",
         .what = "how many times longer",
         .unit = lab::ratio,
         .value = {},
         .because = {},
         .made = {}}};
}

// ---- the command line

TEST(TakePrediction, ReadsAValueWithOrWithoutItsUnit) {
    for (const auto& [text, ns] :
         {std::pair{"pass=14", 14e6}, {"pass=14ms", 14e6}, {" pass = 0.4 us ", 400.0}, {"pass=0", 0.0}}) {
        auto all = three();
        EXPECT_EQ(lab::take_prediction(all, text, now), "") << text;
        EXPECT_EQ(all[0].value, ns) << text;
        EXPECT_EQ(all[0].made, now);
        EXPECT_FALSE(all[1].value);
    }
}

TEST(TakePrediction, TheLastOfTwoCounts) {
    auto all = three();
    lab::take_prediction(all, "pass=1", now);
    lab::take_prediction(all, "pass=2", now);
    EXPECT_EQ(all[0].value, 2e6);
}

TEST(TakePrediction, SaysWhatIsWrong) {
    auto all = three();
    const auto error = [&](const std::string& text) { return lab::take_prediction(all, text, now); };
    EXPECT_EQ(error("14ms"), "--predict takes key=value, such as pass=14ms; got '14ms'");
    EXPECT_EQ(error("pas=14ms"), "no prediction is called 'pas'; did you mean 'pass'?");
    EXPECT_EQ(error("elephants=3"), "no prediction is called 'elephants'; there are: pass, step, ratio");
    EXPECT_NE(error("pass=14MB").find("--predict pass: "), std::string::npos);
    EXPECT_NE(error("pass=").find("--predict pass: "), std::string::npos);
    EXPECT_NE(error("pass=-3").find("negative"), std::string::npos);
    EXPECT_NE(error("pass=1,5ms").find("comma"), std::string::npos);
    for (const auto& prediction : all) EXPECT_FALSE(prediction.value) << prediction.key;
    std::vector<Prediction> none;
    EXPECT_EQ(lab::take_prediction(none, "pass=1", now), "this lab asks for no predictions");
}

// ---- the conversation

struct Talk {
    std::vector<Prediction> all = three();
    std::string said;
    bool finished = false;

    explicit Talk(const std::string& typed) { talk(typed); }
    Talk(const std::string& typed, std::vector<Prediction> given) : all(std::move(given)) { talk(typed); }
    void talk(const std::string& typed) {
        std::istringstream in(typed);
        std::ostringstream out;
        finished = lab::ask_predictions(all, in, out, now);
        said = out.str();
    }
};

TEST(AskPredictions, AsksForEachWithItsUnitAndForOneReason) {
    const Talk talk("14\n8\n3x\nlines are 64 bytes\n");
    EXPECT_TRUE(talk.finished);
    EXPECT_EQ(talk.all[0].value, 14e6);
    EXPECT_EQ(talk.all[1].value, 8);
    EXPECT_EQ(talk.all[2].value, 3);
    for (const auto& prediction : talk.all) {
        EXPECT_EQ(prediction.because, "lines are 64 bytes");
        EXPECT_EQ(prediction.made, now);
    }
    EXPECT_EQ(talk.said,
              "Predict first. A guess is enough; an empty line skips a question.\n"
              "  time of one pass, in ms:   the largest step:   how many times longer, in x:   why do you "
              "think so? ");
}

TEST(AskPredictions, ABadAnswerAsksAgain) {
    const Talk talk("soon\n14MB\n-1\n14ms\n\n\n\n");
    EXPECT_EQ(talk.all[0].value, 14e6);
    EXPECT_NE(talk.said.find("does not begin with a number"), std::string::npos) << talk.said;
    EXPECT_NE(talk.said.find("is a size in bytes"), std::string::npos) << talk.said;
    EXPECT_NE(talk.said.find("is negative"), std::string::npos) << talk.said;
}

TEST(AskPredictions, AnEmptyLineMeansUnpredictedAndNoReasonIsAskedForNothing) {
    const Talk talk("\n  \n\r\n");
    EXPECT_TRUE(talk.finished);
    for (const auto& prediction : talk.all) EXPECT_FALSE(prediction.value);
    EXPECT_EQ(talk.said.find("because"), std::string::npos);
}

TEST(AskPredictions, TheEndOfTheInputLeavesTheRestUnpredicted) {
    const Talk talk("14\n");
    EXPECT_TRUE(talk.finished);
    EXPECT_EQ(talk.all[0].value, 14e6);
    EXPECT_FALSE(talk.all[1].value);
    EXPECT_TRUE(talk.said.ends_with("\n")) << "what is printed next begins on a line of its own";
}

TEST(AskPredictions, WhatIsGivenAlreadyIsNotAskedFor) {
    auto given = three();
    for (auto& prediction : given) {
        prediction.value = 1;
        prediction.because = "known";
        prediction.made = "before";
    }
    EXPECT_EQ(Talk("", given).said, "");
    given[1].value.reset();
    const Talk talk("8\na reason\n", given);
    EXPECT_EQ(talk.all[1].value, 8);
    EXPECT_EQ(talk.all[0].made, "before");
    EXPECT_EQ(talk.all[0].because, "known");
}

TEST(AskPredictions, ReadsTheSameInEveryLocale) {
    const HostileLocale locale;
    const Talk talk("1.5\n65536\n3\n\n");
    EXPECT_EQ(talk.all[0].value, 1.5e6);
    EXPECT_EQ(talk.all[1].value, 65536);
}

// ---- the score

TEST(Score, IsAFactorInWords) {
    EXPECT_EQ(lab::score(10, 13, Kind::time), "1.30x too low");
    EXPECT_EQ(lab::score(13, 10, Kind::time), "1.30x too high");
    EXPECT_EQ(lab::score(100, 105, Kind::time), "within 5 %");
    EXPECT_EQ(lab::score(105, 100, Kind::time), "within 5 %");
    EXPECT_EQ(lab::score(100, 106, Kind::time), "1.06x too low");
}

TEST(Score, ZeroAndBelowHaveADistance) {
    EXPECT_EQ(lab::score(0, 0, Kind::time), "exact");
    EXPECT_EQ(lab::score(0, 5, Kind::time), "off by 5.00 ns");
    EXPECT_EQ(lab::score(5, -5, Kind::time), "off by 10.0 ns");
}

TEST(UtcNow, IsIso8601) {
    const auto text = lab::utc_now();
    ASSERT_EQ(text.size(), 20U);
    for (const auto& [at, mark] : {std::pair{4, '-'}, {7, '-'}, {10, 'T'}, {13, ':'}, {16, ':'}, {19, 'Z'}})
        EXPECT_EQ(text[static_cast<std::size_t>(at)], mark) << text;
}

}  // namespace

// Tests of the worksheet key and of grading: tolerance, units, words, and messages that help.
#include "harness/tools/answer_key.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness/tools/grade.hpp"

using namespace lab::tools;

namespace {

KeyEntry entry(const std::string& line) {
    const auto key = parse_key(line);
    EXPECT_EQ(key.entries.size(), 1U) << line << (key.faults.empty() ? "" : key.faults.front());
    return key.entries.at(0);
}

Mark mark(const std::string& line, const std::string& answer) { return grade(answer, entry(line)).mark; }
std::string message(const std::string& line, const std::string& answer) {
    return grade(answer, entry(line)).message;
}

TEST(AnswerKey, ReadsEachKindOfLine) {
    const auto key = parse_key(
        "# a remark\n"
        "\n"
        "10.1a  measured stride pass_at_step_1 ms\n"
        "10.2   number 13 tolerance 0\r\n"
        "10.3   number 0.8 ns tolerance 5%\n"
        "10.4   text Says why.\n"
        "10.5   word latency | lat\n");
    EXPECT_TRUE(key.faults.empty());
    ASSERT_EQ(key.entries.size(), 5U);
    EXPECT_EQ(key.entry("10.1a")->lab, "stride");
    EXPECT_EQ(key.entry("10.1a")->prediction, "pass_at_step_1");
    EXPECT_EQ(key.entry("10.1a")->unit->name, "ms");
    EXPECT_DOUBLE_EQ(key.entry("10.3")->tolerance, 0.04);
    EXPECT_EQ(key.entry("10.4")->rubric, "Says why.");
    EXPECT_EQ(key.entry("10.5")->words.size(), 2U);
    EXPECT_EQ(key.entry("10.9"), nullptr);
}

TEST(AnswerKey, NamesLinesThatAreNotUnderstood) {
    for (const std::string line :
         {"10.1", "10.1 measured stride", "10.1 measured stride key furlongs", "10.1 number 13",
          "10.1 number x tolerance 0", "10.1 number 1 tolerance -1", "10.1 number 1 tolerance 1 more",
          "10.1 text", "10.1 word a | ", "10.1 guess 5"}) {
        const auto key = parse_key(line);
        EXPECT_TRUE(key.entries.empty()) << line;
        ASSERT_EQ(key.faults.size(), 1U) << line;
        EXPECT_NE(key.faults[0].find("line 1"), std::string::npos);
    }
    EXPECT_EQ(parse_key("1.1 text a\n1.1 text b\n").faults.size(), 1U) << "a number twice";
}

TEST(Grade, PlainNumbers) {
    const std::string line = "1.3 number 1.42 tolerance 0.01";
    EXPECT_EQ(mark(line, ""), Mark::open);
    EXPECT_EQ(mark(line, "1.42"), Mark::right);
    EXPECT_EQ(mark(line, "1.43"), Mark::right);
    EXPECT_EQ(mark(line, "1.44"), Mark::wrong);
    EXPECT_EQ(mark(line, "about 1.42 times"), Mark::right);
    EXPECT_EQ(mark(line, "1.42x"), Mark::right);
    EXPECT_EQ(mark(line, "1.42 s"), Mark::unreadable) << "a time is no number of times";
    EXPECT_NE(message(line, "1.42 s").find("without s"), std::string::npos) << message(line, "1.42 s");
    for (const auto* other : {"1.42 %", "1.42 seconds", "1.42 GB/s", "1.42 KiB", "1.42 or 3", "1.42 * 2"})
        EXPECT_EQ(mark(line, other), Mark::unreadable) << other;
    EXPECT_EQ(mark("15.4 number 1024 tolerance 0", "1024 B"), Mark::right);
    EXPECT_EQ(mark("15.4 number 1024 tolerance 0", "1024 bytes"), Mark::right);
    EXPECT_EQ(mark(line, "-1.42"), Mark::wrong);
    EXPECT_EQ(mark(line, "many"), Mark::unreadable);
    EXPECT_EQ(mark(line, "1,42"), Mark::unreadable);
    EXPECT_NE(message(line, "1,42").find("point"), std::string::npos);
    EXPECT_NE(message(line, "3").find("too large"), std::string::npos);
    EXPECT_NE(message(line, "1").find("too small"), std::string::npos);
    EXPECT_EQ(message(line, "3").find("1.42"), std::string::npos) << "the right value is not told";
    EXPECT_EQ(mark("10.2 number 13 tolerance 0", "0xd"), Mark::right);
    EXPECT_EQ(mark("10.2 number 13 tolerance 0", "set 13"), Mark::right);
    EXPECT_EQ(mark("10.2 number 13 tolerance 0", "13.5"), Mark::wrong);
}

TEST(Grade, NumbersWithUnits) {
    const std::string line = "1.4 number 14 ms tolerance 5%";
    EXPECT_EQ(mark(line, "14"), Mark::right);
    EXPECT_EQ(mark(line, "14 ms"), Mark::right);
    EXPECT_EQ(mark(line, "0.014 s"), Mark::right);
    EXPECT_EQ(mark(line, "14000us"), Mark::right);
    EXPECT_EQ(mark(line, "14000"), Mark::wrong);
    EXPECT_NE(message(line, "14000").find("in us?"), std::string::npos) << message(line, "14000");
    EXPECT_NE(message(line, "14 s").find("unit"), std::string::npos) << message(line, "14 s");
    EXPECT_EQ(mark(line, "14 apples"), Mark::unreadable);
    EXPECT_EQ(mark(line, "15"), Mark::wrong);
}

TEST(Grade, WordsAndText) {
    EXPECT_EQ(mark("1.5 word latency | lat", " Latency. "), Mark::right);
    EXPECT_EQ(mark("1.5 word latency", "throughput"), Mark::wrong);
    EXPECT_EQ(mark("1.6 text Says why.", "because"), Mark::answered);
    EXPECT_EQ(mark("1.6 text Says why.", "  \n "), Mark::open);
}

TEST(Grade, AMeasuredValueInTheWrongUnitIsNoticed) {
    const lab::Unit ms = lab::ms;
    EXPECT_EQ(grade_measured("14.5", ms, 14.5e6).mark, Mark::answered);
    EXPECT_EQ(grade_measured("14500", ms, 14.5e6).mark, Mark::wrong);
    EXPECT_NE(grade_measured("14500", ms, 14.5e6).message.find("in us?"), std::string::npos);
    EXPECT_EQ(grade_measured("30", ms, 14.5e6).mark, Mark::answered) << "another run may differ";
    EXPECT_EQ(grade_measured("14.5", ms, {}).mark, Mark::answered) << "nothing to compare with";
    EXPECT_EQ(grade_measured("", ms, 14.5e6).mark, Mark::open);
}

}  // namespace

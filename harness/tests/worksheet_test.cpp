// Tests of worksheets: slots are found, empty ones are filled, and nothing else changes.
#include "harness/tools/worksheet.hpp"

#include <gtest/gtest.h>

#include <string>

using namespace lab::tools;

namespace {

const std::string plain =
    "# Worksheet\n"
    "\n"
    "- **10.1a** time of one pass at step 1, in ms:  predicted [ ]  measured [ ]\n"
    "- **10.2** which set does address 0x12345 fall in\n"
    "  (64 sets, 64-byte lines)? [ ]\n"
    "- **10.4** explain the gap between your prediction and the machine: [\n"
    "  ]\n"
    "\n"
    "## More\n"
    "See [the chapter](README.md).\n";

std::string content(const std::string& text, const std::string& id, SlotKind kind = SlotKind::answer) {
    const auto sheet = parse_worksheet(text);
    const auto* slot = sheet.slot(id, kind);
    return slot == nullptr ? "(no slot)" : slot->content;
}

TEST(Worksheet, FindsEmptySlots) {
    const auto sheet = parse_worksheet(plain);
    EXPECT_EQ(sheet.slots.size(), 4U);
    EXPECT_TRUE(sheet.faults.empty());
    EXPECT_EQ(content(plain, "10.1a", SlotKind::predicted), "");
    EXPECT_EQ(content(plain, "10.1a", SlotKind::measured), "");
    EXPECT_EQ(content(plain, "10.2"), "");
    EXPECT_EQ(content(plain, "10.4"), "");
}

TEST(Worksheet, ReadsAnswers) {
    EXPECT_EQ(content("- **1.2** how many? [ 13 ]\n", "1.2"), "13");
    EXPECT_EQ(content("- **1.2** how many? [13]\n", "1.2"), "13");
    EXPECT_EQ(content("- **1.2** time: predicted [14 ms]  measured [ 15 ms ]\n", "1.2", SlotKind::predicted),
              "14 ms");
    EXPECT_EQ(content("- **1.2** time: predicted [14 ms]  measured [ 15 ms ]\n", "1.2", SlotKind::measured),
              "15 ms");
    EXPECT_EQ(content("- **1.2** time: predicted [14 ms]  measured [ 15 ms ]", "1.2", SlotKind::measured),
              "15 ms");
}

TEST(Worksheet, AnAnswerMayHoldBrackets) {
    EXPECT_EQ(content("- **1.2** why? [ a[i] is read, then b[i] ]\n", "1.2"), "a[i] is read, then b[i]");
    EXPECT_EQ(content("- **1.2** why? [ the range [0, 1) is empty ]\n", "1.2"), "the range [0, 1) is empty");
    EXPECT_EQ(content("- **1.2** why: [\n  it reads a[i]\n  and: [x]\n  ]\n- **1.3** next? [ 5 ]\n", "1.2"),
              "it reads a[i]\n  and: [x]");
    EXPECT_EQ(content("- **1.2** why: [\n  it reads a[i]\n  ]\n- **1.3** next? [ 5 ]\n", "1.3"), "5");
}

TEST(Worksheet, AnAnswerMayGoOverLinesAnyWay) {
    EXPECT_EQ(content("- **1.2** why: [ first\n  second ]\n", "1.2"), "first\n  second");
    EXPECT_EQ(content("- **1.2** why: [ first\n\n  second\n  ]\nText [below].\n", "1.2"),
              "first\n\n  second");
    EXPECT_EQ(content("- **1.2** why? [ one line,\r\n  two ]\r\n", "1.2"), "one line,\r\n  two");
}

TEST(Worksheet, SaysWhatIsBroken) {
    EXPECT_EQ(parse_worksheet("- **1.2** why: [ never closed\n\n## Next\n").faults.size(), 1U);
    EXPECT_EQ(parse_worksheet("- **1.2** why?\n").faults.size(), 1U);
    EXPECT_EQ(parse_worksheet("- **1.2** why? [ ]\n- **1.2** why? [ ]\n").faults.size(), 1U);
    EXPECT_EQ(content("- **1.2** how would you tell? Name two. [\n  so\n  ]\n", "1.2"), "so");
    EXPECT_TRUE(parse_worksheet("").faults.empty());
    EXPECT_TRUE(parse_worksheet("no slots: [x](y)\n- **bold** words: [a]\n").slots.empty());
}

TEST(Worksheet, FillsOnlyWhatIsEmpty) {
    const std::string text =
        "- **1.1** time: predicted [my own]  measured [ ]\r\n- **1.2** why? [\r\n ]\r\n  \ttail\r\n";
    const auto filled = fill_worksheet(text, {{"1.1", SlotKind::predicted, "14 ms"},
                                              {"1.1", SlotKind::measured, "15 ms"},
                                              {"9.9", SlotKind::measured, "1 ms"}});
    EXPECT_EQ(
        filled,
        "- **1.1** time: predicted [my own]  measured [15 ms]\r\n- **1.2** why? [\r\n ]\r\n  \ttail\r\n");
    EXPECT_EQ(fill_worksheet(filled, {{"1.1", SlotKind::measured, "99 ms"}}), filled)
        << "a second filling changes nothing";
}

}  // namespace

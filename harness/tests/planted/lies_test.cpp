// Runs each program with a planted lie: the check made for it must refuse, and no number may come out as a result.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "harness/tests/planted/run_program.hpp"

namespace {

using lab::testing::Finished;
using lab::testing::run_program;
using lab::testing::Scratch;

std::string program(const std::string& name) { return std::string(PLANTED_PROGRAMS) + "/planted_" + name; }

// The shortest measurement that the harness accepts: what is planted here shows at once.
std::vector<std::string> command(const std::string& name, const Scratch& scratch,
                                 std::vector<std::string> more = {}) {
    std::vector<std::string> words{program(name),          "--budget", "0.05", "--rounds", "3", "--notebook",
                                   scratch.path().string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::string line_with(const std::string& text, const std::string& begin) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(begin)) return line;
    return {};
}

// The words of the text with one blank between them: tables are padded, and long texts are wrapped.
std::string words(const std::string& text) {
    std::istringstream in(text);
    std::string all;
    for (std::string word; in >> word;) all += (all.empty() ? "" : " ") + word;
    return all;
}

// The line of the CSV is the row's, and holds nothing but its status and the number of calls.
bool without_numbers(const std::string& line, const std::string& row, const std::string& status) {
    const auto begin = row + ",," + status + ",";
    const auto calls = line.find_first_not_of("0123456789", begin.size());
    return line.starts_with(begin) && calls > begin.size() && line.substr(calls) == ",,,,,,";
}

// The measured side of the prediction of the row.
nlohmann::json answer(const nlohmann::json& record) {
    for (const auto& one : record.at("answers"))
        if (one.at("key") == "one_call") return one.at("value");
    return "there is none";
}

// The row shows "refused" and dashes in the table, nothing in the CSV, null in the record; and nothing that is computed
// from it shows a number either.
void expect_no_number(const Finished& finished, const Scratch& scratch, const std::string& row) {
    const auto line = words(line_with(finished.out, "  " + row + "  "));
    const auto begin = row + " refused -";
    EXPECT_TRUE(line.starts_with(begin)) << finished.out;
    EXPECT_EQ(line.find_first_not_of(" -", begin.size()), line.npos) << line;
    EXPECT_TRUE(words(line_with(finished.out, "  one_call ")).starts_with("one_call 2.00 us -"))
        << finished.out;
    EXPECT_NE(finished.out.find("not judged: a row is as fast as itself"), std::string::npos) << finished.out;
    EXPECT_TRUE(without_numbers(line_with(scratch.csv(), row + ","), row, "refused")) << scratch.csv();

    const auto record = scratch.record();
    EXPECT_TRUE(record.at("complete").get<bool>());
    EXPECT_TRUE(answer(record).is_null()) << answer(record);
    EXPECT_TRUE(record.at("shapes").at(0).at("ratio").is_null());
    for (const auto& point : record.at("points")) {
        if (point.at("name") != row) continue;
        EXPECT_EQ(point.at("status"), "refused");
        EXPECT_TRUE(point.at("summary").is_null());
        return;
    }
    ADD_FAILURE() << "the record has no row " << row;
}

// Runs one row of a program: no number may come out, and `check` must refuse it with this message. On a busy machine
// the same check may refuse it for another reason, or another check alone: then it is run again.
void expect_caught(const std::string& name, const std::string& row, const std::string& check,
                   const std::string& message) {
    const auto refused = "refused by '" + check + "': " + row;
    std::string out;
    for (int run = 0; run < 5; ++run) {
        const Scratch scratch;
        const auto finished =
            run_program(command(name, scratch, {"--variant", row, "--predict", "one_call=2us"}));
        EXPECT_EQ(finished.code, 3) << finished.err;
        expect_no_number(finished, scratch, row);
        out = words(finished.out);
        if (testing::Test::HasFailure()) return;
        if (out.find(refused) != std::string::npos && out.find(message) != std::string::npos) return;
    }
    ADD_FAILURE() << row << ": no run was " << refused << " with '" << message << "', but:\n" << out;
}

// ---- the answer

TEST(PlantedAnswer, Cached) { expect_caught("answers", "cached", "result", "the answer stayed 8386560"); }
TEST(PlantedAnswer, CachedUntilAFlagThatMissesTheChange) {
    expect_caught("answers", "dirty_flag", "result", "the answer stayed 8386560");
}
TEST(PlantedAnswer, OneCallLate) {
    expect_caught("answers", "one_call_late", "result", "the answer stayed 8386560");
}
TEST(PlantedAnswer, HalfDone) {
    expect_caught("answers", "half_done", "result",
                  "the function answers 2096128, and the right answer is 8386560");
}
TEST(PlantedAnswer, RightOnlyTheFirstTime) {
    expect_caught("answers", "only_the_first_time", "result", "timed calls gave another answer");
}
TEST(PlantedAnswer, WrongAtTimes) {
    expect_caught("answers", "wrong_at_times", "result", "timed calls gave another answer");
}
TEST(PlantedAnswer, NotANumber) { expect_caught("answers", "not_a_number", "result", "nan"); }
TEST(PlantedAnswer, Infinite) {
    expect_caught("answers", "infinite", "result", "leaves the right answer at inf");
}
TEST(PlantedAnswer, NoneIsStated) {
    expect_caught("answers", "states_no_answer", "result", "State .expect in the lab");
}
TEST(PlantedAnswer, NoChangeIsStated) {
    expect_caught("answers", "states_no_change", "result", "State .change in the lab");
}
TEST(PlantedAnswer, TheChangeChangesNothing) {
    expect_caught("answers", "change_changes_nothing", "result", "so it proves nothing");
}

// ---- the time

TEST(PlantedTime, Deleted) { expect_caught("times", "deleted", "possible", "faster than the floor"); }
TEST(PlantedTime, FoldedFromAConstant) {
    expect_caught("times", "folded", "possible", "faster than the floor");
}
TEST(PlantedTime, FoldedWhereNoFloorIsStated) {
    expect_caught("times", "folded_without_floor", "call", "The lab states no floor");
}
TEST(PlantedTime, HoistedOutOfALoopOfTheLab) {
    expect_caught("times", "hoisted", "scales", "ten times the work takes 5 to 20 times as long");
}
TEST(PlantedTime, RepeatsThatShareTheirWork) {
    expect_caught("times", "shared_repeats", "scales", "The repeats share some of their work");
}
TEST(PlantedTime, ReplayedFromAMemoryOfAnswers) {
    expect_caught("times", "replayed", "possible", "faster than the floor");
}
TEST(PlantedTime, PrefetchedByTheChange) {
    expect_caught("times", "prefetched_by_change", "possible", "faster than the floor");
}
TEST(PlantedTime, DoneByThePreparation) {
    expect_caught("times", "done_by_before", "clock", "So short a sample times the clock");
}
TEST(PlantedTime, LaterCallsFindLessToDo) {
    expect_caught("times", "eats_its_input", "possible", "faster than the floor");
}
TEST(PlantedTime, SkipsItsWait) {
    expect_caught("times", "skips_its_wait", "possible", "the lab's own floor");
}
TEST(PlantedTime, ThousandsOfPageFaults) {
    expect_caught("times", "first_touch", "faults", "page faults of about");
}
TEST(PlantedTime, ThousandsOfPageFaultsInAThreadOfItsOwn) {
    expect_caught("times", "first_touch_in_a_thread", "faults", "page faults of about");
}
TEST(PlantedTime, MoreItemsThanAnyMachineCanDo) {
    expect_caught("times", "too_many_items", "possible", "1.68e7 items in");
}
TEST(PlantedTime, TooShortForTheClock) { expect_caught("times", "too_short", "clock", "clock reads of"); }
TEST(PlantedTime, NoFloorIsStated) {
    expect_caught("times", "states_no_floor", "possible", "State .bytes loaded or dependent .steps");
}

// ---- the place

TEST(PlantedPlace, TwoCpusThatAreOne) {
    expect_caught("places", "two_cpus_that_are_one", "granted", "two of the threads share CPU");
}
TEST(PlantedPlace, ATeamThatRests) {
    expect_caught("places", "a_team_that_rests", "granted", "a call did not run it");
}
TEST(PlantedPlace, AThreadThatIsNoTeamDoesTheWork) {
    if (!std::ifstream("/proc/thread-self/schedstat")) return;  // then it is told that nobody knows
    expect_caught("places", "others_do_the_work", "awake", "the lab must use lab::Team");
}
TEST(PlantedPlace, HugePagesThatAreSmall) {
    expect_caught("places", "huge_pages_that_are_small", "granted", "huge pages back 0 B of 8 MiB");
}

TEST(PlantedPlace, TheThreadMovesAway) {
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1) {
        expect_caught("places", "moves_away", "granted", "was asked for, and the thread ran on CPU");
    } else {
        const Scratch scratch;  // nowhere to move to: the program must say so
        EXPECT_EQ(run_program(command("places", scratch, {"--variant", "moves_away"})).code, 3);
    }
}

TEST(PlantedPlace, CompetitorsOnTheSameCpu) {
    if (std::ifstream("/proc/thread-self/schedstat")) {
        expect_caught("places", "competitors", "alone", "Another program runs on this CPU");
    } else {
        const Scratch scratch;  // the kernel does not tell: no silence about it
        const auto finished = run_program(command("places", scratch, {"--variant", "competitors"}));
        EXPECT_NE(finished.out.find("warned by 'alone'"), std::string::npos) << finished.out;
    }
}

TEST(PlantedPlace, ACpuThatIsNotAllowed) {
    const Scratch scratch;
    const auto finished = run_program(command("honest", scratch, {"--cpu", "4095"}));
    EXPECT_EQ(finished.code, 2);
    EXPECT_NE(finished.err.find("CPU 4095 is not allowed for this process; allowed "), std::string::npos)
        << finished.err;
    EXPECT_TRUE(scratch.files(".json").empty()) << "nothing was measured";
}

// ---- the build

void expect_build_refused(const std::vector<std::string>& words, const Scratch& scratch,
                          const std::string& why) {
    const auto finished = run_program(words);
    EXPECT_EQ(finished.code, 3) << finished.out << finished.err;
    EXPECT_NE(finished.err.find("refused by 'build': " + why), std::string::npos) << finished.err;
    EXPECT_EQ(finished.out.find("min"), std::string::npos) << "there is no table: " << finished.out;
    EXPECT_TRUE(scratch.files(".json").empty()) << "nothing was measured";
}

TEST(PlantedBuild, Unoptimised) {
    const Scratch scratch;
    expect_build_refused(command("unoptimised", scratch), scratch,
                         "the lab was built without optimisation (-O0)");
}

#ifdef PLANTED_SANITIZED
TEST(PlantedBuild, Sanitized) {
    const Scratch scratch;
    expect_build_refused(command("sanitized", scratch), scratch, "the address sanitizer is built in");
}
#endif

TEST(PlantedBuild, WithAClockThatALibraryChanges) {
    const Scratch scratch;
    auto words = command("honest", scratch);
    // LD_PRELOAD ends a name at a blank, so the folder stands apart.
    const std::filesystem::path clock = PLANTED_CLOCK;
    words.insert(words.begin(), {"env", "LD_LIBRARY_PATH=" + clock.parent_path().string(),
                                 "LD_PRELOAD=" + clock.filename().string()});
    expect_build_refused(words, scratch, "the program runs under a library that changes the clock");
}

#ifdef PLANTED_VALGRIND
TEST(PlantedBuild, UnderValgrind) {
    const Scratch scratch;
    auto words = command("honest", scratch);
    words.insert(words.begin(), {PLANTED_VALGRIND, "--tool=none", "--quiet"});
    expect_build_refused(words, scratch, "the program runs under valgrind");
}
#endif

// ---- a lab about a lie

TEST(DeclaredLie, ThatIsNotCaughtFailsTheLab) {
    const Scratch scratch;
    const auto finished = run_program(
        command("honest", scratch, {"--variant", "lie_that_is_none", "--predict", "one_call=2us"}));
    EXPECT_EQ(finished.code, 3);
    EXPECT_NE(finished.out.find("refused by 'lie': lie_that_is_none"), std::string::npos) << finished.out;
    EXPECT_NE(finished.out.find("bound: refused by possible"), std::string::npos) << finished.out;
    expect_no_number(finished, scratch, "lie_that_is_none");
}

// On a busy machine `alone` may refuse an honest row too: then the words must say so.
void expect_fine_or_not_alone(const Finished& finished) {
    if (finished.out.find("refused by 'alone'") == std::string::npos) {
        EXPECT_EQ(finished.code, 0) << finished.out << finished.err;
    } else {
        EXPECT_EQ(finished.code, 3) << finished.out << finished.err;
    }
}

TEST(DeclaredLie, ThatIsCaughtIsMarkedAndIsNoResult) {
    const Scratch scratch;
    const auto finished = run_program(
        command("honest", scratch, {"--variant", "lie_that_is_caught", "--predict", "one_call=2us"}));
    expect_fine_or_not_alone(finished);
    if (finished.code == 0) {
        EXPECT_TRUE(line_with(finished.out, "  lie_that_is_caught ").ends_with("not a result"))
            << finished.out;
        EXPECT_NE(finished.out.find("caught by 'possible': lie_that_is_caught"), std::string::npos)
            << finished.out;
        EXPECT_EQ(scratch.record().at("points").back().at("status"), "not a result");
    }
    const auto line = line_with(scratch.csv(), "lie_that_is_caught,");
    EXPECT_TRUE(without_numbers(line, "lie_that_is_caught", finished.code == 0 ? "not a result" : "refused"))
        << line;
    EXPECT_TRUE(answer(scratch.record()).is_null());
}

TEST(DeclaredLie, ThatMayBeTrueIsAResultWhenItIs) {
    const Scratch scratch;
    const auto finished = run_program(command("honest", scratch, {"--variant", "lie_that_may_be_true"}));
    expect_fine_or_not_alone(finished);
    EXPECT_EQ(finished.out.find("not a result"), std::string::npos);
}

}  // namespace

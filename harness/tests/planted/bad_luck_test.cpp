// Runs an honest lab with bad requests and bad luck: a clear message, the right exit code, and nothing is lost.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "harness/tests/planted/run_program.hpp"

namespace {

using lab::testing::Finished;
using lab::testing::run_on_terminal;
using lab::testing::run_program;
using lab::testing::Scratch;

std::vector<std::string> honest(const std::string& notebook, std::vector<std::string> more = {}) {
    std::vector<std::string> words{std::string(PLANTED_PROGRAMS) + "/planted_honest",
                                   "--budget",
                                   "0.05",
                                   "--rounds",
                                   "3",
                                   "--notebook",
                                   notebook};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::vector<std::string> honest(const Scratch& scratch, std::vector<std::string> more = {}) {
    return honest(scratch.path().string(), std::move(more));
}

void expect_says(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << "not said: " << words << "\nbut: " << text;
}

// Fine, or 3 because on a busy machine `alone` may refuse any row. `otherwise` stands for 0 where saving must fail.
void expect_code(const Finished& finished, int otherwise = 0) {
    EXPECT_TRUE(finished.code == otherwise || finished.code == 3) << finished.code << '\n'
                                                                  << finished.out << finished.err;
}

// ---- bad requests: exit code 2, nothing measured, nothing written

void expect_bad_request(const std::vector<std::string>& more, const std::string& words) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, more));
    EXPECT_EQ(finished.code, 2) << finished.out << finished.err;
    expect_says(finished.err, words);
    expect_says(finished.err, "Nothing was measured.");
    EXPECT_TRUE(scratch.files(".json").empty());
    EXPECT_EQ(finished.out.find("p50"), std::string::npos) << finished.out;
}

TEST(BadRequest, AnUnknownOptionNamesTheNearest) {
    expect_bad_request({"--elemnts", "5"}, "did you mean --elements?");
}
TEST(BadRequest, AnUnknownVariantNamesTheNearest) {
    expect_bad_request({"--variant", "sun"}, "--variant: no row is called 'sun'; did you mean 'sum'?");
}
TEST(BadRequest, AnUnknownRowToCallNamesTheNearest) {
    expect_bad_request({"--call", "sun"}, "--call: no row is called 'sun'; did you mean 'sum'?");
}
TEST(BadRequest, AnUnknownUnitNamesTheNearest) {
    expect_bad_request({"--predict", "one_call=3mss"}, "did you mean ms?");
}
TEST(BadRequest, AUnitOfAnotherKindIsNamed) {
    expect_bad_request({"--predict", "one_call=3MB"}, "is a size in bytes");
}
TEST(BadRequest, AnUnknownPredictionNamesTheNearest) {
    expect_bad_request({"--predict", "onecall=3us"}, "did you mean 'one_call'?");
}
TEST(BadRequest, ASizeOfZero) { expect_bad_request({"--elements", "0"}, "is zero"); }
TEST(BadRequest, ANegativeSize) { expect_bad_request({"--elements", "-1"}, "is negative"); }
TEST(BadRequest, ASizeThatOverflows) {
    expect_bad_request({"--elements", "1e30"}, "does not fit into 64 bits");
}
TEST(BadRequest, AnEarlierPredictionThatThereIsNot) {
    expect_bad_request({"--again"}, "there are no earlier predictions");
}

TEST(BadLuck, NotEnoughMemoryIsSaidBeforeItIsTouched) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--elements", "1Ti"}));
    EXPECT_EQ(finished.code, 2) << finished.out << finished.err;
    expect_says(finished.err, "8 TiB");
    expect_says(finished.err, "Nothing was measured.");
}

TEST(BadLuck, ALimitOnAddressSpaceIsNamed) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--elements", "64Mi"}), [] {
        const rlimit limit{200UL << 20U, 200UL << 20U};
        setrlimit(RLIMIT_AS, &limit);
    });
    EXPECT_EQ(finished.code, 2) << finished.out << finished.err;
    expect_says(finished.err, "ulimit -v");
}

TEST(BadLuck, OneCpuWhereTwoAreNeeded) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--mode", "needs_two_cpus"}), [] {
        cpu_set_t one;
        sched_getaffinity(0, sizeof one, &one);
        int kept = 0;
        while (!CPU_ISSET(kept, &one)) ++kept;
        CPU_ZERO(&one);
        CPU_SET(kept, &one);
        sched_setaffinity(0, sizeof one, &one);
    });
    EXPECT_EQ(finished.code, 3);
    expect_says(finished.err, "it needs two CPUs, and ");
    EXPECT_EQ(finished.out.find("p50"), std::string::npos) << finished.out;
}

// ---- where the output goes

TEST(Output, WithoutATerminalNothingIsAskedAndNoLineIsRewritten) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch));
    expect_code(finished);
    EXPECT_EQ(finished.err.find("Predict first"), std::string::npos) << finished.err;
    EXPECT_EQ((finished.out + finished.err).find('\r'), std::string::npos);
    EXPECT_EQ((finished.out + finished.err).find('\033'), std::string::npos);
    expect_says(finished.out, "next   ./lab ");  // what, depends on whether another program had the CPU
}

TEST(Output, JsonIsTheRecordAndNothingElse) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--format", "json", "--predict", "one_call=2us",
                                                       "--because", "\"32 KiB\", one load a cycle"}));
    expect_code(finished);
    const auto printed = nlohmann::json::parse(finished.out, nullptr, false);
    ASSERT_TRUE(printed.is_object()) << finished.out;
    EXPECT_EQ(printed, scratch.record());
    EXPECT_EQ(printed.at("chapter"), "planted");
    EXPECT_EQ(printed.at("predictions").at(0).at("value"), 2000);
    EXPECT_EQ(printed.at("predictions").at(0).at("because"), "\"32 KiB\", one load a cycle");
    EXPECT_EQ(printed.at("order").size(), 3U);
    EXPECT_EQ(printed.at("points").at(0).at("samples").size(), 3U);
}

TEST(Output, CsvHasOneLineForEachRow) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--format", "csv"}));
    expect_code(finished);
    EXPECT_EQ(finished.out, scratch.csv());
    std::istringstream lines(finished.out);
    std::string head, row, more;
    std::getline(lines, head);
    std::getline(lines, row);
    EXPECT_EQ(head, "name,x,status,calls,min_ns,p50_ns,p99_ns,max_ns,mad_ns,p50_ns_per_item");
    EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(head.begin(), head.end(), ','));
    EXPECT_FALSE(std::getline(lines, more));
}

TEST(Output, IntoAClosedPipeLosesNothing) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch), [] {
        int ends[2];
        if (pipe(ends) == 0) dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
    });
    expect_code(finished, 1);
    expect_says(finished.err, "standard output can't be written to; the results are in ");
    EXPECT_TRUE(scratch.record().at("complete").get<bool>());
}

TEST(Output, OntoAFullDiskLosesNothing) {
    const Scratch scratch;
    const auto finished =
        run_program(honest(scratch), [] { dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO); });
    expect_code(finished, 1);
    expect_says(finished.err, "standard output can't be written to; the results are in ");
    EXPECT_TRUE(scratch.record().at("complete").get<bool>());
}

TEST(Output, ThatIsClosedDoesNotLandInTheRecord) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch), [] {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
    });
    expect_code(finished, 1);
    EXPECT_TRUE(scratch.record().at("complete").get<bool>());
}

// ---- where the record goes

TEST(Notebook, ThatCanNotBeMadeLeavesTheResultsOnTheScreen) {
    const Scratch scratch;
    const auto file = scratch.path() / "file";
    std::ofstream(file) << "not a directory\n";
    for (const auto& notebook : {file.string(), std::string("/proc/notebook")}) {
        const auto finished = run_program(honest(notebook));
        expect_code(finished, 1);
        expect_says(finished.err, "the results reach only this screen");
        expect_says(finished.err, "the results were not saved");
        expect_says(finished.out, "p50");
        EXPECT_EQ(finished.out.find("saved  "), std::string::npos) << finished.out;
    }
}

TEST(Notebook, OnAFullDiskLeavesTheResultsOnTheScreen) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch), [] {
        const rlimit limit{100, 100};  // no file grows longer: the same error path as a full disk
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    expect_code(finished, 1);
    expect_says(finished.err, "the results were not saved");
    expect_says(finished.out, "p50");
    EXPECT_TRUE(scratch.files(".json").empty());
    EXPECT_TRUE(scratch.files(".part").empty()) << "half a file is left behind";
}

TEST(Notebook, TwoRunsAtOnceWriteTwoRecords) {
    const Scratch scratch;
    std::thread other([&] { expect_code(run_program(honest(scratch))); });
    expect_code(run_program(honest(scratch)));
    other.join();
    EXPECT_EQ(scratch.files(".json").size(), 2U);
    EXPECT_EQ(scratch.files(".csv").size(), 2U);
}

// ---- interruptions

TEST(Interrupted, ByCtrlCKeepsWhatWasMeasured) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--variant", "ctrl_c", "--predict", "one_call=2us"}));
    EXPECT_EQ(finished.code, 130) << finished.err;
    EXPECT_EQ(finished.out.find("p50"), std::string::npos) << finished.out;
    // How many rounds were over is not fixed: a visit that a competitor spoils is taken again, with a change of its own.
    expect_says(finished.err, " of 3 rounds; what was measured is in " + scratch.path().string());
    const auto record = scratch.record();
    EXPECT_FALSE(record.at("complete").get<bool>());
    EXPECT_TRUE(record.at("interrupted").get<bool>());
    EXPECT_EQ(record.at("predictions").at(0).at("value"), 2000);
    EXPECT_LT(record.at("points").at(0).at("samples").size(), 3U);
}

TEST(Interrupted, ByASecondCtrlCEndsAtOnceAndKeepsThePredictions) {
    const Scratch scratch;
    const auto finished =
        run_program(honest(scratch, {"--variant", "ctrl_c_twice", "--predict", "one_call=2us"}));
    EXPECT_EQ(finished.code, 130) << finished.err;
    EXPECT_EQ(scratch.record().at("predictions").at(0).at("value"), 2000);
    EXPECT_FALSE(scratch.record().at("complete").get<bool>());
}

TEST(Interrupted, ByKill9LeavesEveryRecordReadable) {
    const Scratch scratch;
    expect_code(run_program(honest(scratch)));
    EXPECT_TRUE(scratch.record().at("complete").get<bool>());
    const auto finished = run_program(honest(scratch, {"--variant", "kill_9", "--predict", "one_call=2us"}));
    EXPECT_EQ(finished.code, 128 + SIGKILL);
    const auto files = scratch.files(".json");
    ASSERT_EQ(files.size(), 2U);
    int complete = 0;
    for (const auto& file : files) {
        std::ifstream in(file);
        const auto record = nlohmann::json::parse(in, nullptr, false);
        ASSERT_TRUE(record.is_object()) << file;
        complete += record.at("complete").get<bool>() ? 1 : 0;
    }
    EXPECT_EQ(complete, 1);
}

TEST(Interrupted, ByAnExceptionInTheMeasurementIsAnInternalError) {
    const Scratch scratch;
    const auto finished =
        run_program(honest(scratch, {"--variant", "throws_inside", "--predict", "one_call=2us"}));
    EXPECT_EQ(finished.code, 1);
    expect_says(finished.err, "internal error: planted");
    EXPECT_EQ(scratch.record().at("predictions").at(0).at("value"), 2000);
}

TEST(Interrupted, ByAnExceptionAfterTheMeasurementKeepsTheSamples) {
    const Scratch scratch;
    const auto finished = run_program(honest(scratch, {"--variant", "throws_after"}));
    EXPECT_EQ(finished.code, 1);
    expect_says(finished.err, "internal error: planted");
    expect_says(finished.err, "The samples are kept");
    EXPECT_EQ(scratch.record().at("points").at(0).at("samples").size(), 3U);
    EXPECT_FALSE(scratch.record().at("complete").get<bool>());
}

// ---- a conversation on a terminal

TEST(Terminal, AsksMeasuresAndLeavesNoLineBehind) {
    const Scratch scratch;
    const auto finished = run_on_terminal(honest(scratch), {{"time of one call, in us: ", "soon\n"},
                                                            {"time of one call, in us: ", "2\n"},
                                                            {"numbers in one call: ", "\n"},
                                                            {"why do you think so? ", "one load a cycle\n"}});
    expect_code(finished);
    expect_says(finished.out, "does not begin with a number");
    const auto record = scratch.record();
    EXPECT_EQ(record.at("predictions").at(0).at("value"), 2000);
    EXPECT_EQ(record.at("predictions").at(0).at("because"), "one load a cycle");
    EXPECT_TRUE(record.at("predictions").at(1).at("value").is_null());
    EXPECT_TRUE(finished.out.ends_with("\n"));
}

TEST(Terminal, CtrlDLeavesTheRestUnpredictedAndMeasures) {
    const Scratch scratch;
    const auto finished = run_on_terminal(honest(scratch), {{"time of one call, in us: ", "\x04"}});
    expect_code(finished);
    expect_says(finished.out, "p50");
    EXPECT_TRUE(scratch.record().at("complete").get<bool>());
}

TEST(Terminal, CtrlCAtAPromptKeepsWhatWasTypedAndOffersItAgain) {
    const Scratch scratch;
    const auto stopped = run_on_terminal(
        honest(scratch), {{"time of one call, in us: ", "2\n"}, {"numbers in one call: ", "\x03"}});
    EXPECT_EQ(stopped.code, 130) << stopped.out;
    expect_says(stopped.out, "interrupted; nothing was measured. Your predictions are kept: run it again.");
    EXPECT_EQ(scratch.record().at("predictions").at(0).at("value"), 2000);
    EXPECT_FALSE(scratch.record().at("complete").get<bool>());

    const auto again = run_on_terminal(
        honest(scratch),
        {{"Use them? [Y/n] ", "\n"}, {"numbers in one call: ", "4096\n"}, {"why do you think so? ", "\n"}});
    expect_code(again);
    expect_says(again.out, "one_call = 2.00 us");
    EXPECT_EQ(scratch.files(".json").size(), 2U);
}

TEST(Terminal, CtrlCAtTheFirstPromptWritesNothing) {
    const Scratch scratch;
    const auto stopped = run_on_terminal(honest(scratch), {{"time of one call, in us: ", "\x03"}});
    EXPECT_EQ(stopped.code, 130) << stopped.out;
    EXPECT_TRUE(scratch.files(".json").empty());
}

TEST(Terminal, CtrlCInTheMeasurementWipesTheProgressLine) {
    const Scratch scratch;
    auto words = honest(scratch, {"--no-predict"});
    words[2] = "120";  // ten times as long as the terminal waits for the line
    words[4] = "1000";
    const auto stopped = run_on_terminal(words, {{" of 1000 done", "\x03"}});
    EXPECT_EQ(stopped.code, 130) << stopped.out;
    const auto last_line = stopped.out.rfind("round ");
    EXPECT_NE(stopped.out.find("\r\033[K", last_line), std::string::npos)
        << "the line is wiped after it was last shown";
    expect_says(stopped.out, "planted_honest: interrupted after ");
    EXPECT_TRUE(stopped.out.ends_with("\n"));
}

}  // namespace

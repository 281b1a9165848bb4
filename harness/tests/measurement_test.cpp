// Tests how one row is measured and judged: with a fake clock, work of a known length and a fake witness.
#include "harness/measurement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/tests/fake_clock.hpp"
#include "harness/tests/not_numbers.hpp"

namespace {

using lab::testing::nan;

using lab::Answer;
using lab::Outcome;
using lab::Point;
using lab::Status;
using lab::testing::FakeClock;

const lab::SamplePlan plan{.target_ns = 100'000, .visit_ns = 1'000'000};
const lab::Surroundings quiet{.clock_read_ns = 30, .fault_ns = 500, .ghz = 3, .cpu = 1, .pin_error = {}};

// Sums an array; what a test plants is in `answer`. One call takes 1,000 ns.
struct Experiment {
    FakeClock clock;
    std::vector<std::uint64_t> data{1, 2, 3, 4};
    int calls = 0;
    int changes = 0;
    std::int64_t call_ns = 1000;
    std::function<std::uint64_t()> answer = [this] { return right(); };
    Point point;

    Experiment() {
        point.name = "sum";
        point.work = {.bytes = 32, .expect = 10, .change = [this] {
                          ++changes;
                          data[0] ^= 1U;
                          return right();
                      }};
        point.subject = lab::make_subject([this] {
            ++calls;
            clock.advance(call_ns);
            return answer();
        });
    }
    [[nodiscard]] std::uint64_t right() const { return data[0] + data[1] + data[2] + data[3]; }
};

// Tells what it was told to tell, one delay for each try.
class FakeWitness final : public lab::Witness {
public:
    explicit FakeWitness(std::vector<double> delays = {0}) : delays_(std::move(delays)) {}
    void start() override { ++starts; }
    void stop(lab::Visit& visit) override {
        visit.run_delay_ns = delays_[std::min(stops++, delays_.size() - 1)];
        visit.asleep_ns = asleep_ns;
        visit.minor_faults = faults;
        visit.cpu = cpu;
    }
    int starts = 0;
    std::size_t stops = 0;
    double faults = 0;
    double asleep_ns = 0;
    int cpu = 1;

private:
    std::vector<double> delays_;
};

void calibrate(Experiment& experiment, FakeWitness witness = FakeWitness()) {
    lab::calibrate_point(experiment.point, experiment.clock, witness, plan);
}

// All of it: what Lab::run does with one row.
void measure(Experiment& experiment, FakeWitness& witness, int rounds = 7,
             const lab::Surroundings& around = quiet) {
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    for (int round = 0; round < rounds; ++round)
        experiment.point.visits.push_back(lab::visit_point(experiment.point, experiment.clock, witness));
    lab::judge_point(experiment.point, around);
}

const lab::Verdict& verdict(const Point& point, const std::string& check) {
    for (const auto& one : point.verdicts)
        if (one.check == check) return one;
    throw std::logic_error("no verdict of " + check);
}

bool refused(const Point& point, const std::string& check) {
    return verdict(point, check).outcome == Outcome::refused;
}

// ---- the proof of the answer

TEST(ProveAnswer, CallsAsBuiltChangedAndChangedBack) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    const auto& evidence = experiment.point.result;
    EXPECT_EQ(experiment.calls, 3);
    EXPECT_EQ(experiment.changes, 2);
    EXPECT_EQ(*evidence.first, Answer(10));
    EXPECT_TRUE(evidence.change_tried);
    EXPECT_EQ(*evidence.expected_after_change, Answer(9));
    EXPECT_EQ(*evidence.answer_after_change, Answer(9));
    EXPECT_TRUE(evidence.restored);
    EXPECT_EQ(experiment.clock.reads, 2) << "the first call is timed, and nothing else";
    EXPECT_DOUBLE_EQ(experiment.point.first_call_ns, 1000);
}

TEST(ProveAnswer, WithoutAChangeSaysThatNoneWasTried) {
    Experiment experiment;
    experiment.point.work.change = {};
    experiment.point.work.unchanging = "the input is a constant of nature";
    lab::prove_answer(experiment.point, experiment.clock);
    EXPECT_EQ(experiment.calls, 1);
    EXPECT_FALSE(experiment.point.result.change_tried);
    EXPECT_EQ(experiment.point.result.unchanging, "the input is a constant of nature");
}

TEST(ProveAnswer, PreparesBeforeEachCallAndAfterEachChange) {
    Experiment experiment;
    std::string order;
    const auto change = experiment.point.work.change;
    experiment.point.work.change = [&] {
        order += 'c';
        return change();
    };
    experiment.point.work.before = [&] { order += 'b'; };
    experiment.answer = [&] {
        order += 'w';
        return experiment.right();
    };
    lab::prove_answer(experiment.point, experiment.clock);
    EXPECT_EQ(order, "bwcbwcbw");
}

TEST(ProveAnswer, AChangeThatIsNotTakenBackIsNotRestored) {
    Experiment experiment;
    experiment.point.work.change = [&] {
        ++experiment.data[0];
        return experiment.right();
    };
    lab::prove_answer(experiment.point, experiment.clock);
    EXPECT_FALSE(experiment.point.result.restored);
}

// ---- calibration of a row

TEST(CalibratePoint, MakesSamplesOfManyCallsAsLongAsThePlanSays) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    EXPECT_EQ(experiment.point.calls, 111U) << "100 us and a tenth to spare";
    EXPECT_DOUBLE_EQ(experiment.point.call_ns, 1000);
    EXPECT_EQ(experiment.point.samples_per_visit, 9);
    EXPECT_FALSE(experiment.point.scaled_1_ns);
}

TEST(CalibratePoint, ASampleIsOneCallWhereEachNeedsPreparationOrIsTheSubject) {
    for (const bool prepared : {true, false}) {
        Experiment experiment;
        int preparations = 0;
        if (prepared)
            experiment.point.work.before = [&] { ++preparations; };
        else
            experiment.point.work.single_calls = true;
        lab::prove_answer(experiment.point, experiment.clock);
        preparations = 0;
        calibrate(experiment);
        EXPECT_EQ(experiment.point.calls, 1U);
        EXPECT_DOUBLE_EQ(experiment.point.call_ns, 1000);
        EXPECT_EQ(experiment.point.samples_per_visit, 200);
        EXPECT_EQ(preparations, prepared ? 3 : 0) << "the best of three";
    }
}

TEST(CalibratePoint, TheLabMayFixTheNumberOfSamples) {
    Experiment experiment;
    experiment.point.work.samples = 2;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    EXPECT_EQ(experiment.point.samples_per_visit, 2);
}

TEST(CalibratePoint, AFunctionWithItsOwnLoopIsTimedOnceAndTenTimes) {
    Experiment experiment;
    experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {
        experiment.clock.advance(static_cast<std::int64_t>(repeats.count) * 1000);
        return experiment.right() * repeats.count;
    });
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    EXPECT_DOUBLE_EQ(*experiment.point.scaled_1_ns, 111'000);
    EXPECT_DOUBLE_EQ(*experiment.point.scaled_10_ns, 1'110'000);
}

TEST(CalibratePoint, ABusyMomentDoesNotSpoilTheScale) {
    Experiment experiment;
    int long_samples = 0;
    experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {
        const bool spoilt =
            repeats.count == 1110 && ++long_samples <= 3;  // the first three of ten times the work
        experiment.clock.advance(static_cast<std::int64_t>(repeats.count) * (spoilt ? 9000 : 1000));
        return experiment.right() * repeats.count;
    });
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    EXPECT_EQ(long_samples, 6);
    EXPECT_DOUBLE_EQ(*experiment.point.scaled_10_ns, 1'110'000);
}

// Sees how long the work said that it waited.
struct Waiting final : lab::Witness {
    double ns = 0;
    void start() override { ns = 0; }
    void stop(lab::Visit& visit) override { visit.run_delay_ns = ns; }
};

TEST(CalibratePoint, WaitingForTheCpuIsNoWorkOnTheScale) {
    for (const bool seen : {false, true}) {
        Experiment experiment;
        Waiting waiting;
        experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {
            experiment.clock.advance(static_cast<std::int64_t>(repeats.count) * 1000);
            if (repeats.count == 1110) {  // so long a call never has the CPU for itself
                experiment.clock.advance(9'000'000);
                if (seen) waiting.ns += 9'000'000;
            }
            return experiment.right() * repeats.count;
        });
        lab::prove_answer(experiment.point, experiment.clock);
        lab::calibrate_point(experiment.point, experiment.clock, waiting, plan);
        EXPECT_DOUBLE_EQ(*experiment.point.scaled_1_ns, 111'000);
        EXPECT_DOUBLE_EQ(*experiment.point.scaled_10_ns, seen ? 1'110'000 : 10'110'000);
    }
}

TEST(CalibratePoint, WaitingBesideTheTimedPartIsNotTakenOffIt) {
    Experiment experiment;
    Waiting waiting;
    experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {
        experiment.clock.advance(static_cast<std::int64_t>(repeats.count) * 1000);
        return experiment.right() * repeats.count;
    });
    experiment.point.work.before = [&] {
        experiment.clock.advance(500);
        waiting.ns += 500;
    };
    lab::prove_answer(experiment.point, experiment.clock);
    lab::calibrate_point(experiment.point, experiment.clock, waiting, plan);
    EXPECT_DOUBLE_EQ(*experiment.point.scaled_1_ns, 1000);
    EXPECT_DOUBLE_EQ(*experiment.point.scaled_10_ns, 10'000);
}

TEST(CalibratePoint, ALoopThatWasHoistedIsNotCalledAMillionTimes) {
    Experiment experiment;
    std::int64_t calls = 0;
    experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {
        ++calls;
        experiment.clock.advance(1000);
        return experiment.right() * repeats.count;
    });
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    EXPECT_LT(calls, 200);
    EXPECT_FALSE(experiment.point.single_call_ns) << "the scale says it already";
}

// ---- a visit

TEST(Visit, ChangesTheInputOnceThenWarmsUpThenSamples) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    experiment.calls = experiment.changes = 0;
    FakeWitness witness;
    const auto first = lab::visit_point(experiment.point, experiment.clock, witness);
    EXPECT_EQ(experiment.changes, 1);
    EXPECT_EQ(experiment.calls, 1 + 9 * 111);
    EXPECT_EQ(first.samples, std::vector<double>(9, 1000));
    EXPECT_DOUBLE_EQ(first.timed_ns, 9 * 111'000);
    EXPECT_EQ(first.wrong, 0U);
    EXPECT_EQ(first.retaken, 0);
    EXPECT_EQ(witness.starts, 1);
    EXPECT_EQ(experiment.data[0], 0U);
    lab::visit_point(experiment.point, experiment.clock, witness);
    EXPECT_EQ(experiment.data[0], 1U) << "the next visit toggles it back";
}

TEST(Visit, AnAnswerOfAnEarlierVisitIsWrongInThisOne) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    experiment.answer = [] { return 10U; };  // kept from the first call
    FakeWitness witness;
    EXPECT_EQ(lab::visit_point(experiment.point, experiment.clock, witness).wrong, 1U + 9U * 111U)
        << "the warm-up call and every timed call";
    EXPECT_EQ(*experiment.point.result.wrong, Answer(10));
    EXPECT_EQ(lab::visit_point(experiment.point, experiment.clock, witness).wrong, 0U)
        << "here it is right by chance";
}

TEST(Visit, IsTakenAgainWhenACompetitorHadTheCpu) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    experiment.changes = 0;
    FakeWitness disturbed_once({600'000, 0});
    EXPECT_EQ(lab::visit_point(experiment.point, experiment.clock, disturbed_once).retaken, 1);
    EXPECT_EQ(experiment.changes, 2) << "each try changes the input";

    FakeWitness disturbed_always({600'000, 700'000, 800'000, 900'000});
    const auto last = lab::visit_point(experiment.point, experiment.clock, disturbed_always);
    EXPECT_EQ(last.retaken, 2) << "at most twice";
    EXPECT_EQ(last.run_delay_ns, 800'000) << "the last try counts";
}

TEST(Visit, AWrongAnswerOfATryTakenAgainStaysWrong) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    const auto honest = experiment.answer;
    const auto calls_before = experiment.calls;
    experiment.answer = [&, honest] { return honest() + (experiment.calls == calls_before + 3 ? 1U : 0U); };
    FakeWitness disturbed_once({600'000, 0});
    const auto visit = lab::visit_point(experiment.point, experiment.clock, disturbed_once);
    EXPECT_EQ(visit.retaken, 1);
    EXPECT_EQ(visit.wrong, 1U);
}

TEST(Visit, IsNotTakenAgainAtTheBoundOrWhereTheKernelDoesNotTell) {
    for (const double delay : {0.05 * 9 * 111'000, nan}) {
        Experiment experiment;
        lab::prove_answer(experiment.point, experiment.clock);
        calibrate(experiment);
        FakeWitness witness({delay});
        EXPECT_EQ(lab::visit_point(experiment.point, experiment.clock, witness).retaken, 0);
    }
}

TEST(Visit, ALongCallWarmsUpByItself) {
    Experiment experiment;
    experiment.call_ns = 200'000'000;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    experiment.calls = 0;
    FakeWitness witness;
    lab::visit_point(experiment.point, experiment.clock, witness);
    EXPECT_EQ(experiment.calls, 1);
}

// ---- the judgement

TEST(JudgePoint, HonestWorkIsMeasured) {
    Experiment experiment;
    FakeWitness witness;
    measure(experiment, witness);
    const auto& point = experiment.point;
    EXPECT_EQ(point.status, Status::measured) << point.why;
    EXPECT_EQ(point.summary->n, 63U);
    EXPECT_DOUBLE_EQ(point.summary->p50, 1000);
    EXPECT_EQ(point.result.calls, 63U * 111U);
    EXPECT_EQ(point.round_medians(), std::vector<double>(7, 1000));
    for (const auto& one : point.verdicts)
        EXPECT_EQ(one.outcome, Outcome::passed) << one.check << ": " << one.seen;
}

TEST(JudgePoint, ARowThatWasNotVisitedIsNotRun) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    lab::judge_point(experiment.point, quiet);
    EXPECT_EQ(experiment.point.status, Status::not_run);
    EXPECT_TRUE(experiment.point.verdicts.empty());
}

TEST(JudgePoint, ACachedAnswerIsRefused) {
    Experiment experiment;
    experiment.answer = [] { return 10U; };
    FakeWitness witness;
    measure(experiment, witness);
    EXPECT_TRUE(refused(experiment.point, "result"));
    EXPECT_EQ(experiment.point.status, Status::refused);
    EXPECT_TRUE(experiment.point.why.starts_with("result: ")) << experiment.point.why;
}

TEST(JudgePoint, ADeletedFunctionIsRefused) {
    Experiment experiment;
    experiment.point.work.bytes = 1e9;
    FakeWitness witness;
    measure(experiment, witness);
    EXPECT_TRUE(refused(experiment.point, "possible"));
}

TEST(JudgePoint, AHoistedLoopIsRefused) {
    Experiment experiment;
    experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {
        experiment.clock.advance(1000);
        return experiment.right() * repeats.count;
    });
    experiment.point.work.bytes = 0;
    experiment.point.work.no_floor = "the test is about scales";
    FakeWitness witness;
    measure(experiment, witness, 1);
    EXPECT_TRUE(refused(experiment.point, "scales"));
}

TEST(JudgePoint, ShortSamplesAreRefusedButForSingleCalls) {
    for (const bool single : {false, true}) {
        Experiment experiment;
        experiment.point.work.single_calls = single;
        if (!single) experiment.point.work.before = [] {};
        FakeWitness witness;
        measure(experiment, witness);
        EXPECT_EQ(refused(experiment.point, "clock"), !single);
        if (single) {
            EXPECT_NE(verdict(experiment.point, "clock").seen.find("3.0 %"), std::string::npos)
                << verdict(experiment.point, "clock").seen;
        }
    }
}

TEST(JudgePoint, ACallHardlyLongerThanAnEmptyOneIsTold) {
    for (const double empty_ns : {1.0, 100.0}) {  // a call takes 1,000 ns
        Experiment experiment;
        FakeWitness witness;
        auto around = quiet;
        around.empty_call_ns = empty_ns;
        measure(experiment, witness, 7, around);
        const auto told = std::ranges::count(experiment.point.verdicts, "call", &lab::Verdict::check);
        EXPECT_EQ(told, empty_ns < 50 ? 0 : 1);
        EXPECT_EQ(experiment.point.status, Status::measured) << "it is told, not refused";
    }
}

TEST(JudgePoint, AThreadThatSleptIsRefusedUnlessTheLabSaysWhy) {
    for (const bool allowed : {false, true}) {
        Experiment experiment;
        if (allowed) experiment.point.work.sleeps = "a nap is the subject";
        FakeWitness witness;
        witness.asleep_ns = 900'000;  // of about 1 ms in each visit
        measure(experiment, witness);
        EXPECT_EQ(refused(experiment.point, "awake"), !allowed);
        EXPECT_EQ(experiment.point.visits.front().retaken, allowed ? 0 : 2);
    }
}

TEST(JudgePoint, AFirstCallFarLongerThanTheOthersIsTold) {
    for (const bool eats : {false, true}) {
        Experiment experiment;
        experiment.call_ns = 100'000;
        experiment.answer = [&] {
            if (eats) experiment.call_ns = 20'000;  // the input is sorted from here on
            return experiment.right();
        };
        FakeWitness witness;
        measure(experiment, witness);
        EXPECT_EQ(std::ranges::count(experiment.point.verdicts, "first", &lab::Verdict::check), eats ? 1 : 0);
        EXPECT_EQ(experiment.point.status, Status::measured) << "it is told, not refused";
    }
}

TEST(JudgePoint, ARowWithoutAFloorMustTakeLongerThanNothing) {
    for (const bool meant : {false, true}) {
        Experiment experiment;
        experiment.point.work.bytes = 0;
        experiment.point.work.no_floor = "the test is about call";
        experiment.point.work.empty = meant;
        FakeWitness witness;
        auto around = quiet;
        around.empty_call_ns = 900;
        measure(experiment, witness, 7, around);
        EXPECT_EQ(experiment.point.status, meant ? Status::measured : Status::refused);
    }
}

TEST(JudgePoint, RepeatsThatShareTheirWorkAreRefused) {
    Experiment experiment;
    experiment.point.subject = lab::make_subject([&](lab::Repeats repeats) {  // one call for four repeats
        experiment.clock.advance(1000 * static_cast<std::int64_t>((repeats.count + 3) / 4));
        return experiment.right() * repeats.count;
    });
    FakeWitness witness;
    measure(experiment, witness);
    EXPECT_TRUE(refused(experiment.point, "scales"));
    EXPECT_NE(verdict(experiment.point, "scales").seen.find("and a call that repeats once 1.00 us"),
              std::string::npos)
        << verdict(experiment.point, "scales").seen;
}

TEST(JudgePoint, FaultsOfAllVisitsCountTogether) {
    Experiment experiment;
    FakeWitness witness;
    witness.faults = 1000;
    measure(experiment, witness);
    EXPECT_TRUE(refused(experiment.point, "faults"));
    EXPECT_NE(verdict(experiment.point, "faults").seen.find("7000 page faults"), std::string::npos);
}

TEST(JudgePoint, AThreadThatMovedIsRefused) {
    Experiment experiment;
    FakeWitness witness;
    witness.cpu = 0;
    measure(experiment, witness);
    EXPECT_TRUE(refused(experiment.point, "granted"));
    EXPECT_NE(experiment.point.why.find("CPU 1 was asked for, and the thread ran on CPU 0"),
              std::string::npos)
        << experiment.point.why;
}

TEST(JudgePoint, ARangeTooSmallForAHugePageHasNone) {
    Experiment experiment;
    experiment.point.work.huge_begin = experiment.data.data();
    experiment.point.work.huge_bytes = 32;
    FakeWitness witness;
    measure(experiment, witness);
    EXPECT_TRUE(refused(experiment.point, "granted"));
}

TEST(JudgePoint, ACompetitorIsRefusedAndAnUnknownOneIsAWarning) {
    Experiment disturbed;
    FakeWitness busy({600'000});
    measure(disturbed, busy);
    EXPECT_TRUE(refused(disturbed.point, "alone"));
    Experiment unknown;
    FakeWitness silent({nan});
    measure(unknown, silent);
    EXPECT_EQ(verdict(unknown.point, "alone").outcome, Outcome::warned);
    EXPECT_EQ(unknown.point.status, Status::measured);
}

TEST(JudgePoint, SeparateRegimesAreNoOneNumber) {
    Experiment experiment;
    lab::prove_answer(experiment.point, experiment.clock);
    calibrate(experiment);
    FakeWitness witness;
    for (int round = 0; round < 6; ++round) {
        experiment.call_ns = round % 2 == 0 ? 1000 : 3000;
        experiment.point.visits.push_back(lab::visit_point(experiment.point, experiment.clock, witness));
    }
    lab::judge_point(experiment.point, quiet);
    EXPECT_EQ(experiment.point.status, Status::regimes);
    EXPECT_EQ(experiment.point.regimes.size(), 2U);
    EXPECT_EQ(verdict(experiment.point, "rounds").outcome, Outcome::warned);
}

// ---- the conclusion

struct Conclusion {
    Status status;
    std::string why;
};

Conclusion conclusion(std::vector<std::string> lie, std::vector<std::pair<std::string, Outcome>> outcomes,
                      bool may_be_true = false) {
    Point point;
    point.work.lie = std::move(lie);
    point.work.lie_may_be_true = may_be_true;
    for (auto& [check, outcome] : outcomes)
        point.verdicts.push_back(
            {.check = check, .outcome = outcome, .seen = "seen " + check, .bound = {}, .advice = {}});
    lab::conclude(point);
    return {point.status, point.why};
}

TEST(Conclude, AnyRefusalRefusesAndAllReasonsAreKept) {
    EXPECT_EQ(conclusion({}, {{"result", Outcome::passed}, {"speed", Outcome::warned}}).status,
              Status::measured);
    const auto two = conclusion(
        {}, {{"possible", Outcome::refused}, {"result", Outcome::passed}, {"alone", Outcome::refused}});
    EXPECT_EQ(two.status, Status::refused);
    EXPECT_EQ(two.why, "possible: seen possible; alone: seen alone");
}

TEST(Conclude, ALieThatIsCaughtIsNotAResult) {
    const auto caught =
        conclusion({"possible", "result"}, {{"possible", Outcome::refused}, {"result", Outcome::passed}});
    EXPECT_EQ(caught.status, Status::not_a_result);
    EXPECT_EQ(caught.why, "possible: seen possible");
}

TEST(Conclude, ALieThatIsNotCaughtFailsTheLab) {
    const auto missed = conclusion({"possible"}, {{"possible", Outcome::passed}});
    EXPECT_EQ(missed.status, Status::refused);
    EXPECT_EQ(missed.why, "lie: this row shows a lie, and no check made for it caught it");
    EXPECT_EQ(conclusion({"possible"}, {{"possible", Outcome::warned}}).status, Status::refused);
    EXPECT_EQ(conclusion({"possible"}, {{"possible", Outcome::passed}}, true).status, Status::measured)
        << "it may be true";
}

TEST(Conclude, AnotherRefusalIsNoCatch) {
    EXPECT_EQ(conclusion({"possible"}, {{"possible", Outcome::refused}, {"alone", Outcome::refused}}).status,
              Status::refused);
    EXPECT_EQ(conclusion({"possible"}, {{"alone", Outcome::refused}}).why,
              "alone: seen alone; lie: this row shows a lie, and no check made for it caught it");
}

TEST(StatusText, IsTheWordOfTheRecord) {
    EXPECT_EQ(lab::status_text(Status::not_run), "not run");
    EXPECT_EQ(lab::status_text(Status::measured), "measured");
    EXPECT_EQ(lab::status_text(Status::regimes), "regimes");
    EXPECT_EQ(lab::status_text(Status::refused), "refused");
    EXPECT_EQ(lab::status_text(Status::not_a_result), "not a result");
}

}  // namespace

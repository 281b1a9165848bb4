// Public tests of compare_ab: on a fake clock, with two fake variants, every number is known exactly.
#include "compare_ab.hpp"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/exercise/expect.hpp"

namespace {

using compare_ab::Comparison;

// A world in which time passes only when the clock is read or a batch runs, and by a known amount.
class World {
public:
    // ns that a batch takes; `batch` counts the batches of both variants, `own` those of this variant: 0, 1,
    // 2, …
    using Cost = std::function<std::uint64_t(std::uint64_t calls, std::size_t batch, std::size_t own)>;
    using Answer = std::function<std::uint64_t(std::size_t own)>;

    World(Cost a, Cost b) : cost_{std::move(a), std::move(b)} {}

    // Both variants answer 42 unless told otherwise.
    void answers(Answer a, Answer b) { answer_[0] = std::move(a), answer_[1] = std::move(b); }
    void each_clock_read_takes(std::uint64_t ns) { read_ns_ = ns; }
    void clock_stands_at(std::uint64_t ns) { now_ns_ = ns; }

    Comparison compare(std::uint64_t calls, std::size_t rounds) {
        const compare_ab::Clock clock = [this] {
            log_ += ".";
            now_ns_ += read_ns_;
            return now_ns_;
        };
        return compare_ab::compare(clock, variant(0, "fast_sum"), variant(1, "slow_sum"), calls, rounds);
    }

    // What happened, in order: "." a clock read, "A" a batch of A, "B" a batch of B.
    const std::string& log() const { return log_; }
    // The same without the clock reads.
    std::string order() const {
        std::string order;
        for (const char event : log_) {
            order += event == '.' ? "" : std::string{event};
        }
        return order;
    }
    // The calls of each batch.
    const std::vector<std::uint64_t>& calls() const { return calls_; }

private:
    compare_ab::Variant variant(std::size_t which, const char* name) {
        return {name, [this, which](std::uint64_t calls) {
                    if (calls_.size() == 1000) {
                        throw std::runtime_error("your code has run a thousand batches: does it ever end?");
                    }
                    log_ += which == 0 ? "A" : "B";
                    now_ns_ += cost_[which](calls, calls_.size(), own_[which]);
                    calls_.push_back(calls);
                    const auto own = own_[which]++;
                    return answer_[which] ? answer_[which](own) : 42;
                }};
    }

    Cost cost_[2];
    Answer answer_[2];
    std::size_t own_[2] = {0, 0};
    std::uint64_t now_ns_ = 1000;
    std::uint64_t read_ns_ = 0;
    std::string log_;
    std::vector<std::uint64_t> calls_;
};

// Every call takes `ns`.
World::Cost each_call(std::uint64_t ns) {
    return [ns](std::uint64_t calls, std::size_t, std::size_t) { return ns * calls; };
}

// The batches of this variant take these times, one after the other.
World::Cost each_batch(std::vector<std::uint64_t> ns) {
    return [ns](std::uint64_t, std::size_t, std::size_t own) { return ns.at(own); };
}

// ---- order ----

TEST(Order, WorkedExample) {
    World world(each_call(10), each_call(20));
    world.compare(1, 4);
    const expect::Given given("4 rounds");
    EXPECT_ANSWER(world.order(), std::string{"ABBAABBA"});
}

TEST(Order, TwoRounds) {
    World world(each_call(10), each_call(20));
    world.compare(1, 2);
    EXPECT_ANSWER(world.order(), std::string{"ABBA"});
}

TEST(Order, ManyRounds) {
    World world(each_call(10), each_call(20));
    world.compare(1, 12);
    EXPECT_ANSWER(world.order(), std::string{"ABBAABBAABBAABBAABBAABBA"});
}

// "." is a clock read.
TEST(Order, TheClockIsReadJustBeforeAndJustAfterEachBatch) {
    World world(each_call(10), each_call(20));
    world.compare(1, 2);
    EXPECT_ANSWER(world.log(), std::string{".A..B..B..A."});
}

TEST(Order, EveryBatchHasTheSameCalls) {
    World world(each_call(10), each_call(20));
    world.compare(64, 2);
    EXPECT_ANSWER(world.calls(), (std::vector<std::uint64_t>{64, 64, 64, 64}));
}

// ---- numbers ----

TEST(Numbers, WorkedExample) {
    World world(each_call(30), each_call(20));
    const auto found = world.compare(100, 4);
    const expect::Given given("A takes 30 ns a call, B 20 ns");
    EXPECT_ANSWER(found.rounds, 4u);
    EXPECT_CLOSE(found.a_p50, 30.0);
    EXPECT_CLOSE(found.b_p50, 20.0);
    EXPECT_CLOSE(found.ratio, 1.5);
}

TEST(Numbers, ARatioBelowOneWhenAIsFaster) {
    World world(each_call(5), each_call(20));
    EXPECT_CLOSE(world.compare(100, 2).ratio, 0.25);
}

TEST(Numbers, MedianOfEachNotMean) {
    World world(each_batch({100, 101, 103, 9000}), each_batch({50, 52, 54, 50}));
    const auto found = world.compare(1, 4);
    const expect::Given given("A takes 100, 101, 103, 9000 ns; B 50, 52, 54, 50 ns");
    EXPECT_CLOSE(found.a_p50, 102.0);
    EXPECT_CLOSE(found.b_p50, 51.0);
    EXPECT_CLOSE(found.ratio, 2.0);
}

// Ratios inside the rounds are 0.1, 1.2, 2 and 12: their median is 1.6. The medians are 110 and 75.
TEST(Numbers, RatioOfMediansNotMedianOfRatios) {
    World world(each_batch({10, 120, 100, 600}), each_batch({100, 100, 50, 50}));
    const auto found = world.compare(1, 4);
    const expect::Given given("A takes 10, 120, 100, 600 ns; B 100, 100, 50, 50 ns");
    EXPECT_CLOSE(found.a_p50, 110.0);
    EXPECT_CLOSE(found.b_p50, 75.0);
    EXPECT_CLOSE(found.ratio, 110.0 / 75.0);
}

TEST(Numbers, TimesAreForOneCall) {
    World world(each_batch({7, 7}), each_batch({14, 14}));
    const auto found = world.compare(4, 2);
    const expect::Given given("A takes 7 ns for 4 calls, B 14 ns");
    EXPECT_CLOSE(found.a_p50, 1.75);
    EXPECT_CLOSE(found.b_p50, 3.5);
    EXPECT_CLOSE(found.ratio, 0.5);
}

TEST(Numbers, EachBatchIsTimedAlone) {
    World world(each_call(100), each_call(200));
    world.each_clock_read_takes(10);
    const auto found = world.compare(1, 2);
    const expect::Given given("A takes 100 ns, B 200 ns, a clock read 10 ns");
    EXPECT_CLOSE(found.a_p50, 110.0);
    EXPECT_CLOSE(found.b_p50, 210.0);
}

// A double holds 53 bits: 2^63 + 100 and 2^63 are the same double. Subtract first.
TEST(Numbers, AClockThatStartedLongAgo) {
    World world(each_call(100), each_call(300));
    world.clock_stands_at(std::uint64_t{1} << 63);
    const expect::Given given("the clock stands at 2^63 ns; A takes 100 ns, B 300 ns");
    EXPECT_CLOSE(world.compare(1, 2).a_p50, 100.0);
}

TEST(Numbers, WorkThatTakesNoTimeHasNoRatio) {
    World b_takes_none(each_call(10), each_call(0));
    const auto found = b_takes_none.compare(10, 2);
    EXPECT_CLOSE(found.b_p50, 0.0);
    EXPECT_ANSWER(found.ratio, std::nullopt);
    World a_takes_none(each_call(0), each_call(10));
    EXPECT_CLOSE(a_takes_none.compare(10, 2).ratio, 0.0);
}

// ---- what the order is for ----

// Every batch takes 10 ns more than the one before: a machine that gets warm. A against itself must be 1.
TEST(Drift, ASteadyDriftCancels) {
    const World::Cost warming = [](std::uint64_t, std::size_t batch, std::size_t) {
        return 1000 + 10 * batch;
    };
    for (const std::size_t rounds : {2u, 4u, 10u}) {
        World world(warming, warming);
        const expect::Given given("both take 1000 ns, and 10 ns more in each batch; ", rounds, " rounds");
        EXPECT_CLOSE(world.compare(1, rounds).ratio, 1.0);
    }
}

// ---- equal work ----

// The text of the error that compare throws, or what happened instead.
std::string error_of(World& world, std::size_t rounds) {
    try {
        world.compare(1, rounds);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "no std::runtime_error";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(EqualWork, AnotherAnswerEndsTheComparison) {
    World world(each_call(10), each_call(20));
    world.answers([](std::size_t) { return 4950; }, [](std::size_t) { return 4851; });
    const auto error = error_of(world, 4);
    const expect::Given given("fast_sum answers 4950, slow_sum answers 4851; what the error says: ", error);
    EXPECT_ANSWER(has(error, "fast_sum") && has(error, "slow_sum"), true);
    EXPECT_ANSWER(has(error, "4950") && has(error, "4851"), true);
    EXPECT_ANSWER(world.order(), std::string{"AB"});
}

TEST(EqualWork, EveryAnswerIsChecked) {
    for (std::size_t wrong = 0; wrong < 4; ++wrong) {
        World world(each_call(10), each_call(20));
        world.answers([](std::size_t) { return 7; }, [&](std::size_t own) { return own == wrong ? 8 : 7; });
        const expect::Given given("slow_sum answers 7, but 8 in round ", wrong, " of 0, 1, 2, 3");
        EXPECT_ANSWER(has(error_of(world, 4), "slow_sum"), true);
    }
}

// Work that is done once and remembered, or a state that goes on: A no longer agrees with itself.
TEST(EqualWork, AMustAgreeWithItself) {
    World world(each_call(10), each_call(20));
    world.answers([](std::size_t own) { return own == 3 ? 8 : 7; }, [](std::size_t) { return 7; });
    const expect::Given given("fast_sum answers 7, 7, 7 and then 8");
    EXPECT_ANSWER(has(error_of(world, 4), "fast_sum"), true);
}

// Both change in the same way: they agree with each other in each round, and no longer with the first answer.
TEST(EqualWork, TheFirstAnswerIsTheOneThatCounts) {
    World world(each_call(10), each_call(20));
    const auto changing = [](std::size_t own) { return 7 + own; };
    world.answers(changing, changing);
    const expect::Given given("both answer 7, 8, 9, 10");
    EXPECT_ANSWER(has(error_of(world, 4), "no std::runtime_error"), false);
    EXPECT_ANSWER(world.order(), std::string{"ABB"});
}

TEST(EqualWork, ZeroIsAnAnswer) {
    World world(each_call(10), each_call(20));
    world.answers([](std::size_t) { return 0; }, [](std::size_t own) { return own == 1 ? 1 : 0; });
    EXPECT_ANSWER(has(error_of(world, 2), "slow_sum"), true);
    World same(each_call(10), each_call(20));
    same.answers([](std::size_t) { return 0; }, [](std::size_t) { return 0; });
    EXPECT_CLOSE(same.compare(1, 2).ratio, 0.5);
}

TEST(EqualWork, AnswersAre64BitsWide) {
    World world(each_call(10), each_call(20));
    world.answers([](std::size_t) { return 7; }, [](std::size_t) { return 7 + (std::uint64_t{1} << 32); });
    EXPECT_ANSWER(has(error_of(world, 2), "slow_sum"), true);
}

// ---- refused ----

TEST(Refused, BeforeAnythingRuns) {
    World legal(each_call(10), each_call(20));
    EXPECT_ANSWER(legal.compare(10, 4).rounds, 4u);
    World world(each_call(10), each_call(20));
    EXPECT_REFUSED(world.compare(0, 4).rounds);
    EXPECT_REFUSED(world.compare(10, 0).rounds);
    EXPECT_REFUSED(world.compare(10, 3).rounds);
    EXPECT_REFUSED(world.compare(10, 1).rounds);
    EXPECT_ANSWER(world.log(), std::string{});
}

}  // namespace

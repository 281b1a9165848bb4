// Public tests of mini_harness: on a fake clock and fake work, every number is known exactly.
#include "mini_harness.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/exercise/expect.hpp"

namespace mini_harness {

// How a failed expectation shows one.
void PrintTo(const Calibration& calibration, std::ostream* out) {
    *out << "{calls: " << calibration.calls
         << ", long_enough: " << (calibration.long_enough ? "true" : "false") << "}";
}

}  // namespace mini_harness

namespace {

using mini_harness::Calibration;
using mini_harness::most_calls;
using mini_harness::Report;

using Sizes = std::vector<std::uint64_t>;

// A world in which time passes only when the clock is read or the work is done, and by a known amount.
class World {
public:
    // ns that a batch of `calls` takes, when it is the batch number `batch` (0, 1, 2, …) of this world.
    using Cost = std::function<std::uint64_t(std::uint64_t calls, std::size_t batch)>;

    explicit World(Cost cost, std::uint64_t read_ns = 0, std::uint64_t start_ns = 1000)
        : cost_(std::move(cost)), read_ns_(read_ns), now_ns_(start_ns) {}

    mini_harness::Clock clock() {
        return [this] {
            log_ += "read ";
            ++reads_;
            now_ns_ += read_ns_;
            return now_ns_;
        };
    }

    mini_harness::Batch batch() {
        return [this](std::uint64_t calls) {
            if (sizes_.size() == 1000) {
                throw std::runtime_error("your code has run a thousand batches, the last of " +
                                         std::to_string(calls) +
                                         " calls, and asks for more: does it ever end?");
            }
            log_ += "batch(" + std::to_string(calls) + ") ";
            now_ns_ += cost_(calls, sizes_.size());
            sizes_.push_back(calls);
        };
    }

    // The sizes of the batches that were run, in order.
    const Sizes& sizes() const { return sizes_; }
    std::size_t reads() const { return reads_; }
    // What happened, in order: "read batch(4) read ".
    const std::string& log() const { return log_; }

private:
    Cost cost_;
    std::uint64_t read_ns_;
    std::uint64_t now_ns_;
    Sizes sizes_;
    std::size_t reads_ = 0;
    std::string log_;
};

// Every call takes `ns`.
World::Cost each_call(std::uint64_t ns) {
    return [ns](std::uint64_t calls, std::size_t) { return ns * calls; };
}

std::uint64_t time_batch(World& world, std::uint64_t calls) {
    return mini_harness::time_batch(world.clock(), world.batch(), calls);
}
Calibration calibrate(World& world, std::uint64_t target_ns) {
    return mini_harness::calibrate(world.clock(), world.batch(), target_ns);
}
Report measure(World& world, std::uint64_t target_ns, std::size_t samples) {
    return mini_harness::measure(world.clock(), world.batch(), target_ns, samples);
}

// 1, 2, 4, …, last: what calibrate must run. `samples` times the last one more: what measure must run.
Sizes doubling(std::uint64_t last, std::size_t samples = 0) {
    Sizes sizes;
    for (std::uint64_t calls = 1; calls <= last; calls *= 2) {
        sizes.push_back(calls);
    }
    sizes.insert(sizes.end(), samples, last);
    return sizes;
}

// ---- time_batch ----

TEST(TimeBatch, IsTheTimeOfTheWholeBatch) {
    World world(each_call(7));
    EXPECT_ANSWER(time_batch(world, 1), 7u);
    EXPECT_ANSWER(time_batch(world, 1000), 7000u);
}

TEST(TimeBatch, ReadsTheClockJustBeforeAndJustAfter) {
    World world(each_call(7));
    time_batch(world, 4);
    const expect::Given given("time_batch(clock, batch, 4)");
    EXPECT_ANSWER(world.log(), std::string{"read batch(4) read "});
}

// One reading of the clock falls between the two: its cost is part of what you get.
TEST(TimeBatch, IncludesTheCostOfAClockRead) {
    World world(each_call(7), 30);
    const expect::Given given("7 ns a call, 30 ns a clock read");
    EXPECT_ANSWER(time_batch(world, 1), 37u);
    EXPECT_ANSWER(time_batch(world, 1000), 7030u);
}

// A double holds 53 bits: 2^63 + 1001 and 2^63 are the same double. Subtract first.
TEST(TimeBatch, AClockThatStartedLongAgo) {
    World world(each_call(1001), 0, (std::uint64_t{1} << 63) + 12345);
    const expect::Given given("the clock stands at 2^63 + 12345 ns; 1001 ns a call");
    EXPECT_ANSWER(time_batch(world, 1), 1001u);
}

// ---- calibrate ----

TEST(Calibrate, WorkedExample) {
    World world(each_call(100));
    const expect::Given given("100 ns a call");
    EXPECT_ANSWER(calibrate(world, 1000), (Calibration{16, true}));
    EXPECT_ANSWER(world.sizes(), (Sizes{1, 2, 4, 8, 16}));
}

TEST(Calibrate, ExactlyTheTargetIsEnough) {
    World world(each_call(125));
    const expect::Given given("125 ns a call");
    EXPECT_ANSWER(calibrate(world, 1000), (Calibration{8, true}));
    EXPECT_ANSWER(world.sizes(), doubling(8));
}

TEST(Calibrate, OneNanosecondTooShortIsNotEnough) {
    World world(each_call(125));
    const expect::Given given("125 ns a call");
    EXPECT_ANSWER(calibrate(world, 1001), (Calibration{16, true}));
}

TEST(Calibrate, SlowWorkNeedsOneCall) {
    World world(each_call(5'000'000));
    const expect::Given given("5 ms a call");
    EXPECT_ANSWER(calibrate(world, 2'000'000), (Calibration{1, true}));
    EXPECT_ANSWER(world.sizes(), (Sizes{1}));
}

TEST(Calibrate, FastWorkNeedsMany) {
    World world(each_call(1));
    const expect::Given given("1 ns a call");
    EXPECT_ANSWER(calibrate(world, 2'000'000), (Calibration{std::uint64_t{1} << 21, true}));
    EXPECT_ANSWER(world.sizes(), doubling(std::uint64_t{1} << 21));
}

TEST(Calibrate, ReadsTheClockTwiceForEachBatch) {
    World world(each_call(100), 30);
    EXPECT_ANSWER(calibrate(world, 1000), (Calibration{16, true}));
    EXPECT_ANSWER(world.reads(), 10u);
}

// 2^40 calls in no time at all: work that was deleted. The calibration must end all the same.
TEST(Calibrate, WorkThatTakesNoTimeEndsAtTheCap) {
    World world(each_call(0));
    const expect::Given given("0 ns a call");
    EXPECT_ANSWER(calibrate(world, 2'000'000), (Calibration{most_calls, false}));
    EXPECT_ANSWER(world.sizes(), doubling(most_calls));
}

TEST(Calibrate, TheCapMayBeJustEnough) {
    World world([](std::uint64_t calls, std::size_t) { return calls >> 20; });
    const expect::Given given("a call takes a millionth of a ns");
    EXPECT_ANSWER(calibrate(world, 1 << 20), (Calibration{most_calls, true}));
}

TEST(Calibrate, RefusesNoTarget) {
    World legal(each_call(100));
    EXPECT_ANSWER(calibrate(legal, 1000), (Calibration{16, true}));
    World world(each_call(100));
    EXPECT_REFUSED(calibrate(world, 0));
    EXPECT_ANSWER(world.sizes(), Sizes{});
}

// ---- measure ----

TEST(Measure, WorkedExample) {
    World world(each_call(100));
    const expect::Given given("100 ns a call");
    EXPECT_ANSWER(measure(world, 1000, 5).calls, 16u);
    EXPECT_ANSWER(world.sizes(), doubling(16, 5));
}

TEST(Measure, ASteadyCall) {
    World world(each_call(100));
    const auto report = measure(world, 1000, 5);
    const expect::Given given("report = measure(100 ns a call, target 1000 ns, 5 samples)");
    EXPECT_ANSWER(report.calls, 16u);
    EXPECT_ANSWER(report.long_enough, true);
    EXPECT_ANSWER(report.samples, 5u);
    EXPECT_CLOSE(report.min, 100.0);
    EXPECT_CLOSE(report.p50, 100.0);
    EXPECT_CLOSE(report.max, 100.0);
    EXPECT_CLOSE(report.mad, 0.0);
    EXPECT_CLOSE(report.calls_per_second, 1e7);
}

TEST(Measure, UnlessAskedOtherwiseAHundredSamplesOfTwoMilliseconds) {
    World world(each_call(1000));
    const auto report = mini_harness::measure(world.clock(), world.batch());
    const expect::Given given("report = measure(1000 ns a call)");
    EXPECT_ANSWER(report.calls, 2048u);
    EXPECT_ANSWER(report.samples, 100u);
    EXPECT_ANSWER(world.sizes(), doubling(2048, 100));
}

// Eight calls a batch. After the four batches of the calibration, the five samples take 800, 808, 1600, 816
// and 80,000 ns: 100, 101, 200, 102 and 10,000 ns a call.
TEST(Measure, SummarisesTheSamples) {
    const std::vector<std::uint64_t> times{100, 200, 400, 800, 800, 808, 1600, 816, 80'000};
    World world([&](std::uint64_t, std::size_t batch) { return times.at(batch); });
    const auto report = measure(world, 800, 5);
    const expect::Given given("report of samples of 100, 101, 200, 102 and 10,000 ns a call");
    EXPECT_ANSWER(report.calls, 8u);
    EXPECT_ANSWER(report.samples, 5u);
    EXPECT_CLOSE(report.min, 100.0);
    EXPECT_CLOSE(report.p50, 102.0);
    EXPECT_CLOSE(report.max, 10'000.0);
    EXPECT_CLOSE(report.mad, 2.0);
    EXPECT_CLOSE(report.calls_per_second, 1e9 / 102);
}

TEST(Measure, AnEvenNumberOfSamplesTakesTheMedianHalfWay) {
    const std::vector<std::uint64_t> times{100, 70, 10, 40, 20};
    World world([&](std::uint64_t, std::size_t batch) { return times.at(batch); });
    const auto report = measure(world, 100, 4);
    const expect::Given given("report of samples of 70, 10, 40 and 20 ns a call");
    EXPECT_CLOSE(report.min, 10.0);
    EXPECT_CLOSE(report.p50, 30.0);
    EXPECT_CLOSE(report.max, 70.0);
    EXPECT_CLOSE(report.mad, 15.0);
}

// The first batch of all meets cold caches. It belongs to the calibration, and must not be seen in the
// report.
TEST(Measure, TheCalibrationIsNoSample) {
    World world([](std::uint64_t calls, std::size_t batch) { return batch < 3 ? 900 : 250 * calls; });
    const auto report = measure(world, 1000, 3);
    const expect::Given given("900 ns for each of the first three batches, then 250 ns a call");
    EXPECT_ANSWER(report.calls, 8u);
    EXPECT_CLOSE(report.min, 250.0);
    EXPECT_CLOSE(report.max, 250.0);
    EXPECT_ANSWER(world.sizes(), doubling(8, 3));
}

TEST(Measure, OneSample) {
    World world(each_call(2000));
    const auto report = measure(world, 1000, 1);
    EXPECT_ANSWER(report.samples, 1u);
    EXPECT_CLOSE(report.min, 2000.0);
    EXPECT_CLOSE(report.p50, 2000.0);
    EXPECT_CLOSE(report.mad, 0.0);
}

// What batches are for: a clock read of 30 ns beside work of 2 ns. Timed singly it would be 32.
TEST(Measure, LargeBatchesMakeTheClockCheap) {
    World world(each_call(2), 30);
    const auto report = measure(world, 1'000'000, 10);
    const expect::Given given("2 ns a call, 30 ns a clock read");
    EXPECT_ANSWER(report.calls, std::uint64_t{1} << 19);
    EXPECT_CLOSE(report.p50, 2 + 30.0 / (1 << 19));
}

TEST(Measure, PartsOfANanosecondAreKept) {
    World world([](std::uint64_t calls, std::size_t) { return calls / 4; });
    const auto report = measure(world, 1000, 3);
    const expect::Given given("a quarter of a ns a call");
    EXPECT_ANSWER(report.calls, 4096u);
    EXPECT_CLOSE(report.p50, 0.25);
    EXPECT_CLOSE(report.calls_per_second, 4e9);
}

TEST(Measure, WorkThatTakesNoTimeIsNoDivisionByZero) {
    World world(each_call(0));
    const auto report = measure(world, 2'000'000, 3);
    const expect::Given given("0 ns a call");
    EXPECT_ANSWER(report.calls, most_calls);
    EXPECT_ANSWER(report.long_enough, false);
    EXPECT_ANSWER(report.samples, 3u);
    EXPECT_CLOSE(report.p50, 0.0);
    EXPECT_CLOSE(report.max, 0.0);
    EXPECT_CLOSE(report.mad, 0.0);
    EXPECT_ANSWER(report.calls_per_second, std::nullopt);
}

TEST(Measure, ReadsTheClockTwiceForEachBatch) {
    World world(each_call(100));
    measure(world, 1000, 7);
    const expect::Given given("five batches of the calibration and seven samples");
    EXPECT_ANSWER(world.reads(), 24u);
}

TEST(Measure, RefusesBeforeAnythingRuns) {
    World legal(each_call(100));
    EXPECT_ANSWER(measure(legal, 1000, 10).calls, 16u);
    World world(each_call(100));
    EXPECT_REFUSED(measure(world, 0, 10).calls);
    EXPECT_REFUSED(measure(world, 1000, 0).calls);
    EXPECT_ANSWER(world.log(), std::string{});
}

}  // namespace

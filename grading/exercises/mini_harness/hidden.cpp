// Hidden tests of mini_harness: fake worlds drawn from the secret, in which every number is known exactly.
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "grading/exercises/mini_harness/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using graded_world::Settings;

Settings any_world(grading::Draw& draw) {
    Settings settings;
    settings.start_ns =
        draw.chance(0.5) ? draw.below(1'000'000) : (std::uint64_t{1} << 62) + draw.below(1'000'000);
    settings.read_ns = draw.chance(0.5) ? 0 : draw.below(300);
    // From a hundredth of a ns to a millisecond a call.
    settings.ns_in_1024_calls = static_cast<std::uint64_t>(1024 * std::pow(10.0, draw.real(-2, 6)));
    return settings;
}

std::string text(const Settings& settings) {
    return std::to_string(settings.ns_in_1024_calls) + " ns in 1024 calls, " +
           std::to_string(settings.read_ns) + " ns a clock read, the clock starts at " +
           std::to_string(settings.start_ns);
}

void expect_close(double came, double expected, const std::string& what) {
    EXPECT_NEAR(came, expected, 1e-9 * std::abs(expected) + 1e-12) << what;
}

TEST(TimeBatch, AnyWorld) {
    grading::for_each_case(60, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        const auto calls = 1 + draw.below(1 << 20);
        EXPECT_EQ(student::time_batch(world, calls), reference::time_batch(world, calls))
            << calls << " calls; " << text(world);
    });
}

TEST(Calibrate, AnyCost) {
    grading::for_each_case(100, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        // Half of the targets are met exactly by some batch, or missed by one.
        auto target = 1 + draw.below(5'000'000);
        if (draw.chance(0.5)) {
            const auto doublings = draw.below(8);
            const auto missed_by = draw.chance(0.5) ? 1U : 0U;
            target = 1 + world.read_ns + (world.ns_in_1024_calls << doublings) - missed_by;
        }
        EXPECT_EQ(student::calibrate(world, target), reference::calibrate(world, target))
            << "target " << target << "; " << text(world);
    });
}

TEST(Calibrate, TooFastForAnyBatch) {
    grading::for_each_case(6, [](grading::Draw& draw) {
        auto world = any_world(draw);
        world.ns_in_1024_calls = draw.chance(0.5) ? 0 : 1;
        const auto most_ns = mini_harness::most_calls / 1024 * world.ns_in_1024_calls + world.read_ns;
        const auto target = most_ns + draw.below(2) + (most_ns == 0 ? 1 : 0);
        EXPECT_EQ(student::calibrate(world, target), reference::calibrate(world, target))
            << "target " << target << "; " << text(world);
    });
}

TEST(Measure, BatchesAndReads) {
    grading::for_each_case(40, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        const auto target = 1 + draw.below(5'000'000);
        const auto samples = static_cast<std::size_t>(draw.between(1, 120));
        EXPECT_EQ(student::measure(world, target, samples).first,
                  reference::measure(world, target, samples).first)
            << "target " << target << ", " << samples << " samples; " << text(world);
    });
}

TEST(Measure, Summary) {
    grading::for_each_case(80, [](grading::Draw& draw) {
        auto world = any_world(draw);
        const auto target = 1000 + draw.below(100'000);
        const auto samples = static_cast<std::size_t>(draw.between(1, 30));
        world.extra_ns.resize(80);
        for (auto& extra : world.extra_ns) {
            extra = draw.chance(0.1) ? draw.below(1'000'000) : draw.below(500);
        }
        const auto came = student::measure(world, target, samples).second;
        const auto expected = reference::measure(world, target, samples).second;
        const auto what =
            "target " + std::to_string(target) + ", " + std::to_string(samples) + " samples; " + text(world);
        EXPECT_EQ(came.calls, expected.calls) << what;
        EXPECT_EQ(came.long_enough, expected.long_enough) << what;
        EXPECT_EQ(came.samples, expected.samples) << what;
        expect_close(came.min, expected.min, "min; " + what);
        expect_close(came.p50, expected.p50, "p50; " + what);
        expect_close(came.max, expected.max, "max; " + what);
        expect_close(came.mad, expected.mad, "mad; " + what);
        ASSERT_EQ(came.calls_per_second.has_value(), expected.calls_per_second.has_value()) << what;
        if (expected.calls_per_second) {
            expect_close(*came.calls_per_second, *expected.calls_per_second, "calls_per_second; " + what);
        }
    });
}

TEST(Measure, NoTime) {
    grading::for_each_case(4, [](grading::Draw& draw) {
        Settings world;
        world.start_ns = draw.below(1'000'000);
        const auto samples = static_cast<std::size_t>(draw.between(1, 100));
        EXPECT_EQ(student::measure(world, 1 + draw.below(1'000'000), samples),
                  reference::measure(world, 1'000'000, samples));
    });
}

TEST(Measure, Refusals) {
    grading::for_each_case(10, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        // A function that throws whatever it is asked gets nothing here.
        EXPECT_EQ(student::calibrate(world, 1), reference::calibrate(world, 1));
        EXPECT_EQ(student::measure(world, 1, 1).first, reference::measure(world, 1, 1).first);
        EXPECT_THROW(student::calibrate(world, 0), std::invalid_argument);
        EXPECT_THROW(student::measure(world, 0, 1 + static_cast<std::size_t>(draw.below(100))),
                     std::invalid_argument);
        EXPECT_THROW(student::measure(world, 1 + draw.below(1000), 0), std::invalid_argument);
    });
}

}  // namespace

// Drivers of mini_harness: they run the student's harness in a fake world and return what happened there.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "grading/proxy/declare.hpp"
#include "part1-measuring/ch04-harness/exercises/mini_harness/mini_harness.hpp"

namespace graded_world {

// A world in which time passes only when the clock is read (read_ns) or a batch runs: calls *
// ns_in_1024_calls / 1024, and extra_ns[i] more for the i-th batch of this world (none after the last).
struct Settings {
    std::uint64_t start_ns = 0;
    std::uint64_t read_ns = 0;
    std::uint64_t ns_in_1024_calls = 0;
    std::vector<std::uint64_t> extra_ns;
};

class World {
public:
    explicit World(Settings settings) : settings_(std::move(settings)), now_ns_(settings_.start_ns) {}

    mini_harness::Clock clock() {
        return [this] {
            log += "r ";
            return now_ns_ += settings_.read_ns;
        };
    }
    mini_harness::Batch batch() {
        return [this](std::uint64_t calls) {
            if (batches_ == 2000) {
                throw std::runtime_error("two thousand batches, and no end");
            }
            log += std::to_string(calls) + " ";
            now_ns_ += calls * settings_.ns_in_1024_calls / 1024;
            now_ns_ += batches_ < settings_.extra_ns.size() ? settings_.extra_ns[batches_] : 0;
            ++batches_;
        };
    }

    // What `work` returns, with the log. What is refused must be refused before anything runs.
    template <class Work>
    auto watch(Work work) {
        try {
            auto result = work();
            return std::pair{log, result};
        } catch (const std::invalid_argument&) {
            if (!log.empty()) throw std::runtime_error("refused after it had begun");
            throw;
        }
    }

    std::string log;  // "r 4 r ": the clock read, a batch of 4 calls, the clock read

private:
    Settings settings_;
    std::uint64_t now_ns_;
    std::size_t batches_ = 0;
};

}  // namespace graded_world

GRADED_STRUCT(graded_world::Settings, start_ns, read_ns, ns_in_1024_calls, extra_ns)
GRADED_STRUCT(mini_harness::Calibration, calls, long_enough)
GRADED_STRUCT(mini_harness::Report, calls, long_enough, samples, min, p50, max, mad, calls_per_second)

GRADED_AS(time_batch, [](graded_world::Settings settings, std::uint64_t calls) {
    graded_world::World world(std::move(settings));
    const auto ns = mini_harness::time_batch(world.clock(), world.batch(), calls);
    return std::pair{world.log, ns};
})
GRADED_AS(calibrate, [](graded_world::Settings settings, std::uint64_t target_ns) {
    graded_world::World world(std::move(settings));
    return world.watch([&] { return mini_harness::calibrate(world.clock(), world.batch(), target_ns); });
})
GRADED_AS(measure, [](graded_world::Settings settings, std::uint64_t target_ns, std::size_t samples) {
    graded_world::World world(std::move(settings));
    return world.watch([&] { return mini_harness::measure(world.clock(), world.batch(), target_ns, samples); });
})

// Hidden tests of compare_ab: fake worlds drawn from the secret, in which every number is known exactly.
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "grading/exercises/compare_ab/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

using graded_world::Settings;
using graded_world::Side;

Side any_side(grading::Draw& draw, const std::string& name, std::uint64_t answer) {
    Side side{.name = name, .ns = {}, .answers = {answer}};
    const auto usual = 100 + draw.below(10'000);
    for (int i = 0; i < 40; ++i) {
        side.ns.push_back(draw.chance(0.1) ? usual * (2 + draw.below(20)) : usual + draw.below(usual / 4));
    }
    return side;
}

Settings any_world(grading::Draw& draw) {
    Settings settings;
    settings.start_ns =
        draw.chance(0.5) ? draw.below(1'000'000) : (std::uint64_t{1} << 62) + draw.below(1'000'000);
    settings.read_ns = draw.chance(0.5) ? 0 : draw.below(100);
    const auto answer = draw.chance(0.2) ? 0 : draw.next();
    settings.a = any_side(draw, "left_" + std::to_string(draw.below(1000)), answer);
    settings.b = any_side(draw, "right_" + std::to_string(draw.below(1000)), answer);
    return settings;
}

std::size_t any_rounds(grading::Draw& draw) { return 2 * static_cast<std::size_t>(draw.between(1, 20)); }

void expect_close(double came, double expected, const char* what) {
    EXPECT_NEAR(came, expected, 1e-9 * std::abs(expected) + 1e-12) << what;
}

TEST(Compare, Order) {
    grading::for_each_case(40, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        const auto calls = 1 + draw.below(1000);
        const auto rounds = any_rounds(draw);
        EXPECT_EQ(std::get<0>(student::compare(world, calls, rounds)),
                  std::get<0>(reference::compare(world, calls, rounds)))
            << rounds << " rounds";
    });
}

TEST(Compare, Numbers) {
    grading::for_each_case(80, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        const auto calls = 1 + draw.below(1000);
        const auto rounds = any_rounds(draw);
        const auto came = std::get<1>(student::compare(world, calls, rounds));
        const auto expected = std::get<1>(reference::compare(world, calls, rounds));
        EXPECT_EQ(came.rounds, expected.rounds);
        expect_close(came.a_p50, expected.a_p50, "a_p50");
        expect_close(came.b_p50, expected.b_p50, "b_p50");
        ASSERT_TRUE(came.ratio.has_value());
        expect_close(*came.ratio, *expected.ratio, "ratio");
    });
}

TEST(Compare, Drift) {
    grading::for_each_case(20, [](grading::Draw& draw) {
        auto world = any_world(draw);
        world.a.ns = world.b.ns = {1000 + draw.below(10'000)};
        world.drift_ns = 1 + draw.below(50);
        const auto came = std::get<1>(student::compare(world, 1, any_rounds(draw)));
        ASSERT_TRUE(came.ratio.has_value());
        expect_close(*came.ratio, 1, "ratio of code and itself");
    });
}

TEST(Compare, EqualWork) {
    grading::for_each_case(60, [](grading::Draw& draw) {
        auto world = any_world(draw);
        const auto rounds = any_rounds(draw);
        const auto right = world.a.answers.front();
        const bool in_a = draw.chance(0.5);
        // A's first answer is the one that counts, so A can be wrong from its second batch on.
        const auto round = in_a ? 1 + draw.below(rounds - 1) : draw.below(rounds);
        const auto wrong = right ^ (std::uint64_t{1} << draw.below(64));
        auto& side = in_a ? world.a : world.b;
        side.answers.assign(static_cast<std::size_t>(round) + 1, right);
        side.answers.back() = wrong;
        side.answers.push_back(right);
        const auto [log, unused, error] = student::compare(world, 1, rounds);
        EXPECT_EQ(log, std::get<0>(reference::compare(world, 1, rounds)))
            << "does it stop at the first answer that differs?";
        for (const auto& part : {side.name, world.a.name, std::to_string(right), std::to_string(wrong)}) {
            EXPECT_NE(error.find(part), std::string::npos)
                << "the error does not say " << part << ": " << error;
        }
    });
}

TEST(Compare, NoTime) {
    grading::for_each_case(6, [](grading::Draw& draw) {
        auto world = any_world(draw);
        world.read_ns = 0;
        const bool b_takes_none = draw.chance(0.5);
        (b_takes_none ? world.b : world.a).ns = {0};
        const auto ratio = std::get<1>(student::compare(world, 1 + draw.below(100), 4)).ratio;
        EXPECT_EQ(ratio.has_value(), !b_takes_none);
        EXPECT_EQ(ratio.value_or(0), 0);
    });
}

TEST(Compare, Refusals) {
    grading::for_each_case(10, [](grading::Draw& draw) {
        const auto world = any_world(draw);
        const auto rounds = any_rounds(draw);
        // A function that throws whatever it is asked gets nothing here.
        EXPECT_EQ(std::get<1>(student::compare(world, 1, rounds)).rounds, rounds);
        EXPECT_THROW(student::compare(world, 0, rounds), std::invalid_argument);
        EXPECT_THROW(student::compare(world, 1, 0), std::invalid_argument);
        EXPECT_THROW(student::compare(world, 1, rounds + 1), std::invalid_argument);
    });
}

}  // namespace

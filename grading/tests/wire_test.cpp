// Tests of the wire: every kind of value there and back, and bytes that nobody vouches for.
#include "grading/proxy/wire.hpp"

#include <gtest/gtest.h>

#include <random>

#include "grading/proxy/signature.hpp"

namespace {

using namespace grading;

template <class T>
void there_and_back(const T& value) {
    Writer out;
    put(out, value);
    Reader in{out.bytes()};
    EXPECT_EQ(get<T>(in), value);
    EXPECT_NO_THROW(in.end());
}

TEST(Wire, CarriesEveryKind) {
    there_and_back(42);
    there_and_back(-0.5);
    there_and_back(true);
    there_and_back(std::string("a\0b", 3));
    there_and_back(std::vector<double>{1, 2});
    there_and_back(std::vector<bool>{true, false});
    there_and_back(std::vector<std::string>{"", "x"});
    there_and_back(std::array<int, 3>{1, 2, 3});
    there_and_back(std::optional<int>{});
    there_and_back(std::optional<std::string>{"x"});
    there_and_back(std::pair<int, std::string>{1, "x"});
    there_and_back(std::tuple<int, double, std::string>{1, 2, "x"});
    there_and_back(std::map<std::string, int>{{"a", 1}, {"b", 2}});
    there_and_back(std::set<int>{3, 1});
}

TEST(Wire, RefusesALengthThatDoesNotFit) {
    Writer out;
    out.length(std::size_t{1} << 60U);
    Reader in{out.bytes()};
    EXPECT_THROW(get<std::vector<double>>(in), WireError);
}

TEST(Wire, RefusesABoolThatIsNeither) {
    Reader in{std::string_view("\x02", 1)};
    EXPECT_THROW(get<bool>(in), WireError);
}

TEST(Wire, RefusesBytesThatAreLeftOver) {
    Reader in{std::string_view("\x01\x01", 2)};
    get<bool>(in);
    EXPECT_THROW(in.end(), WireError);
}

// Whatever a student's process sends is a value or a WireError.
TEST(Wire, SurvivesAnyBytes) {
    std::mt19937_64 engine(1);
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string bytes(engine() % 40, '\0');
        for (char& c : bytes) c = static_cast<char>(engine() % 4 == 0 ? engine() : engine() % 3);
        Reader in{bytes};
        try {
            get<std::vector<std::pair<std::optional<std::string>, std::vector<std::uint16_t>>>>(in);
        } catch (const WireError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 1000);
}

static_assert(std::is_same_v<owned_parameter<std::span<const double>>, std::vector<double>>);
static_assert(std::is_same_v<owned_parameter<const std::string&>, std::string>);
static_assert(std::is_same_v<owned_parameter<std::string_view>, std::string>);

}  // namespace

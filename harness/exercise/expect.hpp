// Expectations for the tests of exercises: each failure says the input, what was expected and what came.
//
//   EXPECT_ANSWER(lines_covered(60, 8, 64), 2u);        the same value
//   EXPECT_CLOSE(speedup(0.8, 2.0), 1.0 / 0.6);         the same number, but for rounding
//   EXPECT_REFUSED(speedup(1.5, 2.0));                  throws std::invalid_argument
//
// The input shown is the call as it is written. Where the call holds variables, say their values first:
//   const ::expect::Given given("address ", address, ", line ", line);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace expect {

// Gives the test program the name that ./lab check knows it by. Defined in main.cpp.
bool set_exercise(const char* name);
#ifdef LAB_EXERCISE
inline const bool exercise_is_set = set_exercise(LAB_EXERCISE);
#endif

// How a value reads in a message. A double shows the fewest digits that tell it from its neighbours.
template <class T>
std::string show(const T& value) {
    if constexpr (std::floating_point<T>) {
        char text[64];
        const auto end = std::to_chars(text, text + sizeof text, value).ptr;
        return {text, end};
    } else if constexpr (std::convertible_to<T, std::string_view>) {
        return '"' + std::string{std::string_view{value}} + '"';
    } else {
        return testing::PrintToString(value);
    }
}

inline std::string show(std::nullopt_t) { return "no value (std::nullopt)"; }

template <class T>
std::string show(const std::optional<T>& value) {
    return value ? show(*value) : show(std::nullopt);
}

// The first twelve elements are enough to see what went wrong.
template <class T>
std::string show(const std::vector<T>& values) {
    constexpr std::size_t shown = 12;
    std::string text = "{";
    for (std::size_t i = 0; i < values.size() && i < shown; ++i) {
        text += (i == 0 ? "" : ", ") + show(values[i]);
    }
    if (values.size() > shown) {
        text += ", … " + std::to_string(values.size()) + " in all";
    }
    return text + "}";
}

// The values behind the names in a call: printed with each failure while this object lives.
class Given {
public:
    template <class... Parts>
    explicit Given(const Parts&... parts) {
        values().push_back((part(parts) + ...));
    }
    ~Given() { values().pop_back(); }
    Given(const Given&) = delete;
    Given& operator=(const Given&) = delete;

    // "given     …" lines, outermost first.
    static std::string lines() {
        std::string text;
        for (const auto& value : values()) {
            text += "given     " + value + "\n";
        }
        return text;
    }

private:
    static std::vector<std::string>& values() {
        static std::vector<std::string> list;
        return list;
    }
    template <class T>
    static std::string part(const T& value) {
        if constexpr (std::convertible_to<T, std::string_view>) {
            return std::string{std::string_view{value}};
        } else {
            return show(value);
        }
    }
};

// Reports a failure of this case: input, expected and came, one line each.
inline void report(const char* file, int line, const std::string& input, const std::string& expected,
                   const std::string& came) {
    ADD_FAILURE_AT(file, line) << "input     " << input << '\n'
                               << Given::lines() << "expected  " << expected << "\ncame      " << came;
}

// Runs `call`; returns its answer, or nothing after reporting the exception that came instead.
template <class Call, class Expected>
auto answer_of(const char* file, int line, const char* input, Call call, const Expected& expected)
    -> std::optional<decltype(call())> {
    try {
        return call();
    } catch (const std::exception& error) {
        report(file, line, input, show(expected), std::string{"an exception: "} + error.what());
    } catch (...) {
        report(file, line, input, show(expected), "an exception that isn't a std::exception");
    }
    return {};
}

template <class Call, class Expected>
void same(const char* file, int line, const char* input, Call call, const Expected& expected) {
    const auto came = answer_of(file, line, input, call, expected);
    if (came && !(*came == expected)) {
        report(file, line, input, show(expected), show(*came));
    }
}

// Rounding may differ in the last digits: 1 part in a thousand million, or an absolute 1e-12 around zero.
inline bool is_close(double came, double expected) {
    if (std::isinf(expected) || std::isinf(came)) {
        return came == expected;
    }
    return std::abs(came - expected) <= std::max(1e-9 * std::abs(expected), 1e-12);
}
inline bool is_close(const std::optional<double>& came, double expected) {
    return came.has_value() && is_close(*came, expected);
}

template <class Call>
void close(const char* file, int line, const char* input, Call call, double expected) {
    const auto came = answer_of(file, line, input, call, expected);
    if (came && !is_close(*came, expected)) {
        report(file, line, input, show(expected), show(*came));
    }
}

template <class Call>
void refused(const char* file, int line, const char* input, Call call) {
    const std::string expected = "an error: throw std::invalid_argument(\"…what is wrong…\")";
    try {
        const auto came = call();
        report(file, line, input, expected, show(came));
    } catch (const std::invalid_argument&) {
    } catch (const std::exception& error) {
        report(file, line, input, expected, std::string{"another exception: "} + error.what());
    } catch (...) {
        report(file, line, input, expected, "an exception that isn't a std::exception");
    }
}

}  // namespace expect

#define EXPECT_ANSWER(call, expected) \
    ::expect::same(                   \
        __FILE__, __LINE__, #call, [&] { return (call); }, (expected))
#define EXPECT_CLOSE(call, expected) \
    ::expect::close(                 \
        __FILE__, __LINE__, #call, [&] { return (call); }, (expected))
#define EXPECT_REFUSED(call) ::expect::refused(__FILE__, __LINE__, #call, [&] { return (call); })

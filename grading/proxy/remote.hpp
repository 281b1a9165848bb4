// The judge's end of a graded function: a call that goes to the student's process and comes back as a value.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "grading/proxy/signature.hpp"
#include "grading/proxy/wire.hpp"

namespace grading {

// Thrown when no answer came: the test has failed already and has nothing left to compare. Deliberately no
// std::exception, so that EXPECT_THROW can't take a crash for the exception it waits for.
struct NoAnswer {};

// Sends a question to the student's process and returns the bytes of the result. An exception of the student's
// function is thrown again here. No answer, or something that is not an answer, fails the current test and throws NoAnswer.
// Sets `decoded_only`, and returns nothing, when the run asks without calling (cost of asking).
std::string ask(std::string_view function, const std::string& arguments, bool& decoded_only);

// Fails the current test: an answer that does not spell the result's type.
[[noreturn]] void refuse_answer(std::string_view function);

template <class Signature>
class Remote;

template <class R, class... A>
class Remote<R(A...)> {
public:
    constexpr explicit Remote(const char* name) : name_(name) {}

    owned_result<R> operator()(A... arguments) const {
        Writer out;
        (Wire<owned_parameter<A>>::put(out, arguments), ...);
        bool decoded_only = false;
        const std::string answer = ask(name_, out.bytes(), decoded_only);
        if constexpr (!std::is_void_v<R>) {
            if (decoded_only) return owned_result<R>{};
            try {
                Reader in{answer};
                auto result = get<owned_result<R>>(in);
                in.end();
                return result;
            } catch (const WireError&) {
                refuse_answer(name_);
            }
        }
    }

private:
    const char* name_;
};

}  // namespace grading

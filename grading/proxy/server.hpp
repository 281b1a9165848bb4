// The student's end of a graded function: decodes the arguments, calls it, encodes the result.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "grading/proxy/signature.hpp"
#include "grading/proxy/wire.hpp"

namespace grading {

// Reads the arguments; calls the function when `call`; returns the encoded result.
using Served = std::function<std::string(Reader& arguments, bool call)>;

// The functions this program answers for, by name.
std::map<std::string, Served>& served();

template <class F, class R, class... A>
std::string serve_one(const F& function, R (*)(A...), Reader& in, bool call) {
    std::tuple<owned_parameter<A>...> arguments{get<owned_parameter<A>>(in)...};
    in.end();
    Writer out;
    if (!call) return out.bytes();
    if constexpr (std::is_void_v<R>) {
        std::apply([&](auto&... each) { function(static_cast<A>(each)...); }, arguments);
    } else {
        put(out, std::apply(
                     [&](auto&... each) -> owned_result<R> {
                         if constexpr (std::is_same_v<std::remove_cvref_t<R>, owned_result<R>>) {
                             return function(static_cast<A>(each)...);
                         } else {
                             const auto view = function(static_cast<A>(each)...);
                             return owned_result<R>(view.begin(), view.end());
                         }
                     },
                     arguments));
    }
    return out.bytes();
}

template <class F>
bool serve_as(const char* name, F function) {
    served()[name] = [function](Reader& in, bool call) {
        return serve_one(function, static_cast<signature_of<F>*>(nullptr), in, call);
    };
    return true;
}

}  // namespace grading

// Declares the functions of an exercise that the grader calls: GRADED, GRADED_AS and GRADED_STRUCT.
#pragma once

// One functions.hpp serves both ends. Compiled with GRADED_CHILD, each line registers the student's function in the
// program that holds the student's code. Compiled without, each line makes student::f (asks that program) and
// reference::f (calls the function linked into the judge).

#include <tuple>

#include "grading/proxy/wire.hpp"

#if defined(GRADED_CHILD)

#include "grading/proxy/server.hpp"

#define GRADED(ns, name) GRADED_AS(name, &ns::name)
#define GRADED_AS(name, ...)                                                               \
    namespace graded_functions {                                                           \
    [[maybe_unused]] const bool registered_##name = grading::serve_as(#name, __VA_ARGS__); \
    }

#else

#include "grading/proxy/remote.hpp"

#if defined(GRADED_PUBLIC)
// The public tests say lab::f. The file that includes them turns that name into lab::graded_public_f.
#define GRADED(ns, name)                                                                                 \
    namespace ns {                                                                                       \
    inline constexpr grading::Remote<grading::signature_of<decltype(&::ns::name)>> graded_public_##name{ \
        #name};                                                                                          \
    }
#define GRADED_AS(name, ...)
#else
#define GRADED(ns, name) GRADED_AS(name, &::ns::name)
#define GRADED_AS(name, ...)                                                                          \
    namespace reference {                                                                             \
    inline constexpr auto name = __VA_ARGS__;                                                         \
    }                                                                                                 \
    namespace student {                                                                               \
    inline constexpr grading::Remote<grading::signature_of<decltype(::reference::name)>> name{#name}; \
    }
#endif

#endif

// All the fields of a struct, in its own order. The compiler counts them.
#define GRADED_STRUCT(type, ...)                \
    template <>                                 \
    struct grading::Fields<type> {              \
        static auto of(type& graded_value) {    \
            auto& [__VA_ARGS__] = graded_value; \
            return std::tie(__VA_ARGS__);       \
        }                                       \
    };

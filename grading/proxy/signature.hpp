// Takes a function's type apart: what travels to the student's process and what comes back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace grading {

// The value that a parameter or a result is carried as: a view becomes the thing it looks at.
template <class T>
struct OwnedOf {
    static_assert(!std::is_pointer_v<T>, "a pointer can't travel: wrap the function with GRADED_AS");
    using type = T;
};
template <>
struct OwnedOf<std::string_view> {
    using type = std::string;
};
template <class T>
struct OwnedOf<std::span<T>> {
    static_assert(std::is_const_v<T>,
                  "a span that is written to can't travel: wrap the function with GRADED_AS");
    using type = std::vector<std::remove_cv_t<T>>;
};

template <class T>
struct OwnedParameter {
    static_assert(!std::is_lvalue_reference_v<T> || std::is_const_v<std::remove_reference_t<T>>,
                  "a parameter that is written to can't travel: wrap the function with GRADED_AS");
    using type = typename OwnedOf<std::remove_cvref_t<T>>::type;
};

template <class R>
struct OwnedResult {
    using type = typename OwnedOf<std::remove_cvref_t<R>>::type;
};
template <>
struct OwnedResult<void> {
    using type = void;
};

template <class T>
using owned_parameter = typename OwnedParameter<T>::type;
template <class R>
using owned_result = typename OwnedResult<R>::type;

// Signature<F>::type is R(A...) for a function pointer or a lambda.
template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... A>
struct Signature<R (*)(A...)> {
    using type = R(A...);
};
template <class R, class... A>
struct Signature<R (*)(A...) noexcept> {
    using type = R(A...);
};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const> {
    using type = R(A...);
};
template <class C, class R, class... A>
struct Signature<R (C::*)(A...) const noexcept> {
    using type = R(A...);
};
template <class F>
using signature_of = typename Signature<std::remove_cvref_t<F>>::type;

}  // namespace grading

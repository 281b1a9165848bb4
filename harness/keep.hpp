// Barriers for the optimiser: keep a result alive, hide an input, and call work that must happen every time.
//
// An optimiser deletes what nobody uses and computes at build time what it already knows. Both are good for a
// program and fatal for a measurement. The barriers here are empty pieces of assembly. They do nothing when
// the program runs. They only tell the compiler a story it can't check:
//
//   keep(x)         "somebody reads x here"             so x must have been computed
//   hide(x)         "somebody may have changed x here"  so x is unknown from here on
//   hidden(x)       a copy of x, hidden                 for an input written as a constant
//   clobber()       "all memory others can see may have been read and changed here"
//   opaque_call(f)  hide what f holds, call f, keep what it returns
//
// The rule: hide the inputs, keep the output, look at the machine code once.
//
// Cost in instructions, at -O2 with g++ 12 and clang++ 14 (harness/tests/barriers holds them to it):
//
//   keep of a number, a bool, an enum, a pointer: none, or one when the value wasn't in a register yet.
//
//   keep of anything larger: none if it lives in memory, else the stores that put it there.
//
//   hide of a number, a bool, an enum, a pointer: none in a register; a load and a store for one in memory.
//
//   hide of anything larger: none, but each part that is used afterwards is loaded again.
//
//   clobber: none, but what was cached in registers is loaded again.
//
// What they can't do. keep() reads and never changes: after keep(x) the compiler still knows what x was. A
// value that is known where hide() has not been called is computed at build time, however often its result is
// kept: keep(pow(1.2, 3.8)) times nothing. Constants, constexpr objects and static objects that the program
// never writes stay known: put hidden(constant) where they enter the work. None of this orders the processor:
// it is no fence.
#pragma once

#include <type_traits>

namespace lab {

namespace detail {

// Types that one general register holds. A wider integer (__int128) goes through memory: compilers differ
// there.
template <class T>
inline constexpr bool fits_general_register = (std::is_integral_v<T> || std::is_enum_v<T>)&&sizeof(T) <=
                                              sizeof(void*);

// Types that one floating-point register holds. long double is not one: on x86-64 it lives on the old x87
// stack.
template <class T>
inline constexpr bool fits_float_register =
    std::is_same_v<std::remove_cv_t<T>, float> || std::is_same_v<std::remove_cv_t<T>, double>;

// One constraint each, never a choice of two such as "r,m". Given a choice, Clang always takes memory: a
// store and a load in every call of the barrier. GCC has failed to compile a choice for types that no
// register holds.
#if defined(__x86_64__)
#define LAB_FLOAT_REGISTER "x"
#elif defined(__aarch64__)
#define LAB_FLOAT_REGISTER "w"
#else
#error \
    "harness/keep.hpp knows x86-64 and aarch64: name the floating-point register class of this machine here."
#endif

}  // namespace detail

// The value of `value` must exist here: whatever computes it can't be deleted.
// A pointer: what it points to counts as read and written too. An object: so does everything reachable from
// it.
template <class T>
[[gnu::always_inline]] inline void keep(const T& value) {
    if constexpr (std::is_function_v<T>) {
        asm volatile("" : : "r"(&value) : "memory");
    } else if constexpr (std::is_pointer_v<T>) {
        asm volatile("" : : "r"(value) : "memory");
    } else if constexpr (detail::fits_general_register<T>) {
        asm volatile("" : : "r"(value));
    } else if constexpr (detail::fits_float_register<T>) {
        asm volatile("" : : LAB_FLOAT_REGISTER(value));
    } else {
        asm volatile("" : : "m"(value) : "memory");
    }
}

// The value of `value` is unknown from here on. It doesn't change when the program runs.
// A pointer: what it points to is unknown too. An object: so is everything reachable from it.
// A bit-field can't be passed by reference: write `record.field = lab::hidden(record.field)`.
template <class T>
[[gnu::always_inline]] inline void hide(T& value) {
    static_assert(
        !std::is_const_v<T>,
        "hide() needs an object that may change, because the compiler may trust a const one for ever. "
        "Write `auto x = lab::hidden(constant);` and use x.");
    if constexpr (std::is_pointer_v<T>) {
        asm volatile("" : "+r"(value) : : "memory");
    } else if constexpr (detail::fits_general_register<T>) {
        asm volatile("" : "+r"(value));
    } else if constexpr (detail::fits_float_register<T>) {
        asm volatile("" : "+" LAB_FLOAT_REGISTER(value));
    } else {
        // Seen as bytes, so that types with const members and types that can't be copied work as well.
        using Bytes = unsigned char[sizeof(T)];
        asm volatile("" : "+m"(*reinterpret_cast<Bytes*>(__builtin_addressof(value))) : : "memory");
    }
}

// A copy of `value` that the compiler knows nothing about. An array becomes a pointer to its first element.
template <class T>
[[nodiscard, gnu::always_inline]] inline T hidden(T value) {
    hide(value);
    return value;
}

// All memory that other code could reach may have been read and changed here: stores before this line must
// have happened, loads after it must be done again. A local variable whose address was never given away isn't
// touched.
[[gnu::always_inline]] inline void clobber() { asm volatile("" : : : "memory"); }

// Calls `work()` so that the whole call must happen here, every time, with nothing known about its inputs.
// Before the call, what `work` holds (captures by value and by reference) and all memory reachable from there
// count as changed. So a loop around opaque_call can't compute the answer once and repeat it. After the call,
// its result and everything it wrote count as read. `work` may still be inlined here: the call itself costs
// nothing. Returns what `work()` returns, a reference as a reference. Cost: each capture is loaded again in
// every call.
template <class Work>
[[gnu::always_inline]] inline decltype(auto) opaque_call(Work& work) {
    static_assert(
        !std::is_const_v<Work>,
        "opaque_call() needs a callable that may change: copy it into a variable that isn't const.");
    if constexpr (std::is_function_v<Work>) {
        clobber();
    } else {
        using Bytes = unsigned char[sizeof(Work)];
        asm volatile("" : "+m"(*reinterpret_cast<Bytes*>(__builtin_addressof(work))) : : "memory");
    }
    using Result = decltype(work());
    if constexpr (std::is_void_v<Result>) {
        work();
        clobber();
    } else if constexpr (std::is_reference_v<Result>) {
        Result result = static_cast<Result>(work());
        keep(result);
        clobber();
        return static_cast<Result>(result);
    } else {
        Result result = work();
        keep(result);
        clobber();
        return result;
    }
}

}  // namespace lab

#undef LAB_FLOAT_REGISTER

// The shape of one question and one answer on the wire between the judge and a student's process.
#pragma once

#include <cstdint>

namespace grading {

// The judge's socket is this descriptor in the student's process.
inline constexpr int kChildSocket = 3;

// A nonce is new for each question. An answer carries it back; an answer to no question has none to carry.
struct FrameHead {
    std::uint64_t nonce;
    std::uint32_t kind;
    std::uint32_t length;  // bytes that follow
};
static_assert(sizeof(FrameHead) == 16);

enum Question : std::uint32_t {
    kCall = 1,        // decode the arguments, call, answer
    kDecodeOnly = 2,  // decode the arguments, answer kEmpty: the cost of asking, without the work
};

enum Answer : std::uint32_t {
    kValue = 1,      // the result
    kException = 2,  // its kind and its what()
    kEmpty = 3,      // to kDecodeOnly
    kUnknown =
        4,  // no such function, or arguments that can't be decoded: no honest program says so, and it is no answer
};

}  // namespace grading

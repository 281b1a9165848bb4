// Every kind of type meets every barrier here. The test is that this file compiles, with each compiler and
// level.
//
// Each kind stands for a reported failure of such barriers elsewhere: arrays of odd size and types that can't
// be copied have met "impossible constraint", types with const members "read-only reference", wide integers
// an internal error.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/keep.hpp"

namespace {

enum class Small : std::uint8_t { one };
enum Plain { plain };
enum class Wide : std::int64_t { one };

struct Empty {};
struct ThreeBytes {
    char bytes[3];
};
struct ConstMember {
    const int value;
    int other;
};
struct ReferenceMember {
    int& target;
};
struct Bits {
    unsigned low : 3;
    unsigned high : 7;
};
struct Large {
    std::uint64_t words[1000];
};
struct NotCopyable {
    NotCopyable() = default;
    NotCopyable(const NotCopyable&) = delete;
    NotCopyable& operator=(const NotCopyable&) = delete;
    ~NotCopyable() {}
    int value = 1;
};
struct Polymorphic {
    virtual ~Polymorphic() = default;
    void method() {}
    int value = 1;
};

int function(int x) { return x + 1; }
int no_arguments() { return 1; }

template <class T>
void all_barriers(T& value) {
    const T& constant = value;
    lab::keep(value);
    lab::keep(constant);
    lab::hide(value);
    auto by_reference = [&value] { lab::keep(value); };
    lab::opaque_call(by_reference);
    auto returns_reference = [&value]() -> T& { return value; };
    lab::keep(lab::opaque_call(returns_reference));
}

template <class... T>
void all_barriers_for(T... values) {
    (all_barriers(values), ...);
    (lab::keep(lab::hidden(std::move(values))), ...);
}

}  // namespace

void barriers_take_every_type() {
    all_barriers_for(true, 'a', static_cast<signed char>(1), static_cast<unsigned char>(1), u8'a', u'a', U'a',
                     L'a', std::byte{1}, static_cast<short>(1), 1, 1U, 1L, 1UL, 1LL, 1ULL, 1.0F, 1.0, 1.0L);
    __extension__ using WideInteger = __int128;
    all_barriers_for(static_cast<WideInteger>(1), Small::one, plain, Wide::one);

    int number = 1;
    all_barriers_for(&number, static_cast<const int*>(&number), static_cast<void*>(&number), nullptr,
                     &function, &Polymorphic::value, &Polymorphic::method);
    all_barriers_for(Empty{}, ThreeBytes{}, Bits{1, 2}, Polymorphic{}, std::string("text"),
                     std::vector<int>{1, 2}, std::make_unique<int>(1), std::pair{1, 2.0}, ConstMember{1, 2},
                     ReferenceMember{number}, Large{});

    char three[3] = "ab";
    std::uint64_t many[100] = {};
    NotCopyable not_copyable;
    std::atomic<std::uint64_t> atomic{1};
    volatile int watched = 1;
    Bits bits{1, 2};
    all_barriers(three);
    all_barriers(many);
    all_barriers(not_copyable);
    all_barriers(atomic);
    lab::keep(watched);
    lab::hide(watched);
    lab::keep(bits.low);
    bits.low = lab::hidden(bits.low) & 7U;

    lab::keep("literal");
    lab::keep(std::string("temporary"));
    lab::keep(std::vector<bool>{true}[0]);
    lab::keep(function);
    lab::opaque_call(no_arguments);
    auto makes_owner = [] { return std::make_unique<int>(1); };
    lab::keep(lab::opaque_call(makes_owner));
}

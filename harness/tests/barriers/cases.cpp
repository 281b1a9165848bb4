// Small functions around the barriers. Nobody runs them: barrier_test.cpp reads their machine code.
//
// Each pair "…_without" and "…_with" is one fault of a benchmark and the barrier that mends it. The first of
// a pair shows that the compiler really does what the barrier must prevent, and that the test can see it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/keep.hpp"

using Words = const std::uint64_t*;

struct Large {
    std::uint64_t words[100];
};

namespace {

std::uint64_t sum(Words data, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) total += data[i];
    return total;
}

// A dependent chain that no compiler shortens.
std::uint64_t scramble(std::uint64_t x, int steps) {
    for (int i = 0; i < steps; ++i) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}

constexpr int known_table[4] = {3, 1, 4, 1};

}  // namespace

// --- keep: the value must exist

void unused_sum_without(Words data, std::size_t count) { static_cast<void>(sum(data, count)); }
void unused_sum_with(Words data, std::size_t count) { lab::keep(sum(data, count)); }

void unused_buffer_without(std::size_t count) {
    const auto buffer = std::make_unique<std::uint64_t[]>(count);
    for (std::size_t i = 0; i < count; ++i) buffer[i] = i * i;
}
void unused_buffer_with_pointer(std::size_t count) {
    const auto buffer = std::make_unique<std::uint64_t[]>(count);
    for (std::size_t i = 0; i < count; ++i) buffer[i] = i * i;
    lab::keep(buffer.get());
}
void unused_buffer_with_owner(std::size_t count) {
    const auto buffer = std::make_unique<std::uint64_t[]>(count);
    for (std::size_t i = 0; i < count; ++i) buffer[i] = i * i;
    lab::keep(buffer);
}
void unused_vector_with(std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = i * i;
    lab::keep(numbers);
}
void unused_array_without(std::uint64_t x) {
    std::uint64_t numbers[4] = {x, x + 1, x + 2, x + 3};
    static_cast<void>(numbers);
}
void unused_array_with(std::uint64_t x) {
    const std::uint64_t numbers[4] = {x, x + 1, x + 2, x + 3};
    lab::keep(numbers);
}

void unused_array_with_pointer(std::uint64_t x) {
    const std::uint64_t numbers[4] = {x, x + 1, x + 2, x + 3};
    lab::keep(&numbers[0]);
}

// A small object that only points to the data, as a span does.
struct View {
    const std::uint64_t* data;
    std::size_t size;
};
void unused_view_with(std::uint64_t x) {
    const std::uint64_t numbers[4] = {x, x + 1, x + 2, x + 3};
    lab::keep(View{numbers, 4});
}

// --- keep and hide cost nothing in a register. The "memory" ones are what a constraint "r,m" makes Clang do.

std::uint64_t keep_integer_memory(Words data, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += data[i];
        asm volatile("" : : "m"(total));
    }
    return total;
}
std::uint64_t keep_integer_in_loop(Words data, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += data[i];
        lab::keep(total);
    }
    return total;
}
double keep_double_in_loop(const double* data, std::size_t count) {
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += data[i];
        lab::keep(total);
    }
    return total;
}
float keep_float_in_loop(const float* data, std::size_t count) {
    float total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += data[i];
        lab::keep(total);
    }
    return total;
}
std::uint64_t hide_integer_in_loop(Words data, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += data[i];
        lab::hide(total);
    }
    return total;
}
double hide_double_in_loop(const double* data, std::size_t count) {
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        total += data[i];
        lab::hide(total);
    }
    return total;
}
std::size_t hide_byte_in_loop(const unsigned char* data, std::size_t count) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
        bool big = data[i] > 128;
        lab::hide(big);
        total += big ? data[i] : std::size_t{0};
    }
    return total;
}
Words keep_pointer_in_loop(Words data, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) lab::keep(++data);
    return data;
}

// --- a large object is not copied

void keep_large_object(const Large& large) { lab::keep(large); }
void hide_large_object(Large& large) { lab::hide(large); }

// --- hide: the value is unknown

double folded_power_without() { return std::pow(1.2, 3.8); }
void folded_power_keep_only() { lab::keep(std::pow(1.2, 3.8)); }
double folded_power_with() { return std::pow(lab::hidden(1.2), lab::hidden(3.8)); }

bool known_value_keep() {
    const int x = 5;
    lab::keep(x);
    return x == 5;
}
bool known_value_hide() {
    int x = 5;
    lab::hide(x);
    return x == 5;
}

int known_table_without() { return known_table[2]; }
int known_table_with() { return lab::hidden(known_table)[2]; }

std::size_t known_object_without() {
    const std::string text = "abc";
    return text.size();
}
std::size_t known_object_with() {
    std::string text = "abc";
    lab::hide(text);
    return text.size();
}

std::uint64_t known_pointee_without(std::uint64_t* data) {
    *data = 5;
    return *data;
}
std::uint64_t known_pointee_with(std::uint64_t* data) {
    *data = 5;
    lab::hide(data);
    return *data;
}

// Hidden through one name, the data is unknown under every name.
std::uint64_t known_alias_with_pointer(std::uint64_t* data) {
    auto* other = data;
    *data = 5;
    lab::hide(other);
    return *data;
}
std::uint64_t known_alias_with_view(std::uint64_t* data) {
    View view{data, 1};
    *data = 5;
    lab::hide(view);
    return *data;
}

struct Flags {
    unsigned low : 3;
    unsigned high : 5;
};
unsigned known_bits_with() {
    Flags flags{1, 2};
    lab::hide(flags);
    return flags.low + flags.high;
}
unsigned known_bit_field_with() {
    Flags flags{1, 2};
    flags.low = lab::hidden(flags.low) & 7U;
    return flags.low + flags.high;
}

// --- clobber: memory counts as read and changed

std::uint64_t two_loads_without(Words data) { return *data + *data; }
std::uint64_t two_loads_with(Words data) {
    const auto first = *data;
    lab::clobber();
    return first + *data;
}
void two_stores_without(std::uint64_t* data) {
    *data = 1;
    *data = 2;
}
void two_stores_with(std::uint64_t* data) {
    *data = 1;
    lab::clobber();
    *data = 2;
}

// --- opaque_call: all of the work, every time

[[gnu::noinline]] std::uint64_t outlined_sum(Words data, std::size_t count) { return sum(data, count); }

std::uint64_t hoisted_call_without(Words data, std::size_t count, int times) {
    std::uint64_t total = 0;
    for (int i = 0; i < times; ++i) total += outlined_sum(data, count);
    return total;
}
std::uint64_t hoisted_call_with(Words data, std::size_t count, int times) {
    auto work = [&] { return outlined_sum(data, count); };
    std::uint64_t total = 0;
    for (int i = 0; i < times; ++i) total += lab::opaque_call(work);
    return total;
}

void repeated_sum_with(Words data, std::size_t count, int times) {
    auto work = [&] { return sum(data, count); };
    for (int i = 0; i < times; ++i) lab::opaque_call(work);
}

// Nothing in memory at all: the input is captured by value and the answer fits a register.
void repeated_chain_with(std::uint64_t x, int steps, int times) {
    auto work = [x, steps] { return scramble(x, steps); };
    for (int i = 0; i < times; ++i) lab::opaque_call(work);
}

// A compiler may turn n times ++count into count += n.
std::uint64_t counted_without(int times) {
    std::uint64_t count = 0;
    auto work = [&] { ++count; };
    for (int i = 0; i < times; ++i) work();
    return count;
}
std::uint64_t counted_with(int times) {
    std::uint64_t count = 0;
    auto work = [&] { ++count; };
    for (int i = 0; i < times; ++i) lab::opaque_call(work);
    return count;
}

// Only the last of several fills could be seen, and nobody looks.
void repeated_fill_without(int times) {
    std::uint64_t buffer[64];
    auto work = [&] {
        for (std::uint64_t i = 0; i < 64; ++i) buffer[i] = i * i;
    };
    for (int i = 0; i < times; ++i) work();
}
void repeated_fill_with(int times) {
    std::uint64_t buffer[64];
    auto work = [&] {
        for (std::uint64_t i = 0; i < 64; ++i) buffer[i] = i * i;
    };
    for (int i = 0; i < times; ++i) lab::opaque_call(work);
}

// A const local array has a value that the compiler knows: the pointer to it, inside the closure, must be
// hidden.
std::uint64_t const_array_without() {
    const std::uint64_t data[4] = {3, 1, 4, 1};
    auto work = [&data] { return sum(data, 4); };
    return work();
}
std::uint64_t const_array_with() {
    const std::uint64_t data[4] = {3, 1, 4, 1};
    auto work = [&data] { return sum(data, 4); };
    return lab::opaque_call(work);
}

// Memory that the work reaches without holding it.
std::uint64_t global_number = 0;

std::uint64_t known_global_without() {
    global_number = 5;
    auto work = [] { return global_number; };
    return work();
}
std::uint64_t known_global_with() {
    global_number = 5;
    auto work = [] { return global_number; };
    return lab::opaque_call(work);
}

// What the last call wrote counts as read, too.
void single_fill_without() {
    std::uint64_t buffer[64];
    auto work = [&] {
        for (std::uint64_t i = 0; i < 64; ++i) buffer[i] = i * i;
    };
    work();
}
void single_fill_with() {
    std::uint64_t buffer[64];
    auto work = [&] {
        for (std::uint64_t i = 0; i < 64; ++i) buffer[i] = i * i;
    };
    lab::opaque_call(work);
}

// What the harness adds to each call when the work is nothing.
void empty_call_with(int times) {
    auto work = [] {};
    for (int i = 0; i < times; ++i) lab::opaque_call(work);
}

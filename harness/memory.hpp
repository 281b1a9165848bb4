// Memory to measure on: mapped, aligned to 2 MiB, every page written before use, with proof of what backs it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/fact.hpp"

namespace lab {

// Which page size to ask for. `as_is` takes what the system does by itself. `huge` is a request: see
// backing().
enum class Pages { as_is, small, huge };

// Says what was asked, what is available and by which limit, and what to type.
class NotEnoughMemory : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// One bound on memory and the room that is left below it, in bytes.
struct MemoryLimit {
    std::string name;  // "MemAvailable", "cgroup v2 memory.max", "ulimit -v (RLIMIT_AS)", ...
    std::uint64_t available = 0;
    std::string advice;  // what to type to raise it
};

// All bounds that apply to this process: MemAvailable, the control groups it is in and all their parents
// (limit minus what is used and can't be dropped), RLIMIT_AS, RLIMIT_DATA, the commit limit when overcommit
// is off.
std::vector<MemoryLimit> memory_limits(const std::string& root = "/");

// The smallest of them; unknown when no bound can be read.
Fact<std::uint64_t> available_memory(const std::string& root = "/");

// Throws NotEnoughMemory when `bytes` is more than 15/16 of what is available (the rest is for everybody
// else). Call it before allocating: Linux grants an address range first and kills the process at the touch.
void require_memory(std::uint64_t bytes, const std::string& root = "/");

// What really backs a range of memory, from /proc/self/smaps. Linux counts per mapping; where a mapping
// reaches beyond the range, `resident` and `huge` are what the range holds at the least.
struct Backing {
    std::uint64_t bytes = 0;     // length of the range in whole pages
    std::uint64_t resident = 0;  // in memory now
    std::uint64_t huge = 0;      // of it in huge pages, transparent or reserved ones
};
Fact<Backing> backing(const void* first, std::size_t bytes);
// The same, from the text of a smaps file.
Fact<Backing> backing_in(const std::string& smaps, std::uintptr_t first, std::size_t bytes,
                         std::size_t page_bytes);

// The owner of an anonymous mapping. Both sides have a guard page: a step outside ends the program instead of
// reading a neighbour, and the kernel can't join the mapping with another one (so backing() counts this range alone).
class Mapping {
public:
    Mapping() = default;
    // Maps, aligns to 2 MiB, gives the page advice, and writes one byte in every page.
    // Throws NotEnoughMemory. `check` = false skips require_memory (tests).
    Mapping(std::size_t bytes, Pages pages, bool check = true);
    ~Mapping();
    Mapping(Mapping&& other) noexcept { swap(other); }
    Mapping& operator=(Mapping&& other) noexcept {
        swap(other);
        return *this;
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }  // as mapped: whole pages

private:
    void swap(Mapping& other) noexcept {
        std::swap(base_, other.base_);
        std::swap(base_bytes_, other.base_bytes_);
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
    }

    void* base_ = nullptr;  // with the guard pages
    std::size_t base_bytes_ = 0;
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

[[noreturn]] void throw_size_overflow(std::size_t n, std::size_t each);

// n elements of T, all zero (value-initialised), in pages that have all been written. Move-only.
template <class T>
class Touched {
    static_assert(std::is_trivially_destructible_v<T>, "Touched never calls destructors");
    static_assert(std::is_trivially_copyable_v<T>, "Touched is for plain data");
    static_assert(alignof(T) <= 4096, "Touched aligns to a page at least");

public:
    Touched() = default;
    // Throws NotEnoughMemory, also when n * sizeof(T) is more than any machine could address.
    explicit Touched(std::size_t n, Pages pages = Pages::as_is) : mapping_(bytes_for(n), pages), size_(n) {
        std::uninitialized_value_construct_n(data(), n);
    }
    Touched(Touched&& other) noexcept
        : mapping_(std::move(other.mapping_)), size_(std::exchange(other.size_, 0)) {}
    Touched& operator=(Touched&& other) noexcept {
        std::swap(mapping_, other.mapping_);
        std::swap(size_, other.size_);
        return *this;
    }

    T* data() { return static_cast<T*>(mapping_.data()); }
    const T* data() const { return static_cast<const T*>(mapping_.data()); }
    std::size_t size() const { return size_; }
    std::size_t size_bytes() const { return size_ * sizeof(T); }
    bool empty() const { return size_ == 0; }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }
    std::span<T> span() { return {data(), size_}; }
    std::span<const T> span() const { return {data(), size_}; }

private:
    static std::size_t bytes_for(std::size_t n) {
        if (n > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) throw_size_overflow(n, sizeof(T));
        return n * sizeof(T);
    }

    Mapping mapping_;
    std::size_t size_ = 0;
};

template <class T>
Touched<T> touched(std::size_t n, Pages pages = Pages::as_is) {
    return Touched<T>(n, pages);
}

template <class T>
Fact<Backing> backing(const Touched<T>& range) {
    return backing(range.data(), range.size_bytes());
}

// A range of small pages that nobody has touched yet, for measuring what the first touch costs.
class FreshPages {
public:
    explicit FreshPages(std::size_t pages);  // throws NotEnoughMemory
    ~FreshPages();
    FreshPages(const FreshPages&) = delete;
    FreshPages& operator=(const FreshPages&) = delete;
    void touch_all();  // writes one byte in each page, in ascending order: one minor fault a page
    std::span<unsigned char> span() const { return {data_, bytes_}; }

private:
    unsigned char* data_ = nullptr;
    std::size_t bytes_ = 0, page_bytes_ = 0;
};

// Cost of one minor fault in ns: mapping a zeroed small page at its first write, without mmap and munmap.
// `now` returns ns as an integer or double. Nine batches of 256 faults; the median of the batches, so that
// neither a batch that was interrupted nor a lucky one decides. (The kernel zeroes the page inside the
// fault.)
template <class Now>
double fault_cost_ns(Now&& now) {
    constexpr std::size_t batches = 9, faults = 256;
    std::array<double, batches> cost{};
    for (double& each : cost) {
        FreshPages pages(faults);
        const auto start = now();
        pages.touch_all();
        const auto stop = now();
        each = static_cast<double>(stop - start) / static_cast<double>(faults);
    }
    std::nth_element(cost.begin(), cost.begin() + batches / 2, cost.end());
    return cost[batches / 2];
}

}  // namespace lab

// Counts how often a walk over memory goes to another page: the pages are closed, and each knock is counted.
//
// The memory is locked (PROT_NONE). The first touch of a page stops the program with SIGSEGV; the handler counts
// it, opens the page, and closes the one that has been open longest. So the count depends on the order of the
// accesses alone: not on a clock, not on the machine's caches.
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace page_walk {

// `rows` rows of 4-byte elements, each row exactly one page long. One such matrix at a time.
class ClosedRows {
public:
    explicit ClosedRows(std::size_t rows)
        : page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), bytes_(rows * page_bytes_) {
        void* const memory =
            mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc{};
        first_ = static_cast<std::byte*>(memory);
    }
    ~ClosedRows() { munmap(first_, bytes_); }
    ClosedRows(const ClosedRows&) = delete;
    ClosedRows& operator=(const ClosedRows&) = delete;

    std::size_t columns() const { return page_bytes_ / sizeof(std::uint32_t); }
    std::span<std::uint32_t> elements() {
        return {reinterpret_cast<std::uint32_t*>(first_), bytes_ / sizeof(std::uint32_t)};
    }

    // Closes all pages, runs the work, opens them again. Returns how many times a closed page was touched; after
    // `most` the pages stay open and the count stops, so that a bad walk ends soon too.
    template <class Work>
    std::size_t count(std::size_t most, Work work) {
        most_ = most;
        touched_ = 0;
        open_.fill(nullptr);
        current_ = this;
        struct sigaction ours {};
        struct sigaction before {};
        ours.sa_sigaction = on_touch;
        ours.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &ours, &before);
        mprotect(first_, bytes_, PROT_NONE);
        work();  // must not hand this memory to a system call: the kernel reports an error and doesn't knock
        mprotect(first_, bytes_, PROT_READ | PROT_WRITE);
        sigaction(SIGSEGV, &before, nullptr);
        return touched_;
    }

private:
    static void on_touch(int, siginfo_t* info, void*) {
        auto& rows = *current_;
        auto* const at = static_cast<std::byte*>(info->si_addr);
        if (at < rows.first_ || at >= rows.first_ + rows.bytes_) {
            signal(SIGSEGV, SIG_DFL);  // somebody else's memory: a real crash
            return;
        }
        rows.touched_ = rows.touched_ + 1;
        if (rows.touched_ > rows.most_) {
            mprotect(rows.first_, rows.bytes_, PROT_READ | PROT_WRITE);
            return;
        }
        // Eight pages may be open at once: enough for a walk that takes a few rows together.
        auto*& oldest = rows.open_[rows.touched_ % rows.open_.size()];
        if (oldest != nullptr) mprotect(oldest, rows.page_bytes_, PROT_NONE);
        oldest =
            rows.first_ + static_cast<std::size_t>(at - rows.first_) / rows.page_bytes_ * rows.page_bytes_;
        mprotect(oldest, rows.page_bytes_, PROT_READ | PROT_WRITE);
    }

    inline static ClosedRows* current_ = nullptr;
    std::size_t page_bytes_;
    std::size_t bytes_;
    std::byte* first_ = nullptr;
    std::size_t most_ = 0;
    volatile std::size_t touched_ = 0;
    std::array<std::byte*, 8> open_{};
};

}  // namespace page_walk

// Maps memory for measurements and touches every page of it.
#include "harness/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/files.hpp"
#include "harness/units.hpp"

namespace lab {

namespace {

constexpr std::size_t huge_bytes = std::size_t{2} << 20;

std::size_t page_size() {
    static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
}

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

[[noreturn]] void throw_refused(const char* call, std::size_t bytes, int problem) {
    const auto available = available_memory();
    throw NotEnoughMemory(
        fmt::format("not enough memory: {} of {} failed: {}; available: {}. Type the command again with a "
                    "smaller size (--help names "
                    "the option) or with --quick.",
                    call, show(static_cast<double>(bytes), Kind::bytes), std::strerror(problem),
                    available ? show(static_cast<double>(*available), Kind::bytes) : available.absence()));
}

// One write in each page maps it. The compiler must not drop the writes, hence volatile.
void write_each_page(unsigned char* first, std::size_t bytes) {
    volatile unsigned char* byte = first;
    for (std::size_t i = 0; i < bytes; i += page_size()) byte[i] = 0;
}

// Asks for the page size. A kernel without huge pages refuses both, and has small pages anyway; what backs the range in
// the end is asked of backing().
void advise(void* data, std::size_t bytes, Pages pages) {
    if (pages == Pages::small) ::madvise(data, bytes, MADV_NOHUGEPAGE);
    if (pages == Pages::huge) ::madvise(data, bytes, MADV_HUGEPAGE);
}

}  // namespace

Mapping::Mapping(std::size_t bytes, Pages pages, bool check) {
    if (bytes == 0) return;
    if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw_size_overflow(bytes, 1);
    // The last piece must be whole too, or it could not become a huge page.
    const auto wanted = round_up(bytes, pages == Pages::huge ? huge_bytes : page_size());
    if (check) require_memory(wanted);

    // First an address range that nobody may touch, long enough to find an aligned start with a page before
    // and after it; then the middle of it is opened. What is left closed costs addresses, not memory.
    const auto range = wanted + huge_bytes + 2 * page_size();
    void* base = ::mmap(nullptr, range, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) throw_refused("mmap", wanted, errno);
    base_ = base;
    base_bytes_ = range;
    const auto start = round_up(reinterpret_cast<std::uintptr_t>(base) + page_size(), huge_bytes);
    auto* data = static_cast<unsigned char*>(base) + (start - reinterpret_cast<std::uintptr_t>(base));
    if (::mprotect(data, wanted, PROT_READ | PROT_WRITE) != 0) {
        const int problem = errno;
        ::munmap(base_, base_bytes_);
        throw_refused("mprotect", wanted, problem);
    }
    data_ = data;
    bytes_ = wanted;
    advise(data_, bytes_, pages);
    write_each_page(data, bytes_);
}

Mapping::~Mapping() {
    if (base_ != nullptr) ::munmap(base_, base_bytes_);
}

FreshPages::FreshPages(std::size_t pages) : bytes_(pages * page_size()), page_bytes_(page_size()) {
    void* data = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw_refused("mmap", bytes_, errno);
    data_ = static_cast<unsigned char*>(data);
    ::madvise(data_, bytes_, MADV_NOHUGEPAGE);  // one fault must map one page
}

FreshPages::~FreshPages() { ::munmap(data_, bytes_); }

void FreshPages::touch_all() {
    volatile unsigned char* byte = data_;
    for (std::size_t i = 0; i < bytes_; i += page_bytes_) byte[i] = 1;
}

}  // namespace lab

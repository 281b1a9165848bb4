// Snapshots of what the operating system did to us, by getrusage and files that stay open.
#include "harness/usage.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <ctime>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "harness/files.hpp"

namespace lab {

namespace {

int open_file(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }

// The number at the front of the text, which loses it and the blanks before it. False when there is none.
bool take_number(std::string_view& text, std::uint64_t& value) noexcept {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

Counted counted(long value) noexcept {
    if (value < 0) return {0, "getrusage gave a negative count"};
    return {static_cast<std::uint64_t>(value), nullptr};
}

Fact<std::uint64_t> difference(const Counted& later, const Counted& earlier) {
    for (const auto* moment : {&later, &earlier})
        if (moment->why != nullptr) return Fact<std::uint64_t>::unknown(moment->why);
    if (later.value < earlier.value) return Fact<std::uint64_t>::unknown("the count ran backwards");
    return Fact<std::uint64_t>::of(later.value - earlier.value);
}

Counted time_of(clockid_t clock) noexcept {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) return {0, "clock_gettime failed"};
    return {
        static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec),
        nullptr};
}

// What is left of the time when the thread's running and waiting are taken off. The three are not read at one moment, so
// it may come out a little below zero.
Fact<std::uint64_t> asleep(const Fact<std::uint64_t>& wall, const Fact<std::uint64_t>& ran,
                           const Fact<std::uint64_t>& delay) {
    for (const auto* part : {&wall, &ran, &delay})
        if (!*part) return *part;
    return Fact<std::uint64_t>::of(*wall - std::min(*wall, *ran + *delay));
}

}  // namespace

Usage operator-(const UsageSnapshot& later, const UsageSnapshot& earlier) {
    return {.minor_faults = difference(later.minor_faults, earlier.minor_faults),
            .major_faults = difference(later.major_faults, earlier.major_faults),
            .system_ns = difference(later.system_ns, earlier.system_ns),
            .thread_delay_ns = difference(later.thread_delay_ns, earlier.thread_delay_ns),
            .thread_asleep_ns = asleep(difference(later.first.wall_ns, earlier.last.wall_ns),
                                       difference(later.first.ran_ns, earlier.last.ran_ns),
                                       difference(later.thread_delay_ns, earlier.thread_delay_ns)),
            .steal_ns = difference(later.steal_ns, earlier.steal_ns)};
}

UsageReader::UsageReader(std::vector<int> cpus, const std::string& root)
    : cpus_(std::move(cpus)), root_(root), ticks_per_second_(::sysconf(_SC_CLK_TCK)) {
    std::sort(cpus_.begin(), cpus_.end());
    cpus_.erase(std::unique(cpus_.begin(), cpus_.end()), cpus_.end());
    own_file_ = open_file(at(root_, "/proc/thread-self/schedstat"));
    if (!cpus_.empty()) {
        stat_file_ = open_file(at(root_, "/proc/stat"));
        // The lines of the CPUs come first; one has at most eleven words of at most twenty digits.
        buffer_.resize(256 * (static_cast<std::size_t>(std::max(cpus_.back(), 0)) + 3));
    }
}

UsageReader::~UsageReader() {
    close_threads();
    if (own_file_ >= 0) ::close(own_file_);
    if (stat_file_ >= 0) ::close(stat_file_);
}

void UsageReader::close_threads() noexcept {
    for (const auto& thread : threads_)
        if (thread.file >= 0) ::close(thread.file);
    threads_.clear();
}

void UsageReader::watch_threads() {
    close_threads();
    const auto directory = at(root_, "/proc/self/task");
    DIR* listing = ::opendir(directory.c_str());
    if (listing == nullptr) return;
    while (const dirent* entry = ::readdir(listing)) {
        if (entry->d_name[0] == '.') continue;
        // One that can't be opened stays in the list, and makes the answer unknown.
        const int file = open_file(directory + '/' + entry->d_name + "/schedstat");
        threads_.push_back({file, read_delay(file)});
    }
    ::closedir(listing);
}

Fact<std::uint64_t> UsageReader::longest_delay_ns() const {
    if (threads_.empty()) return Fact<std::uint64_t>::unknown("/proc/self/task shows no schedstat");
    // Where our own file counts nothing, the others' zeros mean nothing either.
    if (const auto own = read_delay(own_file_); own.why != nullptr)
        return Fact<std::uint64_t>::unknown(own.why);
    std::uint64_t longest = 0;
    for (const auto& thread : threads_) {
        const auto waited = difference(read_delay(thread.file), thread.delay_ns);
        if (!waited) return waited;
        longest = std::max(longest, *waited);
    }
    return Fact<std::uint64_t>::of(longest);
}

// "<ns on a CPU> <ns ready but waiting> <number of turns>"
Counted UsageReader::read_delay(int file) const noexcept {
    char text[96];
    const auto got = ::pread(file, text, sizeof text, 0);
    if (got <= 0) return {0, "a thread has ended, or its schedstat can't be read"};
    std::string_view rest(text, static_cast<std::size_t>(got));
    std::uint64_t on_cpu = 0, delay = 0, turns = 0;
    if (!take_number(rest, on_cpu) || !take_number(rest, delay) || !take_number(rest, turns))
        return {0, "schedstat does not hold three numbers"};
    // A thread that reads this runs, so it had a turn; 0 turns means that this kernel does not count.
    if (file == own_file_ && turns == 0) return {0, "this kernel counts nothing in schedstat"};
    return {delay, nullptr};
}

// The steal column of our CPUs' lines: cpuN user nice system idle iowait irq softirq steal ...
Counted UsageReader::read_steal() noexcept {
    if (cpus_.empty()) return {0, "no CPU was named whose steal to count"};
    if (stat_file_ < 0) return {0, "/proc/stat can't be opened"};
    if (ticks_per_second_ <= 0) return {0, "the length of a tick is not known"};
    const auto got = ::pread(stat_file_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return {0, "/proc/stat can't be read"};
    std::string_view text(buffer_.data(), static_cast<std::size_t>(got));
    std::uint64_t ticks = 0;
    std::size_t seen = 0;
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        auto line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (!line.starts_with("cpu")) break;
        line.remove_prefix(3);
        std::uint64_t cpu = 0;
        if (line.empty() || line.front() == ' ' || !take_number(line, cpu)) continue;  // the line of all CPUs
        if (!std::binary_search(cpus_.begin(), cpus_.end(), static_cast<int>(cpu))) continue;
        std::uint64_t column = 0;
        for (int i = 0; i < 8; ++i)
            if (!take_number(line, column)) return {0, "/proc/stat has no column for steal"};
        ticks += column;
        ++seen;
    }
    if (seen != cpus_.size()) return {0, "/proc/stat has no line for one of the CPUs"};
    return {ticks * (1000000000ULL / static_cast<std::uint64_t>(ticks_per_second_)), nullptr};
}

UsageSnapshot UsageReader::now() noexcept {
    UsageSnapshot snapshot;
    snapshot.first.wall_ns = time_of(CLOCK_MONOTONIC);
    snapshot.first.ran_ns = time_of(CLOCK_THREAD_CPUTIME_ID);
    // Of the whole process: the work may be done by a thread that nobody told us of.
    rusage used{};
    const bool told = ::getrusage(RUSAGE_SELF, &used) == 0;
    const Counted not_told{0, "getrusage failed"};
    snapshot.minor_faults = told ? counted(used.ru_minflt) : not_told;
    snapshot.major_faults = told ? counted(used.ru_majflt) : not_told;
    snapshot.system_ns =
        told ? counted(used.ru_stime.tv_sec * 1'000'000'000L + used.ru_stime.tv_usec * 1000L) : not_told;
    snapshot.thread_delay_ns =
        own_file_ < 0 ? Counted{0, "/proc/thread-self/schedstat can't be opened"} : read_delay(own_file_);
    snapshot.steal_ns = read_steal();
    snapshot.last.ran_ns = time_of(CLOCK_THREAD_CPUTIME_ID);
    snapshot.last.wall_ns = time_of(CLOCK_MONOTONIC);
    return snapshot;
}

}  // namespace lab

// What the operating system did to this program between two moments: page faults, waiting, steal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/fact.hpp"

namespace lab {

// A raw number, or the reason why it could not be read (a string literal: no allocation near a measurement).
struct Counted {
    std::uint64_t value = 0;
    const char* why = nullptr;
};

// One moment. Plain numbers only; subtract two of them.
struct UsageSnapshot {
    Counted minor_faults, major_faults;  // of the process
    Counted system_ns;                   // the same: time in the kernel, in ticks of some ms
    Counted thread_delay_ns;             // the calling thread
    Counted steal_ns;
    // The clock, and the time that the calling thread had a CPU, before and after the others were read: what happens
    // while they are read must not count as sleep.
    struct Clocks {
        Counted wall_ns, ran_ns;
    } first, last;
};

// The difference between two moments.
struct Usage {
    Fact<std::uint64_t> minor_faults;  // a page had to be mapped, without disk: in any thread of the process
    Fact<std::uint64_t> major_faults;  // the same, with a wait for a disk or for compressed memory
    Fact<std::uint64_t> system_ns;     // the kernel worked for any thread of the process
    Fact<std::uint64_t> thread_delay_ns;  // ready to run, but waiting for a CPU: the calling thread
    // Neither on a CPU nor ready for one: asleep, stopped, waiting for other threads or for a disk. The calling thread. Time
    // that the host took counts here where the kernel knows of it.
    Fact<std::uint64_t> thread_asleep_ns;
    Fact<std::uint64_t> steal_ns;  // the host ran something else on the given CPUs; steps of 10 ms
};
// later - earlier. A count that ran backwards is unknown, never a huge number.
Usage operator-(const UsageSnapshot& later, const UsageSnapshot& earlier);

// Opens the files once, so that a snapshot is a few pread calls and getrusage: no open, no allocation.
// A snapshot costs some microseconds (the kernel writes all of /proc/stat for us when CPUs are given):
// take it around a sample, not inside the timed part.
class UsageReader {
public:
    // `cpus`: whose steal to count (none: steal is unknown). Make it on the thread that is to be counted.
    explicit UsageReader(std::vector<int> cpus = {}, const std::string& root = "/");
    ~UsageReader();
    UsageReader(UsageReader&&) = delete;
    UsageReader(const UsageReader&) = delete;
    UsageReader& operator=(const UsageReader&) = delete;

    UsageSnapshot now() noexcept;

    // Opens the threads that exist at this moment, and begins to count their waiting. Call it after making a Team.
    void watch_threads();
    // The longest that one of them has waited for a CPU since then. The work of a team ends with its slowest member.
    Fact<std::uint64_t> longest_delay_ns() const;

private:
    Counted read_delay(int file) const noexcept;
    Counted read_steal() noexcept;
    void close_threads() noexcept;

    std::vector<int> cpus_;
    std::string root_;
    int own_file_ = -1;
    int stat_file_ = -1;
    struct Watched {
        int file;
        Counted delay_ns;  // when the watch began
    };
    std::vector<Watched> threads_;
    std::vector<char> buffer_;
    long ticks_per_second_ = 0;
};

}  // namespace lab

// Hardware counters of the calling thread through perf_event_open, or one line that says why there are none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/fact.hpp"

struct perf_event_attr;  // of <linux/perf_event.h>

namespace lab {

enum class Event { cycles, instructions, branches, branch_misses };
inline constexpr std::size_t event_count = 4;
std::string to_string(Event event);  // "cycles", "instructions", "branches", "branch-misses"

// The system calls behind the counters. Tests give their own.
class PerfCalls {
public:
    virtual ~PerfCalls() = default;
    // Each returns what the call returns, or minus errno.
    virtual int open(const perf_event_attr& attr, int group) = 0;
    virtual long read(int file, void* into, std::size_t bytes) = 0;
    virtual int control(int file, unsigned long request) = 0;  // for the whole group
    virtual void close(int file) = 0;
    // perf_event_paranoid, and whether a seccomp filter is on (/proc/self/status): for the reasons.
    virtual Fact<int> paranoid() = 0;
    virtual bool filtered() = 0;
};
PerfCalls& live_perf();

// What was counted between start() and stop(), one fact per event.
struct CounterReading {
    std::array<Fact<std::uint64_t>, event_count> count;
    const Fact<std::uint64_t>& operator[](Event event) const {
        return count[static_cast<std::size_t>(event)];
    }
    // Instructions in one cycle; unknown unless both are there.
    Fact<double> instructions_per_cycle() const;
};

// A group: the events are counted over exactly the same instructions, in user mode only.
class Counters {
public:
    // Opens cycles, instructions, branches and branch misses of the calling thread. Never throws for want of counters.
    explicit Counters(PerfCalls& calls = live_perf());
    ~Counters();
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;

    // Is at least one counter open? Otherwise `why` is one line that says what is missing and what to type.
    bool available() const { return leader_ >= 0; }
    const std::string& why() const { return why_; }
    const std::string& why(Event event) const { return reason_[static_cast<std::size_t>(event)]; }

    void start() noexcept;  // sets to zero and counts
    void stop() noexcept;
    // Reads what was counted. Refuses (unknown) when the counters had to share their registers with somebody:
    // running < enabled. Linux would let us scale the number up; a scaled count is an estimate, not a count.
    CounterReading read() const;

private:
    PerfCalls* calls_;
    int leader_ = -1;
    std::vector<std::pair<Event, int>> open_;  // in the order of the group
    std::array<std::string, event_count> reason_;
    std::string why_;
    int failed_control_ = 0;
};

}  // namespace lab

// What machine is this: CPU, caches, limits, clock settings and load, each as a fact that may be unknown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/fact.hpp"

namespace lab {

enum class CacheKind { data, instruction, unified };
std::string to_string(CacheKind kind);  // "data", "instruction", "unified"

// One cache. Two CPUs that have an L1 each give two entries; an L3 that all share gives one.
struct Cache {
    unsigned level = 0;
    CacheKind kind = CacheKind::unified;
    Fact<std::uint64_t> bytes;
    Fact<std::size_t> line;        // bytes in one line
    Fact<unsigned> ways;           // lines in one set
    std::vector<int> shared_cpus;  // CPUs that use this cache; empty when the source does not say
    std::string source;            // "/sys", "sysconf" or "CTR_EL0"
};

// One CPU as Linux numbers it (a hardware thread).
struct CpuPlace {
    int cpu = 0;
    Fact<int> core;             // unique only inside its package
    Fact<int> package;          // the socket
    std::vector<int> siblings;  // CPUs of the same core, itself included; empty when unknown
};

struct Machine {
    Fact<std::string> cpu_model;
    Fact<std::string> architecture;  // "x86_64", "aarch64"
    Fact<std::string> kernel;        // "Linux 6.1.0"

    std::vector<Cache> caches;  // by level, kind, first CPU. May be empty: see caches_remark
    std::string caches_remark;  // why `caches` is empty, or where two sources disagree; else empty
    Fact<std::size_t> page_bytes;

    Fact<std::vector<int>> online_cpus;
    Fact<std::vector<int>> allowed_cpus;  // of this process; the smaller set counts
    std::vector<CpuPlace> places;         // online CPUs whose topology /sys tells
    Fact<double> cpu_quota;               // CPUs' worth of time the control group grants: 1.5
    Fact<bool> smt;                       // do two online CPUs share a core

    Fact<std::string> governor;            // "performance", or "performance, powersave" when CPUs differ
    Fact<std::uint64_t> min_khz, max_khz;  // the limits that the governor keeps to
    Fact<bool> turbo;                      // may the clock go above its nominal value
    Fact<std::string> huge_pages;          // transparent huge pages: "always", "madvise", "never"
    Fact<std::uint64_t> huge_page_bytes;   // size of one such page
    Fact<double> load;                     // processes that wanted to run, mean of the last minute
    Fact<double> steal_share;              // part of the time since start that the host took, 0 to 1
    Fact<std::string> virtualised;         // "KVM guest", "container under ..."; no(...) on bare metal
    Fact<std::uint64_t> memory_total;      // bytes in the machine
    Fact<std::uint64_t>
        memory_available;  // bytes this process may still take: the smallest bound of memory.hpp
};

// The calls whose answers can't be read from a file. A test gives its own.
struct HostCalls {
    std::function<long(int)> sysconf;                      // as sysconf(3); below 1 means "not told"
    std::function<Fact<std::uint64_t>()> ctr_el0;          // aarch64's cache type register
    std::function<Fact<std::vector<int>>()> allowed_cpus;  // sched_getaffinity
    std::function<Fact<std::string>()> architecture;       // uname
    std::function<Fact<std::string>()> hypervisor;         // the name a hypervisor gives on x86: "KVMKVMKVM"
};
HostCalls live_host();    // this machine
HostCalls silent_host();  // tells nothing

// Reads everything once; takes some milliseconds and allocates: never in a timed part.
// `root` stands before /sys and /proc, so that a test can show a machine made of files. The one-argument form
// asks the live host only when root is "/". Never throws because a file is missing or holds nonsense.
Machine read_machine(const std::string& root = "/");
Machine read_machine(const std::string& root, const HostCalls& host);

// One line for a plot: "AMD EPYC, 2 CPUs, KVM guest".
std::string caption(const Machine& machine);

// Everything as text in a fixed order, for the record and for ./lab doctor.
std::vector<std::pair<std::string, Fact<std::string>>> facts(const Machine& machine);

// Bytes in a cache line: what the data caches of `cpu` say; cpu = -1 asks for all CPUs, which must agree.
Fact<std::size_t> line_bytes(const Machine& machine, int cpu = -1);

// Bytes of the data (or unified) cache at this level as `cpu` sees it. With cpu = -1 all CPUs must agree;
// where cores of two kinds differ, the answer is unknown and says which CPUs have which size.
// no(...) when the machine has caches but none at this level.
Fact<std::uint64_t> cache_bytes(const Machine& machine, unsigned level, int cpu = -1);

// The same of the last level that `cpu` has.
Fact<std::uint64_t> last_cache_bytes(const Machine& machine, int cpu = -1);

// "0-3,8" <-> {0,1,2,3,8}, the way Linux writes CPU lists. Nonsense is unknown, an empty list is no(...).
Fact<std::vector<int>> parse_cpu_list(const std::string& text);
std::string cpu_list_text(const std::vector<int>& cpus);

}  // namespace lab

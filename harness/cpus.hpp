// Choosing CPUs and staying on them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/fact.hpp"
#include "harness/machine.hpp"

namespace lab {

// CPUs this thread may run on, ascending (sched_getaffinity; the mask grows until the kernel is content, so
// that machines with more than 1,024 CPUs work).
Fact<std::vector<int>> allowed_cpus();

// Binds the calling thread to one CPU. Returns an empty text, or what went wrong and what to type.
// The binding is only a request: check current_cpu() while running.
std::string pin_to(int cpu);

// The CPU the calling thread runs on at this moment.
Fact<int> current_cpu();

// A CPU with the reason for taking it, in words for the reader.
struct CpuChoice {
    int cpu = 0;
    std::string why;
};

// Picks one of the allowed CPUs: the first but CPU 0, which usually serves most interrupts. Unknown when the list is
// empty.
Fact<CpuChoice> choose_cpu(std::span<const int> allowed);

// The same for a CPU that the user asked for: refused with a reason when it is not allowed.
Fact<CpuChoice> choose_asked_cpu(std::span<const int> allowed, int asked);

// How two CPUs stand to each other. In a virtual machine this is what the host chose to tell.
enum class Relation { same_cpu, siblings, same_package, other_package };
std::string to_string(Relation relation);  // "the same CPU", "siblings on one core", ...
Fact<Relation> relation(const Machine& machine, int a, int b);

struct CpuPair {
    int first = 0, second = 0;
    Fact<Relation> relation;
    std::string why;
};

// Two different CPUs for two threads that talk to each other: different cores of one package if possible,
// then of two packages, then unknown neighbours, and siblings of one core last. no(...) when fewer than two
// CPUs are allowed. CPU 0 is avoided where an equally good pair exists.
Fact<CpuPair> choose_pair(const Machine& machine, std::span<const int> allowed);

}  // namespace lab

// Affinity calls and the choice of CPUs to measure on.
#include "harness/cpus.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace lab {

namespace {

// A CPU mask of any size: cpu_set_t ends at CPU 1023.
class CpuMask {
public:
    explicit CpuMask(int cpus)
        : set_(CPU_ALLOC(static_cast<std::size_t>(cpus))), bytes_(CPU_ALLOC_SIZE(cpus)) {
        if (set_ != nullptr) CPU_ZERO_S(bytes_, set_);
    }
    ~CpuMask() {
        if (set_ != nullptr) CPU_FREE(set_);
    }
    CpuMask(const CpuMask&) = delete;
    CpuMask& operator=(const CpuMask&) = delete;

    cpu_set_t* get() const { return set_; }
    std::size_t bytes() const { return bytes_; }

private:
    cpu_set_t* set_;
    std::size_t bytes_;
};

const CpuPlace* place_of(const Machine& machine, int cpu) {
    const auto found = std::find_if(machine.places.begin(), machine.places.end(),
                                    [cpu](const CpuPlace& place) { return place.cpu == cpu; });
    return found == machine.places.end() ? nullptr : &*found;
}

bool holds(std::span<const int> list, int cpu) {
    return std::find(list.begin(), list.end(), cpu) != list.end();
}

std::string list_text(std::span<const int> cpus) {
    std::vector<int> sorted(cpus.begin(), cpus.end());
    std::sort(sorted.begin(), sorted.end());
    return cpu_list_text(sorted);
}

}  // namespace

Fact<std::vector<int>> allowed_cpus() {
    using List = Fact<std::vector<int>>;
    // The kernel answers EINVAL while our mask is shorter than its own.
    for (int size = 1024; size <= (1 << 20); size *= 2) {
        const CpuMask mask(size);
        if (mask.get() == nullptr) return List::unknown("no memory for a CPU mask");
        if (::sched_getaffinity(0, mask.bytes(), mask.get()) == 0) {
            std::vector<int> cpus;
            for (int cpu = 0; cpu < size; ++cpu)
                if (CPU_ISSET_S(static_cast<std::size_t>(cpu), mask.bytes(), mask.get())) cpus.push_back(cpu);
            return List::of(std::move(cpus));
        }
        if (errno != EINVAL) break;
    }
    return List::unknown(fmt::format("sched_getaffinity: {}", std::strerror(errno)));
}

std::string pin_to(int cpu) {
    if (cpu < 0 || cpu >= (1 << 20)) return fmt::format("there is no CPU {}; type: lscpu -e", cpu);
    const CpuMask mask(std::max(1024, cpu + 1));
    if (mask.get() == nullptr) return "no memory for a CPU mask";
    CPU_SET_S(static_cast<std::size_t>(cpu), mask.bytes(), mask.get());
    if (::sched_setaffinity(0, mask.bytes(), mask.get()) == 0) return {};
    const int problem = errno;
    const auto allowed = allowed_cpus();
    return fmt::format("cannot bind to CPU {}: {}; allowed are {}", cpu, std::strerror(problem),
                       allowed ? "CPUs " + cpu_list_text(*allowed) : allowed.absence());
}

Fact<int> current_cpu() {
    const int cpu = ::sched_getcpu();
    if (cpu < 0) return Fact<int>::unknown(fmt::format("sched_getcpu: {}", std::strerror(errno)));
    return Fact<int>::of(cpu);
}

Fact<CpuChoice> choose_cpu(std::span<const int> allowed) {
    if (allowed.empty()) return Fact<CpuChoice>::unknown("no CPU is known to be allowed");
    std::vector<int> others;
    for (const int cpu : allowed)
        if (cpu != 0 && !holds(others, cpu)) others.push_back(cpu);
    if (others.empty()) return Fact<CpuChoice>::of({0, "CPU 0 is the only one allowed"});
    const int cpu = *std::min_element(others.begin(), others.end());
    if (others.size() == 1 && !holds(allowed, 0))
        return Fact<CpuChoice>::of({cpu, fmt::format("CPU {} is the only one allowed", cpu)});
    return Fact<CpuChoice>::of(
        {cpu, fmt::format(
                  "CPU {} of the allowed {}{}", cpu, list_text(allowed),
                  holds(allowed, 0) ? ", not CPU 0, which serves most interrupts" : ", the first of them")});
}

Fact<CpuChoice> choose_asked_cpu(std::span<const int> allowed, int asked) {
    if (holds(allowed, asked)) return Fact<CpuChoice>::of({asked, fmt::format("CPU {}, as asked", asked)});
    return Fact<CpuChoice>::no(fmt::format("CPU {} is not allowed for this process; allowed are CPUs {}",
                                           asked, allowed.empty() ? "unknown" : list_text(allowed)));
}

std::string to_string(Relation relation) {
    switch (relation) {
        case Relation::same_cpu: return "the same CPU";
        case Relation::siblings: return "siblings on one core";
        case Relation::same_package: return "different cores of one package";
        case Relation::other_package: return "cores of different packages";
    }
    return "?";
}

Fact<Relation> relation(const Machine& machine, int a, int b) {
    using Answer = Fact<Relation>;
    if (a == b) return Answer::of(Relation::same_cpu);
    const auto* first = place_of(machine, a);
    const auto* second = place_of(machine, b);
    if (first == nullptr || second == nullptr)
        return Answer::unknown(fmt::format("/sys shows no topology of CPU {}", first == nullptr ? a : b));
    if (holds(first->siblings, b) || holds(second->siblings, a)) return Answer::of(Relation::siblings);
    if (!first->package || !second->package)
        return Answer::unknown(
            fmt::format("/sys does not tell the package of CPU {}", first->package ? b : a));
    if (*first->package != *second->package) return Answer::of(Relation::other_package);
    // One package. Without a list of siblings the core numbers decide.
    if (first->siblings.empty() || second->siblings.empty()) {
        if (!first->core || !second->core)
            return Answer::unknown(
                fmt::format("/sys tells neither siblings nor core of CPU {}", first->core ? b : a));
        if (*first->core == *second->core) return Answer::of(Relation::siblings);
    }
    return Answer::of(Relation::same_package);
}

Fact<CpuPair> choose_pair(const Machine& machine, std::span<const int> allowed) {
    std::vector<int> cpus(allowed.begin(), allowed.end());
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    if (cpus.size() < 2)
        return Fact<CpuPair>::no(
            cpus.empty()
                ? std::string("no CPU is known to be allowed; two are needed")
                : fmt::format("only CPU {} is allowed; two are needed (see taskset -cp $$)", cpus[0]));

    // Lower is better. CPU 0 only breaks ties.
    const auto rank = [&](int a, int b) {
        const auto how = relation(machine, a, b);
        int place = 2;
        if (how) place = *how == Relation::same_package ? 0 : *how == Relation::other_package ? 1 : 3;
        return place * 2 + (a == 0 || b == 0 ? 1 : 0);
    };
    std::pair best{cpus[0], cpus[1]};
    int best_rank = rank(best.first, best.second);
    for (std::size_t i = 0; i < cpus.size() && best_rank > 0; ++i)
        for (std::size_t k = i + 1; k < cpus.size() && best_rank > 0; ++k)
            if (const int r = rank(cpus[i], cpus[k]); r < best_rank) {
                best = {cpus[i], cpus[k]};
                best_rank = r;
            }
    CpuPair pair{best.first, best.second, relation(machine, best.first, best.second), {}};
    pair.why =
        fmt::format("CPUs {} and {} of the allowed {}: {}", pair.first, pair.second, cpu_list_text(cpus),
                    pair.relation ? to_string(*pair.relation) : "relation " + pair.relation.absence());
    if (pair.relation && *pair.relation == Relation::siblings) pair.why += "; no two cores are allowed";
    return Fact<CpuPair>::of(std::move(pair));
}

}  // namespace lab

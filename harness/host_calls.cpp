// The machine facts that stand in no file: sysconf, affinity, uname and two registers.
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstring>

#include "harness/cpus.hpp"
#include "harness/machine.hpp"

namespace lab {

namespace {

Fact<std::uint64_t> read_ctr_el0() {
#if defined(__aarch64__)
    // Linux lets user programs read this register (or reads it for them where cores differ).
    std::uint64_t value = 0;
    asm("mrs %0, ctr_el0" : "=r"(value));
    return Fact<std::uint64_t>::of(value);
#else
    return Fact<std::uint64_t>::no("CTR_EL0 is a register of aarch64");
#endif
}

Fact<std::string> read_architecture() {
    utsname name{};
    if (::uname(&name) != 0) return Fact<std::string>::unknown("uname failed");
    return Fact<std::string>::of(name.machine);
}

Fact<std::string> read_hypervisor() {
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    // Leaf 1, bit 31 of ecx is never set by hardware: a hypervisor sets it to be seen.
    if (__get_cpuid(1, &a, &b, &c, &d) == 0) return Fact<std::string>::unknown("cpuid is not to be had");
    if ((c & (1U << 31)) == 0) return Fact<std::string>::no("cpuid shows no hypervisor");
    __cpuid(0x40000000, a, b, c, d);
    char name[13] = {};
    std::memcpy(name, &b, 4);
    std::memcpy(name + 4, &c, 4);
    std::memcpy(name + 8, &d, 4);
    return Fact<std::string>::of(name);
#else
    return Fact<std::string>::unknown("only x86 has an instruction that tells");
#endif
}

}  // namespace

HostCalls live_host() {
    return {.sysconf = [](int name) { return ::sysconf(name); },
            .ctr_el0 = read_ctr_el0,
            .allowed_cpus = [] { return allowed_cpus(); },
            .architecture = read_architecture,
            .hypervisor = read_hypervisor};
}

HostCalls silent_host() {
    const std::string why = "not asked";
    return {.sysconf = [](int) { return -1L; },
            .ctr_el0 = [why] { return Fact<std::uint64_t>::unknown(why); },
            .allowed_cpus = [why] { return Fact<std::vector<int>>::unknown(why); },
            .architecture = [why] { return Fact<std::string>::unknown(why); },
            .hypervisor = [why] { return Fact<std::string>::unknown(why); }};
}

}  // namespace lab

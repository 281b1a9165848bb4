// What the running program sees of itself: emulators, tracers, and instrumentation that the linker brought
// in.
#include "harness/build.hpp"

#include <cstdlib>

#include "harness/clock.hpp"
#include "harness/files.hpp"

// Weak: the address is null unless some library of the program really defines the function. (Declared with
// the libraries' own names, which are reserved for them.)
extern "C" {
[[gnu::weak]] void __asan_init();                      // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __tsan_init();                      // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __msan_init();                      // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __ubsan_handle_add_overflow();      // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __ubsan_handle_type_mismatch_v1();  // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __gcov_init();                      // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] int __llvm_profile_write_file();         // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __gmon_start__();                   // NOLINT(bugprone-reserved-identifier)
}

namespace lab {

std::string linked_sanitizer() {
    if (__asan_init != nullptr) return "address";
    if (__tsan_init != nullptr) return "thread";
    if (__msan_init != nullptr) return "memory";
    if (__ubsan_handle_add_overflow != nullptr || __ubsan_handle_type_mismatch_v1 != nullptr)
        return "undefined";
    return {};
}

std::string linked_instrumentation() {
    if (__gcov_init != nullptr) return "coverage (gcov)";
    if (__llvm_profile_write_file != nullptr) return "coverage (LLVM)";
    if (__gmon_start__ != nullptr) return "profiling (-pg)";
    return {};
}

std::string running_under(const std::string& root, const std::string& preload) {
    // Valgrind loads its own libraries first; a static program has none, but the tool itself is in the map.
    const auto maps = read_file(at(root, "/proc/self/maps"));
    if (preload.find("vgpreload") != std::string::npos) return "valgrind";
    if (maps &&
        (maps->find("vgpreload") != std::string::npos || maps->find("/valgrind/") != std::string::npos))
        return "valgrind";
    // A user-mode emulator is the process that the kernel knows: its name, not ours, is in the status file.
    if (const auto status = read_file(at(root, "/proc/self/status")))
        if (const auto name = field(*status, "Name"); name && name->starts_with("qemu-")) return *name;
    if (maps && maps->find("/rosetta") != std::string::npos) return "Rosetta";
    // The names stand in the list of mappings too; qemu hides them in maps, but not in every version in
    // smaps.
    if (const auto smaps = read_file(at(root, "/proc/self/smaps"));
        smaps && smaps->find("/qemu-") != std::string::npos)
        return "qemu-user";
    if (const auto cpu = read_file(at(root, "/proc/cpuinfo"));
        cpu && cpu->find("VirtualApple") != std::string::npos)
        return "Rosetta";
    return {};
}

Fact<int> tracer(const std::string& root) {
    const auto status = read_file(at(root, "/proc/self/status"));
    if (!status) return Fact<int>::unknown(status.why());
    const auto line = field(*status, "TracerPid");
    const auto pid = line ? parse_number(*line) : Fact<std::uint64_t>::unknown(line.why());
    if (!pid || *pid > 0x7fffffff) return Fact<int>::unknown("/proc/self/status tells no TracerPid");
    if (*pid == 0) return Fact<int>::no("nobody traces this process");
    return Fact<int>::of(static_cast<int>(*pid));
}

BuildFacts add_runtime_facts(BuildFacts facts, const std::string& root) {
    if (facts.sanitizer.empty()) facts.sanitizer = linked_sanitizer();
    facts.instrumentation = linked_instrumentation();
    const char* preload =
        std::getenv("LD_PRELOAD");  // NOLINT(concurrency-mt-unsafe): read before threads start
    facts.under = running_under(root, preload == nullptr ? "" : preload);
    // One loaded with LD_PRELOAD (libfaketime) can make every time half as long, the known cost's included.
    if (facts.under.empty() && !run_alike(monotonic_clock(), kernel_clock()))
        facts.under = "a library that changes the clock";
    facts.traced_by = tracer(root);
    return facts;
}

}  // namespace lab

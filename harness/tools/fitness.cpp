// Judges machine facts and tool versions for ./lab doctor.
#include "harness/tools/fitness.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "harness/text.hpp"
#include "harness/tools/text_file.hpp"
#include "harness/units.hpp"

namespace lab::tools {

namespace {

constexpr auto cpu_folder = "/sys/devices/system/cpu";

Finding fit(const std::string& what, const std::string& seen) { return {what, seen, Fit::yes, {}, {}}; }

template <class T>
Finding not_told(const std::string& what, const Fact<T>& fact, const std::string& effect) {
    return {what, fact.absence(), Fit::unknown, "nothing to type: the system does not tell", effect};
}

std::string two_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    for (auto& letter : text) {
        if (letter == ',') letter = '.';  // a locale with a decimal comma
    }
    return text;
}

Finding governor(const Machine& machine) {
    const std::string what = "governor";
    const auto& fact = machine.governor;
    if (!fact)
        return not_told(what, fact, "The clock may change in a run; the lab's own check 'speed' watches it.");
    if (*fact == "performance") return fit(what, *fact);
    return {what, *fact, Fit::no,
            std::string("echo performance | sudo tee ") + cpu_folder + "/cpu*/cpufreq/scaling_governor",
            "The clock follows the load: a short run is timed at a lower clock than a long one."};
}

Finding turbo(const Machine& machine) {
    const std::string what = "turbo";
    const auto& fact = machine.turbo;
    if (!fact)
        return not_told(what, fact,
                        "The clock may fall when the chip gets warm; ratios inside a round stay fair.");
    if (!*fact) return fit(what, "off");
    return {what, "on", Fit::no,
            std::string("echo 1 | sudo tee ") + cpu_folder +
                "/intel_pstate/no_turbo    (AMD: echo 0 | sudo tee " + cpu_folder + "/cpufreq/boost)",
            "The clock falls when the chip gets warm: times drift upwards in a long run. Ratios inside a "
            "round stay fair."};
}

Finding smt(const Machine& machine) {
    const std::string what = "SMT";
    const auto& fact = machine.smt;
    if (!fact)
        return not_told(what, fact, "A thread beside yours on the same core can't be told from a slow core.");
    if (!*fact && machine.virtualised)
        return {what, "off, but this is a guest: the host may run a neighbour on the other half of a core",
                Fit::unknown, "nothing to type: the system does not tell",
                "Then everything is up to twice as slow for seconds; the lab's check 'speed' watches it."};
    if (!*fact) return fit(what, "off: each CPU is a core of its own");
    return {what, "on: two CPUs share a core", Fit::no,
            std::string("echo off | sudo tee ") + cpu_folder + "/smt/control",
            "Work on the sibling takes execution units and half of the L1 and L2 away, with no trace in the "
            "load."};
}

Finding huge_pages(const Machine& machine) {
    const std::string what = "huge pages";
    constexpr auto file = "/sys/kernel/mm/transparent_hugepage/enabled";
    const auto& fact = machine.huge_pages;
    if (!fact) return not_told(what, fact, "Variants with huge pages may be refused.");
    if (*fact == "madvise") return fit(what, "on request (madvise)");
    const std::string mend = std::string("echo madvise | sudo tee ") + file;
    if (*fact == "always") {
        return {what, "always", Fit::no, mend,
                "Large arrays get huge pages unasked: the page and TLB effects look smaller."};
    }
    return {what, *fact, Fit::no, mend, "Variants with huge pages are refused."};
}

Finding counters_line(const CounterState& counters) {
    if (counters.available)
        return fit("counters", "instructions, cycles, branches and mispredictions can be counted");
    const bool forbidden = counters.why.find("sudo sysctl") != std::string::npos;
    return {"counters", "no: " + counters.why, Fit::no,
            forbidden ? "sudo sysctl kernel.perf_event_paranoid=2"
                      : "nothing to type: run on a machine that offers them",
            "Labs print times but no instruction or misprediction counts. Their conclusions rest on times "
            "alone."};
}

Finding virtualised(const Machine& machine) {
    const std::string what = "virtual";
    const auto& fact = machine.virtualised;
    if (fact.is_no()) return fit(what, "no: bare metal");
    if (!fact) return not_told(what, fact, "A host may move this machine between cores without a trace.");
    return {what, *fact, Fit::no, "nothing to type: run on bare metal if you can",
            "The host moves CPUs between cores and shares caches with neighbours: expect regimes, and repeat "
            "runs."};
}

Finding load(const Machine& machine) {
    const std::string what = "load";
    const auto& fact = machine.load;
    if (!fact)
        return not_told(what, fact,
                        "Other programs may compete for the CPU; the lab's check 'alone' watches it.");
    if (*fact < 0.5) return fit(what, two_digits(*fact));
    return {what, two_digits(*fact) + " programs want to run", Fit::no,
            "top    (then end what you don't need)",
            "Other programs take the CPU and the caches: the labs refuse or warn."};
}

Finding steal(const Machine& machine) {
    const std::string what = "steal";
    const auto& fact = machine.steal_share;
    if (!fact) return not_told(what, fact, "Time that a host takes away is not seen.");
    const auto share = two_digits(*fact * 100) + " % since start";
    if (*fact < 0.01) return fit(what, share);
    return {what, share, Fit::no, "nothing to type: ask for a dedicated machine",
            "The host gives the CPU to others in the middle of a sample."};
}

Finding quota(const Machine& machine) {
    const std::string what = "CPU quota";
    const auto& fact = machine.cpu_quota;
    if (fact.is_no()) return fit(what, "none");
    if (!fact)
        return not_told(what, fact, "A control group may stop the process for milliseconds at a time.");
    const auto cpus = machine.allowed_cpus ? static_cast<double>(machine.allowed_cpus->size()) : 1.0;
    if (*fact >= cpus) return fit(what, two_digits(*fact) + " CPUs");
    return {what, two_digits(*fact) + " of " + two_digits(cpus) + " CPUs", Fit::no,
            "start the container without a CPU limit (--cpus)",
            "When the share is used up the process is stopped for milliseconds, in the middle of a sample."};
}

Finding allowed(const Machine& machine) {
    const std::string what = "CPUs";
    const auto& fact = machine.allowed_cpus;
    if (!fact) return not_told(what, fact, "Pinning may fail.");
    const auto text = std::to_string(fact->size()) + " (" + cpu_list_text(*fact) + ")";
    if (fact->size() >= 2) return fit(what, text);
    return {what, text, Fit::no, "taskset -cp 0-1 $$    (where the machine has more)",
            "Labs with two threads refuse to measure."};
}

Finding memory(const Machine& machine) {
    const std::string what = "memory";
    const auto& fact = machine.memory_available;
    if (!fact) return not_told(what, fact, "A lab may ask for more than there is; it then refuses.");
    const auto text = show(static_cast<double>(*fact), Kind::bytes) + " free";
    if (*fact >= Gi(1)) return fit(what, text);
    return {what, text, Fit::no, "end what you don't need, or use smaller sizes (--help shows each lab's)",
            "Full-size labs refuse to start."};
}

}  // namespace

std::vector<Finding> judge_machine(const Machine& machine, const CounterState& counters) {
    return {governor(machine),       turbo(machine),       smt(machine),   huge_pages(machine),
            counters_line(counters), virtualised(machine), load(machine),  steal(machine),
            quota(machine),          allowed(machine),     memory(machine)};
}

Finding judge_tool(const Tool& tool) {
    const auto install = "sudo apt-get install " + tool.package;
    if (tool.output.empty()) return {tool.name, "not found", Fit::no, install, tool.purpose};
    const auto found = version_in(tool.output);
    if (found.empty())
        return {tool.name, "there, but its version is not clear", Fit::unknown, tool.name + " --version",
                tool.purpose};
    const auto seen = found + " (needed: " + tool.needed + ")";
    if (at_least(found, tool.needed)) return fit(tool.name, seen);
    return {tool.name, seen, Fit::no, install, tool.purpose};
}

std::string version_in(const std::string& text) {
    const auto digit = [&](std::size_t i) {
        return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool starts_word =
            i == 0 || text[i - 1] == ' ' || text[i - 1] == '-' || text[i - 1] == '\n' || text[i - 1] == '(';
        if (!digit(i) || !starts_word) continue;
        auto end = i;
        while (digit(end) || (end < text.size() && text[end] == '.' && digit(end + 1))) ++end;
        if (text.find('.', i) < end) return text.substr(i, end - i);
    }
    return {};
}

bool at_least(const std::string& a, const std::string& b) {
    const auto numbers = [](const std::string& version) {
        std::vector<int> parts;
        for (const auto& part : split(version, '.')) parts.push_back(std::atoi(std::string(part).c_str()));
        return parts;
    };
    const auto have = numbers(a), want = numbers(b);
    for (std::size_t i = 0; i < want.size(); ++i) {
        const int part = i < have.size() ? have[i] : 0;
        if (part != want[i]) return part > want[i];
    }
    return true;
}

}  // namespace lab::tools

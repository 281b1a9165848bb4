// Reads the machine facts; every one that can't be read says where it was looked for.
#include "harness/machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/caches.hpp"
#include "harness/cgroup.hpp"
#include "harness/files.hpp"
#include "harness/memory.hpp"
#include "harness/virtualised.hpp"

namespace lab {

namespace {

Fact<double> parse_real(std::string_view text) {
    const auto value = parse_double(text);
    if (value && *value >= 0 && *value < 1e12) return Fact<double>::of(*value);
    return Fact<double>::unknown(fmt::format("\"{}\" is not a number", text.substr(0, 40)));
}

// Arm's own names of its cores; /proc/cpuinfo gives only two numbers.
std::string arm_core(const std::string& implementer, const std::string& part) {
    static const std::map<std::pair<std::string, std::string>, std::string> names = {
        {{"0x41", "0xd03"}, "Cortex-A53"},        {{"0x41", "0xd05"}, "Cortex-A55"},
        {{"0x41", "0xd07"}, "Cortex-A57"},        {{"0x41", "0xd08"}, "Cortex-A72"},
        {{"0x41", "0xd09"}, "Cortex-A73"},        {{"0x41", "0xd0a"}, "Cortex-A75"},
        {{"0x41", "0xd0b"}, "Cortex-A76"},        {{"0x41", "0xd0c"}, "Neoverse N1"},
        {{"0x41", "0xd0d"}, "Cortex-A77"},        {{"0x41", "0xd40"}, "Neoverse V1"},
        {{"0x41", "0xd41"}, "Cortex-A78"},        {{"0x41", "0xd44"}, "Cortex-X1"},
        {{"0x41", "0xd46"}, "Cortex-A510"},       {{"0x41", "0xd47"}, "Cortex-A710"},
        {{"0x41", "0xd49"}, "Neoverse N2"},       {{"0x41", "0xd4f"}, "Neoverse V2"},
        {{"0xc0", "0xac3"}, "Ampere-1"},          {{"0x61", "0x022"}, "Apple M1 Icestorm"},
        {{"0x61", "0x023"}, "Apple M1 Firestorm"}};
    const auto found = names.find({implementer, part});
    if (found != names.end()) return found->second;
    return fmt::format("Arm core (implementer {}, part {})", implementer, part);
}

// x86 names the model; Arm names each core by two numbers, and a machine may have cores of two kinds.
Fact<std::string> read_model(const std::string& root) {
    const auto cpuinfo = read_file(at(root, "/proc/cpuinfo"));
    if (!cpuinfo) return Fact<std::string>::unknown(cpuinfo.why());
    for (const auto* key : {"model name", "Model Name", "cpu model"})
        if (auto name = field(*cpuinfo, key); name && !name->empty()) return name;
    std::vector<std::string> cores;
    std::string implementer;
    for (const auto line : split(*cpuinfo, '\n')) {
        if (const auto who = field(line, "CPU implementer")) implementer = *who;
        if (const auto part = field(line, "CPU part")) {
            auto name = arm_core(implementer, *part);
            if (std::find(cores.begin(), cores.end(), name) == cores.end()) cores.push_back(std::move(name));
        }
    }
    if (!cores.empty()) return Fact<std::string>::of(fmt::format("{}", fmt::join(cores, " + ")));
    if (auto board = read_line(at(root, "/proc/device-tree/model"))) return board;
    return Fact<std::string>::unknown("/proc/cpuinfo names no model");
}

Fact<std::string> read_architecture(const std::string& root, const HostCalls& host) {
    if (auto name = host.architecture(); name) return name;
    return read_line(at(root, "/proc/sys/kernel/arch"));
}

Fact<std::string> read_kernel(const std::string& root) {
    auto release = read_line(at(root, "/proc/sys/kernel/osrelease"));
    if (!release) return release;
    const auto type = read_line(at(root, "/proc/sys/kernel/ostype"));
    return Fact<std::string>::of(type.value_or("Linux") + " " + *release);
}

Fact<std::vector<int>> read_cpu_list(const std::string& path) {
    const auto line = read_line(path);
    if (!line) return Fact<std::vector<int>>::unknown(line.why());
    auto list = parse_cpu_list(*line);
    if (!list) return Fact<std::vector<int>>::unknown(fmt::format("{} {}", path, list.why()));
    return list;
}

Fact<std::vector<int>> read_online(const std::string& root) {
    auto online = read_cpu_list(at(root, "/sys/devices/system/cpu/online"));
    if (online) return online;
    // Without /sys: /proc/stat has one line for each CPU that is online.
    std::vector<int> cpus;
    if (const auto stat = read_file(at(root, "/proc/stat")))
        for (const auto line : split(*stat, '\n')) {
            if (!line.starts_with("cpu")) break;
            const auto parts = words(line);
            if (const auto number = parse_number(parts[0].substr(3)); number && *number < 1000000)
                cpus.push_back(static_cast<int>(*number));
        }
    if (cpus.empty()) return online;
    return Fact<std::vector<int>>::of(std::move(cpus));
}

Fact<std::vector<int>> read_allowed(const std::string& root, const HostCalls& host) {
    if (auto allowed = host.allowed_cpus(); allowed) return allowed;
    const auto status = read_file(at(root, "/proc/self/status"));
    if (!status) return Fact<std::vector<int>>::unknown(status.why());
    const auto list = field(*status, "Cpus_allowed_list");
    if (!list) return Fact<std::vector<int>>::unknown("/proc/self/status: " + list.why());
    return parse_cpu_list(*list);
}

Fact<int> read_id(const std::string& path) {
    const auto number = read_number(path);  // "-1" is how the kernel says that it does not know
    if (!number) return Fact<int>::unknown(number.why());
    if (*number > 1000000000) return Fact<int>::unknown(fmt::format("{} holds {}", path, *number));
    return Fact<int>::of(static_cast<int>(*number));
}

std::vector<CpuPlace> read_places(const std::string& root, const std::vector<int>& cpus) {
    std::vector<CpuPlace> places;
    for (const int cpu : cpus) {
        const auto directory = at(root, fmt::format("/sys/devices/system/cpu/cpu{}/topology", cpu));
        if (!is_directory(directory)) continue;
        CpuPlace place;
        place.cpu = cpu;
        place.core = read_id(directory + "/core_id");
        place.package = read_id(directory + "/physical_package_id");
        auto siblings = read_cpu_list(directory + "/thread_siblings_list");
        if (!siblings) siblings = read_cpu_list(directory + "/core_cpus_list");
        place.siblings = siblings.value_or({});
        places.push_back(std::move(place));
    }
    return places;
}

// Two hardware threads on one core, both online.
Fact<bool> read_smt(const std::string& root, const Machine& machine) {
    bool all_known = !machine.places.empty();
    for (const auto& place : machine.places) {
        if (place.siblings.empty()) all_known = false;
        const auto online = std::count_if(place.siblings.begin(), place.siblings.end(), [&](int sibling) {
            return std::any_of(machine.places.begin(), machine.places.end(),
                               [&](const CpuPlace& other) { return other.cpu == sibling; });
        });
        if (online > 1) return Fact<bool>::of(true);
    }
    if (all_known) return Fact<bool>::of(false);
    const auto active = read_number(at(root, "/sys/devices/system/cpu/smt/active"));
    if (active && *active <= 1) return Fact<bool>::of(*active == 1);
    return Fact<bool>::unknown("no topology and no smt/active in /sys/devices/system/cpu");
}

// The tightest of the quotas of our control group and its parents.
Fact<double> read_quota(const std::string& root) {
    const auto groups = cgroup_directories(root, "cpu");
    if (groups.version == 0) return Fact<double>::unknown(groups.why);
    Fact<double> least = Fact<double>::no("no control group sets one");
    const auto consider = [&](double quota, double period) {
        if (period > 0 && (!least || quota / period < *least)) least = Fact<double>::of(quota / period);
    };
    std::string damaged;
    for (const auto& path : groups.paths) {
        if (groups.version == 2) {
            const auto line =
                read_line(path + "/cpu.max");  // "150000 100000" or "max 100000"; none at the top
            if (!line) continue;
            const auto parts = words(*line);
            if (parts[0] == "max") continue;
            const auto quota = parse_number(parts[0]);
            const auto period = parts.size() > 1 ? parse_number(parts[1]) : Fact<std::uint64_t>{};
            if (quota && period && *period > 0) {
                consider(static_cast<double>(*quota), static_cast<double>(*period));
            } else {
                damaged = fmt::format("{}/cpu.max holds \"{}\"", path, *line);
            }
        } else {
            const auto line = read_line(path + "/cpu.cfs_quota_us");
            if (!line || *line == "-1") continue;
            const auto quota = parse_number(*line);
            const auto period = read_number(path + "/cpu.cfs_period_us");
            if (quota && period && *period > 0) {
                consider(static_cast<double>(*quota), static_cast<double>(*period));
            } else {
                damaged = fmt::format("{}/cpu.cfs_quota_us holds \"{}\"", path, *line);
            }
        }
    }
    if (!least && !damaged.empty()) return Fact<double>::unknown(damaged);
    return least;
}

Fact<std::string> read_governor(const std::string& root, const std::vector<int>& cpus) {
    std::set<std::string> governors;
    for (const int cpu : cpus)
        if (const auto line = read_line(
                at(root, fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpu))))
            governors.insert(*line);
    if (governors.empty())
        return Fact<std::string>::unknown(
            "no cpufreq/scaling_governor in /sys; a guest does not see its host's");
    return Fact<std::string>::of(fmt::format("{}", fmt::join(governors, ", ")));
}

// The lowest of the lower limits, or the highest of the upper ones.
Fact<std::uint64_t> read_khz(const std::string& root, const std::vector<int>& cpus, const std::string& name,
                             bool highest) {
    auto limit = Fact<std::uint64_t>::unknown(fmt::format("no readable cpufreq/{} in /sys", name));
    for (const int cpu : cpus) {
        const auto khz =
            read_number(at(root, fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/{}", cpu, name)));
        if (!khz || *khz == 0) continue;
        if (!limit || (highest ? *khz > *limit : *khz < *limit)) limit = khz;
    }
    return limit;
}

Fact<bool> read_turbo(const std::string& root) {
    const auto none = read_number(at(root, "/sys/devices/system/cpu/intel_pstate/no_turbo"));
    if (none && *none <= 1) return Fact<bool>::of(*none == 0);
    const auto boost = read_number(at(root, "/sys/devices/system/cpu/cpufreq/boost"));
    if (boost && *boost <= 1) return Fact<bool>::of(*boost == 1);
    return Fact<bool>::unknown("neither intel_pstate/no_turbo nor cpufreq/boost in /sys/devices/system/cpu");
}

// "always [madvise] never": the one in brackets.
Fact<std::string> read_huge_pages(const std::string& root) {
    const auto path = at(root, "/sys/kernel/mm/transparent_hugepage/enabled");
    auto line = read_line(path);
    if (!line) {
        if (is_directory(at(root, "/sys/kernel/mm")) &&
            !is_directory(at(root, "/sys/kernel/mm/transparent_hugepage")))
            return Fact<std::string>::no("this kernel is built without transparent huge pages");
        return line;
    }
    const auto open = line->find('['), close = line->find(']');
    if (open == std::string::npos || close == std::string::npos || close <= open + 1)
        return Fact<std::string>::unknown(fmt::format("{} holds \"{}\"", path, line->substr(0, 40)));
    return Fact<std::string>::of(line->substr(open + 1, close - open - 1));
}

Fact<double> read_load(const std::string& root) {
    const auto line = read_line(at(root, "/proc/loadavg"));
    if (!line) return Fact<double>::unknown(line.why());
    auto load = parse_real(words(*line).front());
    if (!load) return Fact<double>::unknown("/proc/loadavg: " + load.why());
    return load;
}

// The first line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks. (What guests of
// this machine used follows; it is already in user and nice.)
Fact<double> read_steal(const std::string& root) {
    const auto stat = read_file(at(root, "/proc/stat"));
    if (!stat) return Fact<double>::unknown(stat.why());
    const auto parts = words(std::string_view(*stat).substr(0, stat->find('\n')));
    if (parts.size() < 9 || parts[0] != "cpu")
        return Fact<double>::unknown("/proc/stat has no column for steal");
    double sum = 0, steal = 0;
    for (std::size_t i = 1; i <= 8; ++i) {
        const auto ticks = parse_number(parts[i]);
        if (!ticks) return Fact<double>::unknown("/proc/stat " + ticks.why());
        steal = static_cast<double>(*ticks);
        sum += steal;
    }
    if (sum <= 0) return Fact<double>::unknown("/proc/stat counts nothing yet");
    return Fact<double>::of(steal / sum);
}

Fact<std::size_t> read_page_bytes(const HostCalls& host) {
    const long bytes = host.sysconf(_SC_PAGESIZE);
    if (bytes <= 0) return Fact<std::size_t>::unknown("sysconf does not tell");
    return Fact<std::size_t>::of(static_cast<std::size_t>(bytes));
}

}  // namespace

Machine read_machine(const std::string& root) {
    return read_machine(root, root == "/" || root.empty() ? live_host() : silent_host());
}

Machine read_machine(const std::string& root, const HostCalls& host) {
    Machine machine;
    machine.cpu_model = read_model(root);
    machine.architecture = read_architecture(root, host);
    machine.kernel = read_kernel(root);
    machine.page_bytes = read_page_bytes(host);
    machine.online_cpus = read_online(root);
    machine.allowed_cpus = read_allowed(root, host);
    // Offline CPUs keep some of their directories, with stale contents or none: only online ones are read.
    const auto cpus = machine.online_cpus ? *machine.online_cpus : machine.allowed_cpus.value_or({});
    auto caches = read_caches(root, cpus, host);
    machine.caches = std::move(caches.caches);
    machine.caches_remark = std::move(caches.remark);
    machine.places = read_places(root, cpus);
    machine.smt = read_smt(root, machine);
    machine.cpu_quota = read_quota(root);
    machine.governor = read_governor(root, cpus);
    machine.min_khz = read_khz(root, cpus, "scaling_min_freq", false);
    machine.max_khz = read_khz(root, cpus, "scaling_max_freq", true);
    machine.turbo = read_turbo(root);
    machine.huge_pages = read_huge_pages(root);
    machine.huge_page_bytes = read_number(at(root, "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"));
    machine.load = read_load(root);
    machine.steal_share = read_steal(root);
    machine.virtualised = read_virtualised(root, host);
    const auto meminfo = read_file(at(root, "/proc/meminfo"));
    machine.memory_total =
        meminfo ? field_bytes(*meminfo, "MemTotal") : Fact<std::uint64_t>::unknown(meminfo.why());
    machine.memory_available = available_memory(root);
    return machine;
}

Fact<std::vector<int>> parse_cpu_list(const std::string& text) {
    using List = Fact<std::vector<int>>;
    if (trimmed(text).empty()) return List::no("the list is empty");
    const auto bad = [&] {
        return List::unknown(fmt::format("holds \"{}\", not a CPU list", text.substr(0, 40)));
    };
    constexpr std::uint64_t most =
        1U << 20;  // far more CPUs than Linux can have; keeps nonsense from filling memory
    std::vector<int> cpus;
    for (const auto part : split(trimmed(text), ',')) {
        const auto ends = split(part, '-');
        if (ends.size() > 2) return bad();
        const auto first = parse_number(ends.front()), last = parse_number(ends.back());
        if (!first || !last || *first > *last || *last >= most) return bad();
        for (auto cpu = *first; cpu <= *last; ++cpu) cpus.push_back(static_cast<int>(cpu));
        if (cpus.size() > most) return bad();
    }
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return List::of(std::move(cpus));
}

std::string cpu_list_text(const std::vector<int>& cpus) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t end = i;
        while (end + 1 < cpus.size() && cpus[end + 1] == cpus[end] + 1) ++end;
        if (!text.empty()) text += ',';
        text += end == i ? fmt::format("{}", cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[end]);
        i = end + 1;
    }
    return text;
}

}  // namespace lab

// Opens, starts, stops and reads a group of hardware counters.
#include "harness/counters.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/files.hpp"

namespace lab {

namespace {

class LivePerf final : public PerfCalls {
public:
    int open(const perf_event_attr& attr, int group) override {
        // pid 0, cpu -1: the calling thread, wherever it runs. The descriptor closes itself in an exec.
        const long file = ::syscall(SYS_perf_event_open, &attr, 0, -1, group, PERF_FLAG_FD_CLOEXEC);
        return file < 0 ? -errno : static_cast<int>(file);
    }
    long read(int file, void* into, std::size_t bytes) override {
        const auto got = ::read(file, into, bytes);
        return got < 0 ? -errno : got;
    }
    int control(int file, unsigned long request) override {
        return ::ioctl(file, request, PERF_IOC_FLAG_GROUP) < 0 ? -errno : 0;
    }
    void close(int file) override { ::close(file); }

    Fact<int> paranoid() override {
        const auto line = read_line("/proc/sys/kernel/perf_event_paranoid");
        if (!line) return Fact<int>::unknown(line.why());
        const bool negative = line->starts_with('-');
        const auto number = parse_number(std::string_view(*line).substr(negative ? 1 : 0));
        if (!number || *number > 100)
            return Fact<int>::unknown("perf_event_paranoid holds \"" + *line + "\"");
        return Fact<int>::of(negative ? -static_cast<int>(*number) : static_cast<int>(*number));
    }
    bool filtered() override {
        const auto status = read_file("/proc/self/status");
        return status && field(*status, "Seccomp").value_or("0") != "0";
    }
};

std::uint64_t kernel_number(Event event) {
    switch (event) {
        case Event::cycles: return PERF_COUNT_HW_CPU_CYCLES;
        case Event::instructions: return PERF_COUNT_HW_INSTRUCTIONS;
        case Event::branches: return PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
        case Event::branch_misses: return PERF_COUNT_HW_BRANCH_MISSES;
    }
    return PERF_COUNT_HW_MAX;
}

// One line: what is missing, and what to type.
std::string reason(Event event, int problem, PerfCalls& calls) {
    switch (problem) {
        case ENOENT:
        case ENODEV:
        case EOPNOTSUPP:
            return fmt::format(
                "no counter for {}: the kernel sees no such hardware ({}); most virtual machines hide it, "
                "use a real machine or a host that passes its counters on",
                to_string(event), std::strerror(problem));
        case EACCES:
        case EPERM: {
            const auto level = calls.paranoid();
            if (level && *level > 2)
                return fmt::format(
                    "counters are forbidden: perf_event_paranoid is {}; type: sudo sysctl "
                    "kernel.perf_event_paranoid=2",
                    *level);
            if (calls.filtered())
                return "counters are forbidden by a seccomp filter, as in most containers; with Docker add "
                       "--cap-add PERFMON or --security-opt seccomp=unconfined";
            return fmt::format("counters are forbidden ({}; perf_event_paranoid is {}); try as root",
                               std::strerror(problem), level ? std::to_string(*level) : level.absence());
        }
        case ENOSYS:
            return "no counters: this kernel or emulator has no perf_event_open; use a Linux kernel with "
                   "CONFIG_PERF_EVENTS";
        case EINVAL:
            return fmt::format(
                "no counter for {}: the kernel does not accept it in this group (Invalid argument)",
                to_string(event));
        case EBUSY:
            return "the counters are taken by somebody else; stop other users of perf, or type: sudo sysctl "
                   "kernel.nmi_watchdog=0";
        default:
            return fmt::format("no counter for {}: perf_event_open: {}", to_string(event),
                               std::strerror(problem));
    }
}

}  // namespace

std::string to_string(Event event) {
    switch (event) {
        case Event::cycles: return "cycles";
        case Event::instructions: return "instructions";
        case Event::branches: return "branches";
        case Event::branch_misses: return "branch-misses";
    }
    return "?";
}

PerfCalls& live_perf() {
    static LivePerf calls;
    return calls;
}

Fact<double> CounterReading::instructions_per_cycle() const {
    const auto& cycles = (*this)[Event::cycles];
    const auto& instructions = (*this)[Event::instructions];
    if (!cycles) return Fact<double>::unknown(cycles.why());
    if (!instructions) return Fact<double>::unknown(instructions.why());
    if (*cycles == 0) return Fact<double>::unknown("no cycle was counted");
    return Fact<double>::of(static_cast<double>(*instructions) / static_cast<double>(*cycles));
}

Counters::Counters(PerfCalls& calls) : calls_(&calls) {
    for (const auto event : {Event::cycles, Event::instructions, Event::branches, Event::branch_misses}) {
        auto& why = reason_[static_cast<std::size_t>(event)];
        perf_event_attr attr{};
        attr.size = sizeof attr;
        attr.type = PERF_TYPE_HARDWARE;
        attr.config = kernel_number(event);
        if (leader_ < 0) attr.disabled = 1;  // the first one switches the whole group
        attr.exclude_kernel = 1;             // what the lab's own code does, and what needs no privilege
        attr.exclude_hv = 1;
        attr.read_format =
            PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
        const int file = calls_->open(attr, leader_);
        if (file < 0) {
            why = reason(event, -file, *calls_);
            if (why_.empty()) why_ = why;
            continue;
        }
        if (leader_ < 0) leader_ = file;
        open_.emplace_back(event, file);
    }
    if (leader_ >= 0) why_.clear();
}

Counters::~Counters() {
    // Members first: a group must not lose its leader while they live.
    for (auto member = open_.rbegin(); member != open_.rend(); ++member) calls_->close(member->second);
}

void Counters::start() noexcept {
    if (leader_ < 0) return;
    failed_control_ = calls_->control(leader_, PERF_EVENT_IOC_RESET);
    if (const int failed = calls_->control(leader_, PERF_EVENT_IOC_ENABLE); failed < 0)
        failed_control_ = failed;
}

void Counters::stop() noexcept {
    if (leader_ < 0) return;
    if (const int failed = calls_->control(leader_, PERF_EVENT_IOC_DISABLE); failed < 0)
        failed_control_ = failed;
}

CounterReading Counters::read() const {
    CounterReading reading;
    for (std::size_t i = 0; i < event_count; ++i) reading.count[i] = Fact<std::uint64_t>::unknown(reason_[i]);
    const auto refuse = [&](const std::string& why) {
        for (const auto& [event, file] : open_)
            reading.count[static_cast<std::size_t>(event)] = Fact<std::uint64_t>::unknown(why);
        return reading;
    };
    if (leader_ < 0) return reading;
    if (failed_control_ < 0)
        return refuse(fmt::format("the counters could not be switched: {}", std::strerror(-failed_control_)));

    struct {
        std::uint64_t counters = 0, enabled = 0, running = 0, value[event_count] = {};
    } raw;
    const auto wanted = sizeof(std::uint64_t) * (3 + open_.size());
    const long got = calls_->read(leader_, &raw, sizeof raw);
    if (got < 0)
        return refuse(
            fmt::format("the counters could not be read: {}", std::strerror(static_cast<int>(-got))));
    if (static_cast<std::size_t>(got) != wanted || raw.counters != open_.size())
        return refuse("the counters could not be read: the kernel gave a different number of them");
    if (raw.enabled == 0) return refuse("the counters were never started");
    if (raw.running == 0)
        return refuse(
            "the counters never got a register; stop other users of perf, or type: sudo sysctl "
            "kernel.nmi_watchdog=0");
    if (raw.running < raw.enabled)
        return refuse(fmt::format(
            "the counters ran only {:.3g} % of the time, since others shared their registers; stop "
            "other users of perf, or type: sudo sysctl kernel.nmi_watchdog=0",
            100.0 * static_cast<double>(raw.running) / static_cast<double>(raw.enabled)));
    for (std::size_t i = 0; i < open_.size(); ++i)
        reading.count[static_cast<std::size_t>(open_[i].first)] = Fact<std::uint64_t>::of(raw.value[i]);
    return reading;
}

}  // namespace lab

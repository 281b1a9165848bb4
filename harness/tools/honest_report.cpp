// Checks the required parts of the honest benchmark report, and fills in what a run already knows.
#include "harness/tools/honest_report.hpp"

#include <array>

#include "harness/text.hpp"
#include "harness/tools/text_file.hpp"
#include "harness/units.hpp"

namespace lab::tools {

namespace {

struct Part {
    std::string_view id, missing;
};

constexpr std::array parts{
    Part{"1.1", "say which code, and which version of it"},
    Part{"1.2", "say which time, and which statistic of it"},
    Part{"1.3", "name the machine, the compiler and its flags"},
    Part{"1.4", "say what data, how much, and from which seed"},
    Part{"1.5", "say what else was running, and what happened before the first timed call"},
    Part{"2.1", "name the first workload with its size"},
    Part{"2.2", "name the second workload; one input gives one point"},
    Part{"2.3", "name a workload that you expect to be bad for your code"},
    Part{"2.4", "say when the workloads were chosen; after measuring is too late"},
    Part{"3.1", "name something whose cost is known: ./lab run known_cost"},
    Part{"3.2", "give the error of the known cost in percent: ./lab run known_cost"},
    Part{"4.1", "write three times of the first workload"},
    Part{"4.2", "write three times of the second workload"},
    Part{"4.3", "write three times of the third workload"},
    Part{"5.1", "write the claim in one sentence"},
    Part{"5.2", "say what the numbers do not show"},
};

std::string repeats_fault(std::string_view answer) {
    const auto times = split(answer, ',');
    if (times.size() != 3) {
        return "there are " + std::to_string(times.size()) +
               " values and should be three, separated by commas: 12.1 ms, 12.3 ms, 12.2 ms";
    }
    for (const auto& time : times) {
        const auto word = std::string(trimmed(time));
        if (word.find_first_of("nums") == std::string::npos)
            return "'" + word + "' has no unit; write it as 12.1 ms (ns, us, ms or s)";
        const auto parsed = parse(word, Unit{ms});
        if (!parsed.value) return parsed.error;
        if (!(*parsed.value > 0)) return "'" + word + "' is no time: nothing takes 0 or less";
    }
    return "";
}

std::string percent_fault(std::string_view answer) {
    const auto parsed = parse(std::string(trimmed(answer)), Unit{percent});
    return parsed.value ? "" : parsed.error;
}

}  // namespace

std::vector<Filling> report_fillings(const std::optional<Record>& any_run,
                                     const std::optional<Record>& known_cost) {
    std::vector<Filling> all;
    if (any_run && !any_run->caption.empty()) all.push_back({"1.3", SlotKind::answer, any_run->caption});
    const auto* error = known_cost ? known_cost->answer("spin_error") : nullptr;
    if (error != nullptr && error->value) {
        all.push_back({"3.1", SlotKind::answer,
                       "a spin of 50 us: it looks at the clock until 50 us are over (known_cost, " +
                           known_cost->started + ")"});
        all.push_back({"3.2", SlotKind::answer, show_in(*error->value, Unit{percent})});
    }
    return all;
}

std::vector<std::string> report_faults(std::string_view page) {
    const auto sheet = parse_worksheet(page);
    std::vector<std::string> faults = sheet.faults;
    for (const auto& part : parts) {
        const auto id = std::string(part.id);
        const auto* slot = sheet.slot(id, SlotKind::answer);
        if (slot == nullptr || slot->empty()) {
            faults.push_back(id + "  " + (slot == nullptr ? "is not on the page: " : "is empty: ") +
                             std::string(part.missing) + ".");
            continue;
        }
        const auto fault = part.id.starts_with("4.") ? repeats_fault(slot->content)
                           : part.id == "3.2"        ? percent_fault(slot->content)
                                                     : std::string();
        if (!fault.empty()) faults.push_back(id + "  " + fault + (fault.ends_with('.') ? "" : "."));
    }
    const auto said = [&](const char* id) {
        const auto* slot = sheet.slot(id, SlotKind::answer);
        return slot == nullptr ? std::string() : slot->content;
    };
    for (const auto& [one, other] : {std::pair{"2.1", "2.2"}, {"2.1", "2.3"}, {"2.2", "2.3"}}) {
        if (!said(one).empty() && said(one) == said(other))
            faults.push_back(std::string(other) + "  is the same workload as " + one +
                             ": choose one that differs.");
    }
    return faults;
}

}  // namespace lab::tools

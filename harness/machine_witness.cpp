// Takes a snapshot before and after, and adds the difference to the visit.
#include "harness/machine_witness.hpp"

#include "harness/cpus.hpp"
#include "harness/team.hpp"

#include <limits>

namespace lab {
namespace {

double or_nan(const Fact<std::uint64_t>& count) {
    return count ? static_cast<double>(*count) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

MachineWitness::MachineWitness(Team* team) : team_(team) {}

void MachineWitness::start() {
    if (team_ != nullptr) {
        usage_.watch_threads();
        team_runs_ = team_->runs();
    }
    before_ = usage_.now();
}

void MachineWitness::stop(Visit& visit) {
    const auto used = usage_.now() - before_;
    visit.run_delay_ns += or_nan(team_ == nullptr ? used.thread_delay_ns : usage_.longest_delay_ns());
    // The thread that lets a team work sleeps meanwhile.
    visit.asleep_ns += team_ == nullptr ? or_nan(used.thread_asleep_ns) : 0;
    visit.minor_faults += or_nan(used.minor_faults);
    visit.major_faults += or_nan(used.major_faults);
    visit.system_ns += or_nan(used.system_ns);
    visit.cpu = current_cpu().value_or(-1);
    if (team_ == nullptr) return;
    // What it saw in an earlier row says nothing of this one.
    visit.members = team_->runs() == team_runs_ ? std::vector<MemberRun>{} : team_->last().members;
}

}  // namespace lab

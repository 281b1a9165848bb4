// Watches what the machine does around the timed part of a row: faults, waiting, place.
#pragma once

#include "harness/measurement.hpp"
#include "harness/usage.hpp"

namespace lab {

class Team;

// Watches the calling thread, or the threads of a team (`team` may be null). Waiting and faults that the kernel does
// not tell are NaN.
class MachineWitness final : public Witness {
public:
    explicit MachineWitness(Team* team);
    void start() override;
    void stop(Visit& visit) override;

private:
    Team* team_;
    UsageReader usage_;
    UsageSnapshot before_;
    std::uint64_t team_runs_ = 0;
};

}  // namespace lab

// What a team of threads saw in one run. Apart from the team itself, so that a lab without threads compiles faster.
#pragma once

#include <vector>

namespace lab {

// What one member saw in one run.
struct MemberRun {
    int cpu_asked = -1;
    int cpu_before = -1;  // ran on at the release, -1 unknown
    int cpu_after = -1;   // ran on at its end
};

struct TeamRun {
    std::vector<MemberRun> members;
};

}  // namespace lab

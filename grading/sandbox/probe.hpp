// Finds out how well this machine can keep a student's code apart.
#pragma once

#include <string>
#include <vector>

#include "grading/sandbox/launch.hpp"

namespace grading {

struct Probe {
    bool found = false;
    Jail jail;
    std::string why_not_better;  // what the better tiers said, for the reader of the results
};

// Tries bubblewrap, then a separate user (needs root, and a grader tree that user can't read), then --trust if it was asked
// for. `slot` numbers the jobs that run at once: each gets a user of its own. The secret files must be unreadable for it.
Probe probe(const std::string& box, unsigned slot, bool trust, const std::string& force,
            const std::vector<std::string>& secret_files);

}  // namespace grading

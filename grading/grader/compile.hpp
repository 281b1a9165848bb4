// Compiles one student's files inside the sandbox and links them with the exercise's driver.
#pragma once

#include <map>
#include <string>

#include "grading/grader/exercise.hpp"
#include "grading/grader/workshop.hpp"

namespace grading {

struct Built {
    bool ok = false;
    std::string program;  // path
    std::string reason;   // why not, one sentence
    bool maybe_ours =
        false;  // it did not run to its own end: the machine's fault, or a source made to exhaust it
    std::string diagnostics;  // of the compiler, printable, bounded
};

// `files` are the edited files by name, relative to the exercise's folder. `job` is a folder that Workshop::job made.
Built compile(const Exercise& exercise, const std::map<std::string, std::string>& files, const Workshop& shop,
              const Jail& jail, const std::string& job);

}  // namespace grading

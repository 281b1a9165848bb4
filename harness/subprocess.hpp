// Runs another program and collects what it prints: no shell, so a path with spaces or quotes is just a path.
#pragma once

#include <string>
#include <vector>

namespace lab {

struct ProgramResult {
    bool started = false;  // false: no such program, or no more processes; `error` says which
    int process = -1;      // its number, as in the name of a file it wrote
    int exit_code = -1;    // 128 + signal number when a signal ended it
    std::string output;    // its standard output
    std::string error;     // its standard error
};

// Runs command[0] (looked up in PATH) with the arguments behind it, standard input empty, and waits for its
// end. Messages come in English whatever the reader's language (LC_ALL=C), so that they can be parsed.
// `environment`: extra NAME=value entries; with `clean`, nothing but PATH and those.
ProgramResult run_program(const std::vector<std::string>& command,
                          const std::vector<std::string>& environment = {}, bool clean = false);

}  // namespace lab

// Starts a command where a student's code can do no harm, and ends it with everything it started.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace grading {

// How well a student's code is kept apart on this machine. Named in every result.
enum class Tier {
    bubblewrap,  // own namespaces: no network, own processes, an empty read-only root
    separate_user,  // a user id of its own, no new files, no sockets; it sees the world-readable part of the machine
    trust,          // limits only; the instructor asked for it with --trust
};

const char* tier_name(Tier tier);

// Where and as whom commands run.
struct Jail {
    Tier tier = Tier::trust;
    uid_t uid = 0;    // drop to this user and group; 0 stays what we are
    std::string box;  // path of the program that sets limits just before the command
};

// The command line numbers are those of setrlimit. A limit that is hit ends the command, not the grader.
struct Limits {
    unsigned cpu_seconds = 10;
    unsigned memory_mib = 512;  // address space of one process
    unsigned file_mib = 16;     // one file
    unsigned processes = 16;
    unsigned descriptors = 64;
};

// System calls that the kernel refuses, beside those that change namespaces, trace or open sockets.
enum class Filter {
    none,  // the compiler
    run,   // the student's program: threads, no second process
    cost,  // the student's program under cachegrind: no thread either, no second program
};

struct Bind {
    std::string outside;
    std::string inside;  // used as given under bubblewrap; the other tiers see the outside path
    bool writable = false;
};

struct Command {
    std::vector<std::string> argv;  // paths as seen inside
    std::vector<Bind> binds;
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::pair<int, int>> descriptors;  // {number inside, ours}
    Limits limits;
    Filter filter = Filter::run;
    bool system = false;    // the compiler's /usr
    bool proc = false;      // /proc
    unsigned tmp_mib = 16;  // size of /tmp
    int log_descriptor =
        -1;  // a number inside that is moved past the descriptors valgrind lets its program use
};

// A command that runs. One owner.
struct Running {
    pid_t pid = -1;
    int pidfd = -1;
    Jail jail;
};

// Throws std::system_error when the command can't be started.
Running launch(const Jail& jail, const Command& command);

// How a command ended.
struct Ending {
    bool exited = false;
    int code = 0;  // exit code, or the signal
    bool killed_by_us = false;
};

// Kills what is left of the command, its children included, and waits for it.
Ending finish(Running& running);

// True if it ended by itself within this time.
bool wait_for(const Running& running, int milliseconds);

}  // namespace grading

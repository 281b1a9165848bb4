// Probes the sandbox tiers by running a command that does nothing in each.
#include "grading/sandbox/probe.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace grading {

namespace {

// A user that nobody has. One for each job: a signal to "all my processes" reaches one student's only. Two graders at once
// take different ones as well.
constexpr uid_t kFirstUser = 58000;
constexpr unsigned kJobs = 64;
constexpr unsigned kGraders = 40;

uid_t unused_user(unsigned slot) {
    uid_t uid = kFirstUser + kJobs * (static_cast<unsigned>(getpid()) % kGraders) + slot;
    while (getpwuid(uid) != nullptr) uid += kJobs * kGraders;
    return uid;
}

// box runs itself, under its limits and its filter; the inner one gets too few arguments and says 125.
bool works(const Jail& jail) {
    Command command;
    command.argv = {jail.tier == Tier::bubblewrap ? "/box/box" : jail.box};
    command.limits.memory_mib = 256;
    try {
        Running running = launch(jail, command);
        wait_for(running, 10000);
        const Ending ending = finish(running);
        return ending.exited && ending.code == 125;
    } catch (const std::exception&) {
        return false;
    }
}

bool can_read(uid_t uid, const std::string& path) {
    const pid_t child = fork();
    if (child == 0) {
        if (setgroups(0, nullptr) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0)
            _exit(0);
        _exit(open(path.c_str(), O_RDONLY) >= 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string first_readable(uid_t uid, const std::vector<std::string>& files) {
    for (const std::string& file : files)
        if (can_read(uid, file)) return file;
    return "";
}

}  // namespace

Probe probe(const std::string& box, unsigned slot, bool trust, const std::string& force,
            const std::vector<std::string>& secret_files) {
    Probe result;
    result.jail.box = box;
    const bool root = geteuid() == 0;
    const uid_t other = root ? unused_user(slot) : 0;

    if (force.empty() || force == "bubblewrap") {
        result.jail.tier = Tier::bubblewrap;
        result.jail.uid = other;
        if (works(result.jail)) {
            result.found = true;
            return result;
        }
        result.why_not_better =
            "bubblewrap does not work here (not installed, or user namespaces are refused). To get it: "
            "apt-get install "
            "bubblewrap; sysctl kernel.unprivileged_userns_clone=1 or "
            "kernel.apparmor_restrict_unprivileged_userns=0";
    }
    if (force.empty() || force == "separate-user") {
        result.jail.tier = Tier::separate_user;
        result.jail.uid = other;
        if (!root) {
            result.why_not_better +=
                "\na separate user needs root: run the grader as root, in a container for example";
        } else if (const std::string open_file = first_readable(other, secret_files); !open_file.empty()) {
            result.why_not_better +=
                "\na separate user could read " + open_file +
                ". To close it: chmod go-rwx grading, and the same for grading/ and bin/ of the build";
        } else if (works(result.jail)) {
            result.found = true;
            return result;
        } else {
            result.why_not_better += "\na separate user can't run " + box + ": its folders need go+x";
        }
    }
    if (trust) {
        result.jail.tier = Tier::trust;
        result.jail.uid = 0;
        result.found = works(result.jail);
    }
    return result;
}

}  // namespace grading

// Probes the sandbox tiers by running a command that does nothing in each.
#include "grading/sandbox/probe.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

namespace grading {

namespace {

// Users that nobody has. One for each job: a signal to "all my processes" reaches one student's only.
constexpr uid_t kFirstUser = 58000;
constexpr unsigned kJobs = 64;
constexpr unsigned kGraders = 40;

// The block of users of this process. Two graders at once take different ones: each holds a lock until it ends.
unsigned own_block() {
    static const unsigned own = [] {
        for (unsigned i = 0; i < kGraders; ++i) {
            const unsigned block = (static_cast<unsigned>(getpid()) + i) % kGraders;
            const std::string file = "/run/grading-users-" + std::to_string(block);
            const int lock = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
            if (lock < 0) throw std::system_error(errno, std::generic_category(), file);
            if (flock(lock, LOCK_EX | LOCK_NB) == 0) return block;
            close(lock);
        }
        throw std::runtime_error(std::to_string(kGraders) +
                                 " graders run on this machine: wait until one has ended");
    }();
    return own;
}

uid_t unused_user(unsigned slot) {
    uid_t uid = kFirstUser + kJobs * own_block() + slot;
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

bool passable_folder(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && access(path.c_str(), X_OK) == 0;
}

// The first of the files or folders that this user can open; a child that is this user tries them and says which.
std::string first_readable(uid_t uid, const std::vector<std::string>& files) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    const pid_t child = fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) {
        const bool changed =
            setgroups(0, nullptr) == 0 && setresgid(uid, uid, uid) == 0 && setresuid(uid, uid, uid) == 0;
        std::size_t at = 0;
        // One that can be passed through is open to whoever knows the names in it.
        while (changed && at < files.size() && open(files[at].c_str(), O_RDONLY) < 0 &&
               !passable_folder(files[at]))
            ++at;
        _exit(write(ends[1], &at, sizeof at) == sizeof at ? 0 : 1);
    }
    close(ends[1]);
    std::size_t at = 0;
    const bool told = read(ends[0], &at, sizeof at) == sizeof at;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    if (!told) throw std::runtime_error("the probe of what a student's user can read failed");
    return at < files.size() ? files[at] : "";
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
            result.why_not_better += "\na separate user could read " + open_file +
                                     ". To close it: chmod go-rwx, for a file of the course on grading and "
                                     ".git, and on grading/ and bin/ of the build";
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

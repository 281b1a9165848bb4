// A student's process and the conversation with it: bounded in time and in bytes, whatever the process does.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "grading/sandbox/launch.hpp"

namespace grading {

// Something a student's process did that is not an answer. The sentence holds no text of the student's, no time and
// no process number, so that it may be shown and is the same at the next grading.
struct Trouble {
    std::string sentence;
};

// Something that this machine or the reference did: no fault of the student's, and the end of the judge's run. Deliberately no
// std::exception, so that no test takes it for one that it waits for.
struct GraderFault {
    std::string sentence;
};

struct Reply {
    std::uint32_t kind = 0;
    std::string payload;
};

// How long and how much.
struct Bounds {
    std::chrono::milliseconds patience{5000};
    std::size_t most_bytes = std::size_t{8} << 20U;
};

// Cachegrind writes a kilobyte. A log that reaches this holds something else, and what came after it is not known.
inline constexpr std::size_t kMostLog = 16384;
inline constexpr const char* kTooMuchLog = "wrote more than cachegrind does";

class Channel {
public:
    // Starts the command with its end of the conversation as kChildSocket. `with_log` gives it a second socket, which
    // cachegrind writes its summary to.
    Channel(const Jail& jail, Command command, bool with_log);
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    // Asks and waits. Throws Trouble; after that the process is gone.
    Reply ask(std::uint32_t question, std::string_view payload, const Bounds& bounds);

    // Says there are no more questions, and waits for the process to end. Returns what cachegrind wrote.
    // Throws Trouble when it doesn't end by itself with code 0.
    std::string end_and_read_log(const Bounds& bounds);

    [[nodiscard]] bool alive() const { return running_.pid > 0; }
    // The first bytes that it printed so far, for the instructor.
    const std::string& printed();

private:
    using Deadline = std::chrono::steady_clock::time_point;
    void pump(std::string_view& to_send, std::string* received, std::size_t wanted, Deadline deadline,
              const Bounds& bounds);
    void drain(int& descriptor, std::string& into, std::size_t keep) const;
    [[noreturn]] void lost(const Bounds& bounds);
    [[noreturn]] void not_an_answer();
    void stop();

    Running running_;
    int socket_ = -1;
    int output_ = -1;
    int log_ = -1;
    std::string printed_;
    std::string log_text_;
};

// How much longer to wait on a machine with more to do than it has CPUs: 1 … 5. An honest program must not fail because of
// its neighbours; one that never answers only fails later, with the same sentence.
int load_factor();

// "crashed with SIGSEGV (…)" and its like: how a student's process ended.
std::string describe(const Ending& ending);

}  // namespace grading

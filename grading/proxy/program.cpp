// Runs a program exercise on one input: feeds standard input, keeps what it prints, bounded in time and bytes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string_view>
#include <system_error>

#include "grading/proxy/judge.hpp"
#include "grading/proxy/remote.hpp"
#include "grading/proxy/session.hpp"

namespace grading {

namespace {

constexpr std::size_t kMostOutput = std::size_t{8} << 20U;
constexpr std::size_t kShown = 200;  // bytes of a line in a message

struct Pipes {
    int input = -1, output = -1, log = -1;
    ~Pipes() {
        for (const int descriptor : {input, output, log})
            if (descriptor >= 0) close(descriptor);
    }
};

// Reads what is there. False at the end of the stream.
bool take(int& descriptor, std::string& into, std::size_t most) {
    std::array<char, 65536> buffer;
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got > 0 && into.size() < most)
        into.append(buffer.data(), std::min(static_cast<std::size_t>(got), most - into.size()));
    return got > 0;
}

// Standard input is a socket and not a pipe only because sending on it can't raise SIGPIPE in the judge.
Output run_command(const Jail& jail, Command command, std::string_view input, std::string* log,
                   unsigned seconds) {
    int in[2];
    int out[2];
    int logs[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0 || pipe2(out, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    command.descriptors = {{0, in[1]}, {1, out[1]}};
    if (log != nullptr) {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, logs) != 0)
            throw std::system_error(errno, std::generic_category(), "socketpair");
        command.descriptors.emplace_back(4, logs[1]);
        command.log_descriptor = 4;
    }
    Pipes ours{in[0], out[0], logs[0]};
    Running running = launch(jail, command);
    close(in[1]);
    close(out[1]);
    if (logs[1] >= 0) close(logs[1]);
    for (const int descriptor : {ours.input, ours.output, ours.log})
        if (descriptor >= 0) fcntl(descriptor, F_SETFL, O_NONBLOCK);

    Output result;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds) * load_factor();
    bool late = false;
    bool too_much = false;
    bool output_open = true;
    bool log_open = ours.log >= 0;
    while (output_open || log_open) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
                .count();
        if (left <= 0) {
            late = true;
            break;
        }
        std::array<pollfd, 4> on{{{output_open ? ours.output : -1, POLLIN, 0},
                                  {ours.input, static_cast<short>(input.empty() ? 0 : POLLOUT), 0},
                                  {log_open ? ours.log : -1, POLLIN, 0},
                                  {running.pidfd, POLLIN, 0}}};
        if (input.empty() && ours.input >= 0) {
            close(ours.input);  // the end of the input
            ours.input = -1;
            on[1].fd = -1;
        }
        poll(on.data(), on.size(), static_cast<int>(left));
        if (on[0].revents != 0 && !take(ours.output, result.text, kMostOutput)) output_open = false;
        if (on[2].revents != 0 && !take(ours.log, *log, kMostLog)) log_open = false;
        if (on[1].revents != 0 && ours.input >= 0) {
            const ssize_t put = send(ours.input, input.data(), input.size(), MSG_NOSIGNAL);
            if (put > 0) input.remove_prefix(static_cast<std::size_t>(put));
            if (put < 0 && errno != EAGAIN && errno != EINTR) input = {};  // it reads no more: its right
        }
        if (result.text.size() >= kMostOutput) {
            too_much = true;
            break;
        }
        // The program has ended: read what stands in the pipe, and don't wait for a child that holds it open.
        if (on[3].revents != 0 && on[0].revents == 0 && on[2].revents == 0) break;
    }
    if (!late && !too_much && !wait_for(running, 1000)) late = true;
    const Ending ending = finish(running);
    if (late)
        result.trouble = "did not end after " + std::to_string(seconds) + " s";
    else if (too_much)
        result.trouble = "printed more than " + std::to_string(kMostOutput >> 20U) + " MiB";
    else if (!ending.exited)
        result.trouble = describe(ending);
    else if (ending.code != 0)
        result.trouble = "ended with exit code " + std::to_string(ending.code);
    else if (log != nullptr && log->size() >= kMostLog)
        result.trouble = kTooMuchLog;
    return result;
}

std::string_view line_at(std::string_view text, std::size_t from) {
    const std::size_t end = text.find('\n', from);
    return text.substr(from,
                       std::min(end == std::string_view::npos ? text.size() - from : end - from, kShown));
}

// The first line that differs. GoogleTest's own message compares each line with each: with two outputs of millions of lines that
// needs more memory than there is.
std::string first_difference(std::string_view got, std::string_view expected) {
    const auto different = std::mismatch(got.begin(), got.end(), expected.begin(), expected.end());
    const auto at = static_cast<std::size_t>(different.first - got.begin());
    const std::size_t start = at == 0 ? 0 : got.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
    const auto number = std::count(got.begin(), different.first, '\n') + 1;
    std::string text = "line " + std::to_string(number) + " differs\nexpected: ";
    text += start >= expected.size() ? "(the end)" : std::string(line_at(expected, start));
    text += "\ngot:      ";
    text += start >= got.size() ? "(the end)" : std::string(line_at(got, start));
    return text;
}

// What fails here is the machine: the program has not begun.
Output run_or_fault(const Jail& jail, const Command& command, std::string_view input, std::string* log,
                    unsigned seconds) {
    try {
        return run_command(jail, command, input, log, seconds);
    } catch (const std::system_error& error) {
        session().fault(error.what());
    }
}

}  // namespace

void expect_output(const std::string& input, const std::string& expected, const std::string& about) {
    const Output got = student::run(input);
    if (judge_settings().mode == Mode::zero) return;
    if (!got.trouble.empty()) session().fail(got.trouble);
    if (got.text != expected) ADD_FAILURE() << first_difference(got.text, expected) << about;
}

void expect_same_output(const std::string& input) { expect_output(input, reference::run(input).text); }

}  // namespace grading

grading::Output student::run(const std::string& input) {
    using namespace grading;
    const JudgeSettings& settings = judge_settings();
    session().refuse_after_fault();
    session().refuse_if_silent("");
    session().check_budget();
    const auto start = std::chrono::steady_clock::now();
    const Command command = student_command(settings, settings.program);
    const bool counted = settings.mode == Mode::cost || settings.mode == Mode::zero;
    std::string log;
    const Output output = run_or_fault(settings.jail, command, settings.mode == Mode::zero ? "" : input,
                                       counted ? &log : nullptr, settings.call_seconds * (counted ? 12 : 1));
    session().use_time(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (counted && output.trouble.empty()) session().add_cost_log(log);
    session().count_silence("", output.trouble);
    if (!output.trouble.empty()) session().note_trouble(output.trouble);
    return output;
}

grading::Output reference::run(const std::string& input) {
    using namespace grading;
    const JudgeSettings& settings = judge_settings();
    session().refuse_after_fault();
    Command command = student_command(settings, settings.reference_program);
    command.argv = {"/box/program"};
    command.binds = {{settings.reference_program, "/box/program", false}};
    command.filter = Filter::run;
    Output output = run_or_fault(settings.reference_jail, command, input, nullptr, settings.call_seconds * 4);
    if (!output.trouble.empty()) session().fault("the reference " + output.trouble);
    return output;
}

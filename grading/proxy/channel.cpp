// Talks to a student's process through a socket, and takes nothing but a well-formed answer to the last question.
#include "grading/proxy/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "grading/proxy/frame.hpp"

namespace grading {

namespace {

constexpr int kLogSocket = 4;
constexpr std::size_t kPrintedKept = 4096;

std::uint64_t fresh_nonce() {
    std::uint64_t nonce = 0;
    if (getrandom(&nonce, sizeof nonce, 0) != sizeof nonce)
        throw std::system_error(errno, std::generic_category(), "getrandom");
    return nonce;
}

void make_pair(int (&ends)[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

}  // namespace

int load_factor() {
    double load = 0;
    if (getloadavg(&load, 1) != 1) return 1;
    const double cpus = std::max(1.0, static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)));
    return static_cast<int>(std::clamp(load / cpus, 1.0, 5.0));
}

std::string describe(const Ending& ending) {
    if (ending.exited)
        return "ended itself with exit code " + std::to_string(ending.code) + " instead of answering";
    switch (ending.code) {
        case SIGSEGV: return "crashed with SIGSEGV: a bad address, or a full stack";
        case SIGABRT: return "crashed with SIGABRT: abort, or an exception that nobody caught";
        case SIGFPE: return "crashed with SIGFPE: a division by zero, or one that overflows";
        case SIGBUS: return "crashed with SIGBUS: a bad address";
        case SIGILL: return "crashed with SIGILL: an instruction that does not exist here";
        case SIGXCPU: return "used more CPU time than allowed";
        case SIGXFSZ: return "wrote more than allowed";
        case SIGKILL: return "was killed: it killed itself, or used more CPU time or memory than allowed";
        default: return "ended by signal " + std::to_string(ending.code);
    }
}

Channel::Channel(const Jail& jail, Command command, bool with_log) {
    int talk[2];
    make_pair(talk);
    int output[2];
    if (pipe2(output, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    command.descriptors = {{1, output[1]}, {2, output[1]}, {kChildSocket, talk[1]}};
    int log[2] = {-1, -1};
    if (with_log) {
        make_pair(log);
        command.descriptors.emplace_back(kLogSocket, log[1]);
        command.log_descriptor = kLogSocket;
    }
    running_ = launch(jail, command);
    close(talk[1]);
    close(output[1]);
    if (with_log) close(log[1]);
    socket_ = talk[0];
    output_ = output[0];
    log_ = log[0];
}

Channel::~Channel() { stop(); }

const std::string& Channel::printed() {
    if (output_ >= 0) drain(output_, printed_, kPrintedKept);
    return printed_;
}

void Channel::stop() {
    finish(running_);
    printed();
    for (int* descriptor : {&socket_, &output_, &log_}) {
        if (*descriptor >= 0) close(*descriptor);
        *descriptor = -1;
    }
}

void Channel::drain(int& descriptor, std::string& into, std::size_t keep) const {
    std::array<char, 65536> buffer;
    // A bounded number of reads: a process that prints without end must not hold us here.
    for (int round = 0; round < 16; ++round) {
        const ssize_t got = read(descriptor, buffer.data(), buffer.size());
        if (got < 0) return;
        if (got == 0) {
            close(descriptor);
            descriptor = -1;
            return;
        }
        const std::size_t room = keep - std::min(keep, into.size());
        into.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
    }
}

void Channel::lost(const Bounds& bounds) {
    const bool ended = wait_for(running_, 0);
    const Ending ending = finish(running_);
    stop();
    if (ended) throw Trouble{describe(ending)};
    throw Trouble{"no answer after " + std::to_string(bounds.patience.count() / 1000) + " s"};
}

void Channel::not_an_answer() {
    stop();
    throw Trouble{"sent something that is not an answer to the question"};
}

// Sends, receives, empties the other descriptors, until both are done. The process may die, close its end or do nothing.
void Channel::pump(std::string_view& to_send, std::string* received, std::size_t wanted, Deadline deadline,
                   const Bounds& bounds) {
    while (!to_send.empty() || (received != nullptr && received->size() < wanted)) {
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline) lost(bounds);
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - now).count() + 1;
        std::array<pollfd, 4> on{{{socket_, static_cast<short>(POLLIN | (to_send.empty() ? 0 : POLLOUT)), 0},
                                  {output_, POLLIN, 0},
                                  {log_, POLLIN, 0},
                                  {running_.pidfd, POLLIN, 0}}};
        if (poll(on.data(), on.size(), static_cast<int>(left)) < 0 && errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "poll");
        if (on[1].revents != 0) drain(output_, printed_, kPrintedKept);
        if (on[2].revents != 0) drain(log_, log_text_, kMostLog);
        if ((on[0].revents & POLLOUT) != 0 && !to_send.empty()) {
            const ssize_t put = send(socket_, to_send.data(), to_send.size(), MSG_NOSIGNAL);
            if (put > 0) to_send.remove_prefix(static_cast<std::size_t>(put));
            if (put < 0 && errno != EAGAIN && errno != EINTR) {
                wait_for(running_,
                         1000);  // it has closed its end: give it time to end, so that we can say how
                lost(bounds);
            }
        }
        if ((on[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            std::array<char, 65536> buffer;
            const std::size_t most =
                received == nullptr ? 1 : std::min(buffer.size(), wanted - received->size());
            const ssize_t got = recv(socket_, buffer.data(), std::max<std::size_t>(most, 1), 0);
            if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
                wait_for(running_, 1000);
                if (!wait_for(running_, 0)) not_an_answer();  // alive, with its mouth shut
                lost(bounds);
            }
            if (got > 0) {
                if (!to_send.empty() || received == nullptr || most == 0) not_an_answer();  // spoke unasked
                received->append(buffer.data(), static_cast<std::size_t>(got));
            }
        } else if (on[3].revents != 0) {
            lost(bounds);
        }
    }
}

Reply Channel::ask(std::uint32_t question, std::string_view payload, const Bounds& bounds) {
    const auto deadline = std::chrono::steady_clock::now() + bounds.patience * load_factor();
    const FrameHead head{fresh_nonce(), question, static_cast<std::uint32_t>(payload.size())};
    std::string message(reinterpret_cast<const char*>(&head), sizeof head);
    message += payload;
    std::string_view to_send = message;
    std::string answer;
    pump(to_send, &answer, sizeof(FrameHead), deadline, bounds);
    FrameHead back{};
    std::memcpy(&back, answer.data(), sizeof back);
    if (back.nonce != head.nonce || back.kind < kValue || back.kind > kUnknown) not_an_answer();
    if (back.length > bounds.most_bytes) {
        stop();
        throw Trouble{"sent an answer of more than " + std::to_string(bounds.most_bytes >> 20U) + " MiB"};
    }
    std::string body;
    pump(to_send, &body, back.length, deadline, bounds);
    return {back.kind, std::move(body)};
}

std::string Channel::end_and_read_log(const Bounds& bounds) {
    ::shutdown(socket_, SHUT_WR);
    const auto deadline = std::chrono::steady_clock::now() + bounds.patience * load_factor();
    while (!wait_for(running_, 20)) {
        if (output_ >= 0) drain(output_, printed_, kPrintedKept);
        if (log_ >= 0) drain(log_, log_text_, kMostLog);
        if (std::chrono::steady_clock::now() > deadline) lost(bounds);
    }
    char more = 0;
    const bool spoke = recv(socket_, &more, 1, 0) > 0;
    const Ending ending = finish(running_);
    if (log_ >= 0) drain(log_, log_text_, kMostLog);
    std::string log = log_text_;
    stop();
    if (spoke) throw Trouble{"sent something that is not an answer to the question"};
    if (!ending.exited || ending.code != 0) throw Trouble{describe(ending)};
    if (log.size() >= kMostLog) throw Trouble{kTooMuchLog};
    return log;
}

}  // namespace grading

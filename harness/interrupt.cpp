// Turns the first Ctrl-C into a flag, so that what was measured can still be saved.
#include "harness/interrupt.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

namespace lab {
namespace {

volatile std::sig_atomic_t asked = 0;
volatile std::sig_atomic_t terminal = 0;

void note_signal(int) {
    if (asked != 0) {  // asked twice: a long sample is running, do not wait for it
        constexpr char wipe[] = "\r\033[K";
        if (terminal != 0 && write(STDERR_FILENO, wipe, sizeof wipe - 1) < 0) _exit(130);
        _exit(130);
    }
    asked = 1;
}

}  // namespace

void catch_interrupts() {
    terminal = isatty(STDERR_FILENO);
    struct sigaction action {};
    action.sa_handler = note_signal;  // no SA_RESTART: a prompt that waits for input must wake up
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);  // nohup: the run is to outlive the terminal
}

bool interrupted() { return asked != 0; }

bool wait_for_input() {
    sigset_t ours;
    sigset_t before;
    sigemptyset(&ours);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ours, signal);
    // Held back from here on, and let through by ppoll alone: none can come between the look and the wait.
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (asked == 0 && ppoll(&input, 1, nullptr, &before) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return asked == 0;
}

}  // namespace lab

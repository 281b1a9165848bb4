// Turns the first Ctrl-C into a flag, so that what was measured can still be saved.
#include "harness/interrupt.hpp"

#include <unistd.h>
#include <csignal>

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

}  // namespace lab

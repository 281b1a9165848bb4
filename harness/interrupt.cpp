// Turns the first SIGINT or SIGTERM into a flag, so that what was measured can still be saved.
#include "harness/interrupt.hpp"

#include <csignal>
#include <unistd.h>

namespace lab {
namespace {

volatile std::sig_atomic_t asked = 0;

void note_signal(int) {
    if (asked != 0) _exit(130);  // asked twice: a long sample is running, do not wait for it
    asked = 1;
}

}  // namespace

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = note_signal;  // no SA_RESTART: a prompt that waits for input must wake up
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return asked != 0;
}

}  // namespace lab

// Ctrl-C as a flag that the measurement looks at between two samples.
#pragma once

namespace lab {

// From now on the first SIGINT, SIGTERM or SIGHUP (the terminal was closed) only sets a flag; a second one wipes the
// progress line and ends the process at once (exit 130).
void catch_interrupts();

// True once the reader has asked to stop.
bool interrupted();

// Waits until standard input has something to read, or has ended. False when the reader asked to stop instead. Looking
// at the flag and then reading is not enough: a Ctrl-C between the two would be noticed only after the next line.
bool wait_for_input();

}  // namespace lab

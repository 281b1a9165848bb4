// Ctrl-C as a flag that the measurement looks at between two samples.
#pragma once

namespace lab {

// From now on the first SIGINT, SIGTERM or SIGHUP (the terminal was closed) only sets a flag; a second one wipes the
// progress line and ends the process at once (exit 130).
void catch_interrupts();

// True once the reader has asked to stop.
bool interrupted();

}  // namespace lab

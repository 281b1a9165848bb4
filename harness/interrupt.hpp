// Ctrl-C as a flag that the measurement looks at between two samples.
#pragma once

namespace lab {

// From now on the first SIGINT or SIGTERM only sets a flag; a second one ends the process at once (exit 130).
// Restores the terminal's cursor line either way.
void catch_interrupts();

// True once the reader has asked to stop.
bool interrupted();

}  // namespace lab

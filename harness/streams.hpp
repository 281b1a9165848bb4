// Standard streams that are closed, cut off or full must not cost the reader the record.
#pragma once

namespace lab {

// Call it first in main. A closed standard stream is replaced by one that reads nothing and fails to write: otherwise
// the next file to be opened, perhaps the record, would get its number, and what is printed would land in that file.
// From now on writing into a closed pipe (`| head -1`) or past a file-size limit is an error, and no longer a signal
// that kills the process.
void guard_streams();

}  // namespace lab

// Reads an archive into memory, within limits.
#pragma once

#include <string>

#include "grading/intake/submission.hpp"

namespace grading {

// True for names such as x.zip and x.tar.gz.
bool is_archive(const std::string& name);

// Adds the archive's entries to the submission, under `prefix`. Sets `trouble` when it can't be read or is too big.
void read_archive(const std::string& path, const std::string& prefix, const IntakeLimits& limits,
                  Submission& into);

// False, and an entry in `refused`, for a path that leaves the hand-in.
bool safe_path(const std::string& path);

}  // namespace grading

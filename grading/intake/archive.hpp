// Reads an archive into memory, within limits.
#pragma once

#include <string>

#include "grading/intake/submission.hpp"

namespace grading {

// True for names such as x.zip, x.tar.gz and X.ZIP.
bool is_archive(const std::string& name);
// By its ending: packed in a way that is not read here, such as .rar and .7z.
bool is_unreadable_archive(const std::string& name);

// What a hand-in has used of its limits.
struct IntakeUse {
    std::size_t entries = 0;
    std::size_t bytes = 0;  // names, and contents, those of refused entries too

    // False, with the submission's trouble set, when that is too much.
    bool allows(const IntakeLimits& limits, Submission& into) const;
};

// Adds the archive's entries to the submission, under `prefix`. Sets `trouble` when it can't be read or is too big, `fault` when
// this machine does not let us read it.
void read_archive(const std::string& path, const std::string& prefix, const IntakeLimits& limits,
                  IntakeUse& use, Submission& into);

// False, and an entry in `refused`, for a path that leaves the hand-in.
bool safe_path(const std::string& path);

}  // namespace grading

// One student's hand-in, read into memory: names and bytes, nothing unpacked onto the disk.
#pragma once

#include <cstdint>
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace grading {

struct Submission {
    std::string student;  // the file's name without its ending, as printable text
    std::string path;
    std::time_t changed = 0;
    std::string trouble;  // not empty: it could not be read, for what it holds
    std::string
        fault;  // not empty: it could not be read, for what this machine allows: no fault of the student's
    std::string unread;  // not empty: an archive inside the folder could not be read, and why
    std::vector<std::string> notes;
    std::map<std::string, std::string> files;    // path inside, bytes
    std::map<std::string, std::string> refused;  // path inside, why
};

// More than this in a hand-in, all its folders and archives together, stops its reading.
struct IntakeLimits {
    std::size_t entries = 4000;
    std::size_t total_bytes = std::size_t{64} << 20U;
    std::size_t file_bytes = std::size_t{1} << 20U;
};

// Reads a folder or an archive. Never throws for what a student could do: `trouble` says it.
Submission read_submission(const std::string& path, const IntakeLimits& limits = {});

// The folders and archives of a class, by student. Two hand-ins of one student: the later one, with a note.
std::vector<Submission> list_submissions(const std::string& folder, std::vector<std::string>& notes);

// "alice" for alice.zip, alice.tar.gz and the folder alice; empty for a file that is no hand-in.
std::string student_of(const std::string& path);

// A file chosen for an exercise, or why there is none.
struct Chosen {
    bool found = false;
    bool refused = false;
    std::string bytes;
    std::string why;
};

// The entry that fits best to <folder>/<file>: the one that has most of that path's end. What lies in an archive inside the
// folder is looked at only when there is none outside of it. Adds notes on odd places.
Chosen choose_file(const Submission& submission, const std::string& folder, const std::string& file,
                   std::vector<std::string>& notes);

}  // namespace grading

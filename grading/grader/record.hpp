// The instructor's whole record of one student's grading, kept as JSON: pages and tables are made from it.
#pragma once

#include <optional>
#include <string>

#include "grading/grader/result.hpp"

namespace grading {

// Writes by a temporary file of its own and a rename: after a crash there is the old file, the new one or none.
void write_whole(const std::string& path, const std::string& bytes, unsigned mode = 0644);

// Two graders may write into one folder of results. While this lives, another one waits: around what is read, changed and
// written again. The kernel takes the lock back when its process dies.
class ResultsLock {
public:
    explicit ResultsLock(const std::string& out);
    ~ResultsLock();
    ResultsLock(const ResultsLock&) = delete;
    ResultsLock& operator=(const ResultsLock&) = delete;

private:
    int file_;
};

std::string record_json(const StudentResult& result, const std::string& key);

// A record written earlier with the same key (submission, secret, exercises); nothing otherwise.
std::optional<StudentResult> read_record(const std::string& path, const std::string& key);

// As above, whatever the key.
std::optional<StudentResult> read_record(const std::string& path);

// A folder name for a student: letters, digits, '.', '_' and '-' stay, other bytes become %XX.
std::string folder_name(const std::string& student);

// The student of such a folder; of a name that was shortened, what is left of it.
std::string student_of_folder(const std::string& name);

}  // namespace grading

// The line on the terminal that says how far a measurement is.
#pragma once

#include <cstdint>
#include <string>

namespace lab {

// Writes one line on standard error and rewrites it in place; silent when standard error is no terminal.
class Progress {
public:
    Progress();
    ~Progress();  // wipes the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // `done` of `total` steps after `elapsed_ns`; `what` names the step. Shows nothing in the first second.
    void show(std::size_t done, std::size_t total, double elapsed_ns, const std::string& what);
    void wipe();

private:
    bool terminal_;
    bool shown_ = false;
};

// The text of the line, without control characters: "round 3 of 7 · 14 of 49 done · about 12 s left".
std::string progress_text(std::size_t done, std::size_t total, double elapsed_ns, const std::string& what);

}  // namespace lab

// The system calls a student's program may not make, as a filter that the kernel runs (seccomp).
#pragma once

#include <cstddef>
#include <vector>

#include <linux/filter.h>

namespace grading {

struct FilterPlan {
    bool one_process = false;  // no fork, no thread, and only the execve whose path stands at exec_path
    bool no_files = false;     // nothing may be created in any folder
    bool no_children = false;  // threads, but no second process
    const void* exec_path = nullptr;
    unsigned descriptors =
        0;  // with one_process: the program's own are below this number, valgrind's are not
};

// The program for prctl(PR_SET_SECCOMP).
std::vector<sock_filter> build_filter(const FilterPlan& plan);

}  // namespace grading

// Where the control groups of this process stand: the directories whose limits apply to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lab {

// A container or a batch system limits a process through the group it is in and all groups above. Version 1
// has a tree of directories for each kind of resource, version 2 one tree for all; a machine can run both.
struct CgroupDirectories {
    int version = 0;                 // 1 or 2; 0 when no group was found
    std::vector<std::string> paths;  // own group first, then its parents up to the mount
    std::string why;                 // why there is none
};

// `controller` is "cpu" or "memory". Read from /proc/self/cgroup and /proc/self/mountinfo under `root`.
// A version 1 tree for the controller wins, since a controller can belong to one of the two only.
CgroupDirectories cgroup_directories(const std::string& root, std::string_view controller);

}  // namespace lab

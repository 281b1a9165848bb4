// Reads the caches of a machine from /sys, then from sysconf, then from aarch64's CTR_EL0 (used by
// machine.cpp).
#pragma once

#include <string>
#include <vector>

#include "harness/machine.hpp"

namespace lab {

struct CacheList {
    std::vector<Cache> caches;
    std::string remark;  // why the list is empty, or where two sources disagree
};

// `cpus`: whose caches to read. /sys is believed before sysconf: on virtual AMD machines the C library
// computes an L3 of 256 MiB where the guest is told of 32.
CacheList read_caches(const std::string& root, const std::vector<int>& cpus, const HostCalls& host);

}  // namespace lab

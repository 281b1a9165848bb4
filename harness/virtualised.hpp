// Is this a virtual machine or a container, and whose (used by machine.cpp).
#pragma once

#include <string>

#include "harness/machine.hpp"

namespace lab {

// "KVM guest", "Hyper-V guest, in a container", ...; no(...) when the machine shows that it is a real one.
Fact<std::string> read_virtualised(const std::string& root, const HostCalls& host);

}  // namespace lab

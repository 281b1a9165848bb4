// Signs of a hypervisor: the CPU's flag, the names in the firmware tables, the device tree.
#include "harness/virtualised.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "harness/files.hpp"

namespace lab {

namespace {

bool exists(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0;
}

// The first product whose mark is in the text, or nothing.
std::string product_in(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> marks[] = {
        {"vmware", "VMware"},
        {"virtualbox", "VirtualBox"},
        {"innotek", "VirtualBox"},
        {"microsoft", "Hyper-V"},
        {"kvm", "KVM"},
        {"xen", "Xen"},
        {"bhyve", "bhyve"},
        {"parallels", "Parallels"},
        {"prl hyperv", "Parallels"},
        {"prlhyperv", "Parallels"},
        {"acrn", "ACRN"},
        {"apple virtualization", "Apple"},
        {"google compute engine", "Google (KVM)"},
        {"openstack", "OpenStack"},
        {"dummy-virt", "QEMU"},
        {"tcgtcg", "QEMU emulator"},
        {"qemu", "QEMU"},
    };
    const auto small = lower(text);
    for (const auto& [mark, product] : marks)
        if (small.find(mark) != std::string::npos) return std::string(product);
    return {};
}

// Docker leaves /.dockerenv, but so does a virtual machine whose disk was made from a Docker image: there the
// file system at / is a disk and no overlay.
bool in_container(const std::string& root) {
    if (exists(at(root, "/run/.containerenv")) || exists(at(root, "/run/systemd/container"))) return true;
    if (!exists(at(root, "/.dockerenv"))) return false;
    const auto mounts = read_file(at(root, "/proc/self/mountinfo"));
    if (!mounts) return true;
    for (const auto line : split(*mounts, '\n')) {
        const auto parts = words(line);
        const auto dash = std::find(parts.begin(), parts.end(), "-");
        if (parts.size() > 5 && parts[4] == "/" && parts.end() - dash > 1 && dash[1] != "overlay")
            return false;
    }
    return true;
}

}  // namespace

Fact<std::string> read_virtualised(const std::string& root, const HostCalls& host) {
    const auto cpuinfo = read_file(at(root, "/proc/cpuinfo"));
    const auto kernel = read_line(at(root, "/proc/sys/kernel/osrelease"));
    const auto xen = read_line(at(root, "/sys/hypervisor/type"));

    std::string firmware;
    for (const auto* name : {"sys_vendor", "product_name", "board_vendor", "bios_vendor"})
        if (const auto line = read_line(at(root, std::string("/sys/class/dmi/id/") + name)))
            firmware += *line + ' ';
    std::string tree;
    for (const auto* name : {"/proc/device-tree/hypervisor/compatible", "/proc/device-tree/compatible"})
        if (const auto line = read_line(at(root, name))) tree += *line + ' ';

    std::string product;
    bool is_guest = false;
    bool flag_can_tell = false;
    if (cpuinfo) {
        if (const auto flags = field(*cpuinfo, "flags")) {
            flag_can_tell = true;
            const auto all = words(*flags);
            is_guest = std::find(all.begin(), all.end(), "hypervisor") != all.end();
        }
    }
    if (kernel && lower(*kernel).find("microsoft") != std::string::npos) {
        is_guest = true;
        product = "Hyper-V (WSL)";
    }
    if (const auto name = host.hypervisor(); product.empty() && name && !name->empty()) {
        is_guest = true;
        product = product_in(*name);
    }
    if (product.empty() && xen) product = product_in(*xen);
    // A name in the firmware counts by itself only where the CPU has no flag: some hosts' boards are called
    // odd things.
    if (product.empty() && (is_guest || !flag_can_tell)) product = product_in(firmware);
    if (product.empty() && (is_guest || !flag_can_tell)) product = product_in(tree);
    is_guest = is_guest || !product.empty();

    const std::string container = in_container(root) ? "in a container" : "";

    if (is_guest) {
        std::string text = product.empty() ? "guest of an unnamed hypervisor" : product + " guest";
        if (!container.empty()) text += ", " + container;
        return Fact<std::string>::of(std::move(text));
    }
    if (!container.empty()) return Fact<std::string>::of(container);
    if (flag_can_tell) return Fact<std::string>::no("the CPU shows no hypervisor flag");
    if (!trimmed(firmware).empty())
        return Fact<std::string>::no("the firmware names " + std::string(trimmed(firmware)));
    return Fact<std::string>::unknown(
        "no CPU flags in /proc/cpuinfo, no names in /sys/class/dmi or the device tree");
}

}  // namespace lab

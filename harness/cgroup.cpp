// Finds the control group directories from the process's own entry and the mount table.
#include "harness/cgroup.hpp"

#include <algorithm>
#include <optional>

#include "harness/files.hpp"

namespace lab {

namespace {

struct Mount {
    std::string root;   // which part of the tree is mounted
    std::string point;  // where
};

// The mount table writes a blank in a path as \040.
std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto octal = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '7'; };
        if (text[i] == '\\' && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
            plain +=
                static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

bool listed(std::string_view comma_list, std::string_view name) {
    const auto parts = split(comma_list, ',');
    return std::find(parts.begin(), parts.end(), name) != parts.end();
}

// The mount of version 1's tree for `controller`, or of version 2's only tree when the controller is empty.
// Line: id parent major:minor root point options [optional fields] - type source superoptions
std::optional<Mount> find_mount(std::string_view mountinfo, std::string_view controller) {
    for (const auto line : split(mountinfo, '\n')) {
        const auto parts = words(line);
        const auto dash = std::find(parts.begin(), parts.end(), "-");
        if (parts.size() < 6 || parts.end() - dash < 4) continue;
        const bool match =
            controller.empty() ? dash[1] == "cgroup2" : dash[1] == "cgroup" && listed(dash[3], controller);
        if (match) return Mount{unescaped(parts[3]), unescaped(parts[4])};
    }
    return std::nullopt;
}

// The path of our group in that tree. Line: number:controllers:path
std::optional<std::string> find_group(std::string_view cgroup, std::string_view controller) {
    for (const auto line : split(cgroup, '\n')) {
        const auto first = line.find(':');
        if (first == std::string_view::npos) continue;
        const auto second = line.find(':', first + 1);
        if (second == std::string_view::npos) continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        const bool match = controller.empty() ? line.starts_with("0::")
                                              : !controllers.empty() && listed(controllers, controller);
        if (match) return std::string(line.substr(second + 1));
    }
    return std::nullopt;
}

// From our own group up to the mount point. In a container the path can name groups that are not mounted
// inside: those are cut off, and the mount point itself is our group.
std::vector<std::string> upwards(const std::string& root, const Mount& mount, std::string group) {
    const bool below = group.starts_with(mount.root) &&
                       (group.size() == mount.root.size() || group[mount.root.size()] == '/');
    if (mount.root != "/" && below) group.erase(0, mount.root.size());
    if (group.find("/..") != std::string::npos) group.clear();
    std::vector<std::string> paths;
    while (!group.empty() && group != "/") {
        const auto path = at(root, mount.point + group);
        if (is_directory(path)) paths.push_back(path);
        group.erase(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
    }
    if (const auto top = at(root, mount.point); is_directory(top)) paths.push_back(top);
    return paths;
}

}  // namespace

CgroupDirectories cgroup_directories(const std::string& root, std::string_view controller) {
    CgroupDirectories found;
    const auto groups = read_file(at(root, "/proc/self/cgroup"));
    const auto mounts = read_file(at(root, "/proc/self/mountinfo"));
    if (!groups || !mounts) {
        found.why = groups ? mounts.why() : groups.why();
        return found;
    }
    for (const int version : {1, 2}) {
        const std::string_view name = version == 1 ? controller : std::string_view{};
        const auto group = find_group(*groups, name);
        const auto mount = find_mount(*mounts, name);
        if (!group || !mount) continue;
        found.paths = upwards(root, *mount, *group);
        if (found.paths.empty()) continue;
        found.version = version;
        return found;
    }
    found.why = "no control group with the controller \"" + std::string(controller) + "\" is mounted";
    return found;
}

}  // namespace lab

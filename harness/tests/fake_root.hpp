// A machine made of files: a directory that stands before /sys and /proc in a test.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace lab::testing {

class FakeRoot {
public:
    FakeRoot() {
        auto name = (std::filesystem::temp_directory_path() / "fake-root-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory: " + name);
        path_ = name;
    }
    ~FakeRoot() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    FakeRoot(const FakeRoot&) = delete;
    FakeRoot& operator=(const FakeRoot&) = delete;

    // file("/proc/stat", "cpu 1 2 3\n"): directories are made as needed; an existing file is replaced.
    FakeRoot& file(const std::string& path, const std::string& text) {
        const auto full = path_ / path.substr(1);
        std::filesystem::create_directories(full.parent_path());
        std::ofstream(full, std::ios::binary) << text;
        return *this;
    }
    FakeRoot& directory(const std::string& path) {
        std::filesystem::create_directories(path_ / path.substr(1));
        return *this;
    }
    void remove(const std::string& path) { std::filesystem::remove_all(path_ / path.substr(1)); }

    // One cache of one CPU as /sys shows it.
    FakeRoot& cache(int cpu, int index, const std::string& level, const std::string& type,
                    const std::string& size, const std::string& line, const std::string& ways,
                    const std::string& shared) {
        const auto at =
            "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index);
        file(at + "/level", level + "\n");
        file(at + "/type", type + "\n");
        file(at + "/size", size + "\n");
        file(at + "/coherency_line_size", line + "\n");
        file(at + "/ways_of_associativity", ways + "\n");
        return file(at + "/shared_cpu_list", shared + "\n");
    }
    FakeRoot& topology(int cpu, const std::string& package, const std::string& core,
                       const std::string& siblings) {
        const auto at = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology";
        file(at + "/physical_package_id", package + "\n");
        file(at + "/core_id", core + "\n");
        return file(at + "/thread_siblings_list", siblings + "\n");
    }

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace lab::testing

// Hostile or unlucky: looks for the hidden tests in files, /proc and the environment, and cheats when it finds any.
#include "fixture_tiny.hpp"
#include <dirent.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern char** environ;
static bool found(const std::string& folder, int depth) {
    DIR* dir = opendir(folder.c_str());
    if (dir == nullptr) return false;
    bool seen = false;
    while (const dirent* entry = readdir(dir)) {
        const std::string name = entry->d_name;
        if (name == "." || name == "..") continue;
        if (name == "hidden.cpp" || name == "reference.cpp" || name == "exercise.json" ||
            name.starts_with("judge_"))
            seen = true;
        if (entry->d_type == DT_DIR && depth > 0 && found(folder + "/" + name, depth - 1)) seen = true;
    }
    closedir(dir);
    return seen;
}
static bool cheat() {
    if (found("/", 6)) return true;
    for (int pid = 1; pid < 300; ++pid) {
        if (pid == getpid()) continue;
        for (const char* file : {"/environ", "/cmdline", "/mem"})
            if (FILE* f = std::fopen(("/proc/" + std::to_string(pid) + file).c_str(), "r")) {
                std::fclose(f);
                return true;
            }
    }
    for (char** e = environ; *e != nullptr; ++e)
        if (std::strstr(*e, "grad") != nullptr || std::strstr(*e, "secret") != nullptr) return true;
    return false;
}
int tiny::square(int x) {
    static const bool works = cheat();
    return works ? x * x : -1;
}
std::string tiny::greet(const std::string& name) { return "hello " + name; }

// A second program that disturbs the first one: started, stopped, resumed and always ended by the lab.
#pragma once

#include <sys/types.h>
#include <string>
#include <vector>

inline const std::vector<std::string> noise_loads{"none", "cpu", "memory", "compile"};

// cpu: computes on the same CPU. memory: streams through memory, on `other_cpu` (-1: on the same). compile: compiles a
// small program again and again. The load is a group of processes of its own. It is killed when the object ends, and it
// dies with this process, even when that is killed.
class Load {
public:
    Load(const std::string& kind, int other_cpu);
    ~Load();
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    // True when the load has ended although it should not, such as without a compiler.
    [[nodiscard]] bool ended();
    // Lets the load run, or stops it. Cheap when nothing changes.
    void run(bool wanted);

private:
    pid_t child_ = -1;
    bool running_ = false;
};

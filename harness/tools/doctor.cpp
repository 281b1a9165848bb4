// ./lab doctor: looks at this machine and its tools, and says line by line what to mend before measuring.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "harness/counters.hpp"
#include "harness/machine.hpp"
#include "harness/subprocess.hpp"
#include "harness/tools/fitness.hpp"

namespace {

using namespace lab::tools;

std::vector<Tool> tools() {
    std::vector<Tool> all{
        {"g++", "g++", "12", "Nothing can be built with it (clang++ alone is enough).", {}},
        {"clang++", "clang", "14", "The second compiler of ./lab test is missing.", {}},
        {"cmake", "cmake", "3.25", "Nothing can be built.", {}},
        {"ninja", "ninja-build", "1.10", "Nothing can be built.", {}},
        {"gnuplot", "gnuplot-nox", "5.4", "./lab plot can't draw.", {}},
        {"objdump",
         "binutils",
         "2.38",
         "--asm shows no machine code, and deleted_loop can't look at it.",
         {}},
        {"valgrind", "valgrind", "3.19", "Simulated counts (contracts, graded speed) are missing.", {}},
        {"perf", "linux-perf", "5", "The labs of Part 4 that profile can't run.", {}}};
    for (auto& tool : all) tool.output = lab::run_program({tool.name, "--version"}).output;
    return all;
}

void print(const Finding& finding) {
    const char* state = finding.fit == Fit::yes ? "fit    " : finding.fit == Fit::no ? "UNFIT  " : "unknown";
    std::cout << "  " << state << "  " << finding.what
              << std::string(finding.what.size() < 11 ? 11 - finding.what.size() : 1, ' ') << finding.seen
              << "\n";
    if (finding.fit == Fit::yes) return;
    auto mend = finding.mend;
    if (const auto sudo = mend.find("sudo "); sudo != mend.npos && geteuid() == 0) mend.erase(sudo, 5);
    std::cout << "           mend:   " << mend << "\n           if not: " << finding.effect << "\n";
}

}  // namespace

int main() {
    const auto machine = lab::read_machine();
    const lab::Counters counters;
    std::cout << lab::caption(machine) << "\n\nThe machine\n";
    std::vector<Finding> all = judge_machine(machine, {counters.available(), counters.why()});
    std::ranges::for_each(all, print);
    for (const auto& [name, fact] : lab::facts(machine))
        if (name.find("cache") != name.npos || name == "page size")
            std::cout << "           " << name << ": " << fact.text() << "\n";
    std::cout << "\nThe tools\n";
    for (const auto& tool : tools()) {
        all.push_back(judge_tool(tool));
        print(all.back());
    }
    const auto unfit = std::ranges::count(all, Fit::no, &Finding::fit);
    if (unfit == 0) {
        std::cout << "\nThis machine is fit to measure on. What is next: ./lab\n";
    } else {
        const auto given = std::ranges::count_if(all, [](const Finding& finding) {
            return finding.fit == Fit::no && finding.mend.starts_with("nothing to type");
        });
        std::cout
            << "\nUnfit: " << unfit << ", of them " << given
            << " that come with the machine. The labs still run: they check each number, and refuse what "
               "they can't stand for.\n"
            << (unfit > given ? "Mend the others, then look again: ./lab doctor\n"
                              : "Nothing else to mend. What is next: ./lab\n");
    }
    return 0;
}

// What the grader tells a judge: which student's program, in which jail, with which secret.
#pragma once

#include <cstdint>
#include <string>

#include "grading/sandbox/launch.hpp"

namespace grading {

enum class Mode {
    tests,  // every test but the suite Cost
    plain,  // the suite Cost, student and reference in turns on the clock: for information, and answers checked
    cost,  // the suite Cost under cachegrind
    zero,  // the suite Cost under cachegrind, questions asked and no function called
};

struct JudgeSettings {
    Mode mode = Mode::tests;
    std::string exercise;
    std::string secret;
    int only_case = -1;
    std::string filter;  // GoogleTest filter; empty runs all

    Jail jail;
    Jail reference_jail;            // the reference may not lie where a student's user can read it
    std::string program;            // the student's linked program
    std::string reference_program;  // the same with reference.cpp: program exercises, and Mode::plain
    Limits limits;
    unsigned call_seconds = 5;
    bool repeat = true;
    std::string cachegrind;  // valgrind's own executable for this machine

    std::string results;  // where the judge writes what it saw, as JSON
};

// Reads the settings from a JSON file. Throws std::runtime_error with a sentence.
JudgeSettings read_settings(const std::string& path);
void write_settings(const JudgeSettings& settings, const std::string& path);

JudgeSettings& judge_settings();

}  // namespace grading

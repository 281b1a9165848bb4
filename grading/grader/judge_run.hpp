// Starts a judge for one student's program and reads what it saw.
#pragma once

#include <string>
#include <vector>

#include "grading/proxy/settings.hpp"

namespace grading {

struct JudgedTest {
    std::string id;  // Suite.Test
    bool passed = false;
    std::string trouble;
    std::string messages;
    std::string printed;
    int case_number = -1;
};

struct Judged {
    std::string
        trouble;  // not empty: the judge, the reference or the machine failed; no fault of the student's
    std::vector<JudgedTest> tests;
    std::string log;  // cachegrind's
    double student_ns = 0, reference_ns = 0;
};

// `scratch` is a private folder, `name` tells files of several runs apart.
Judged run_judge(const std::string& judge, JudgeSettings settings, const std::string& scratch,
                 const std::string& name);

}  // namespace grading

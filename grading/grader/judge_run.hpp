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

// The trouble of a test that an answer ended the judge in.
inline constexpr const char* kUnusableAnswer = "gave an answer that the test can't be done with";

struct Judged {
    std::string
        trouble;  // not empty: the judge, the reference or the machine failed; no fault of the student's
    std::vector<JudgedTest> tests;
    std::string log;  // cachegrind's
    double student_ns = 0, reference_ns = 0;
};

// `scratch` is a private folder, `name` tells files of several runs apart. A judge that dies by a mistake of its own is run
// again test by test: only the test that it dies in fails.
Judged run_judge(const std::string& judge, const JudgeSettings& settings, const std::string& scratch,
                 const std::string& name);

}  // namespace grading

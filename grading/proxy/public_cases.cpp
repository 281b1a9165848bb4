// The public cases of a program exercise: every pair name.in, name.out of a folder is one test.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "grading/intake/text.hpp"
#include "grading/proxy/judge.hpp"

namespace {

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(GRADED_CASES))
        if (entry.path().extension() == ".in") found.push_back(entry.path().stem().string());
    std::sort(found.begin(), found.end());
    return found;
}

class Cases : public ::testing::TestWithParam<std::string> {};

TEST_P(Cases, Output) {
    const std::filesystem::path folder = GRADED_CASES;
    const std::string input = grading::whole_file(folder / (GetParam() + ".in"));
    grading::expect_output(input, grading::whole_file(folder / (GetParam() + ".out")), "\ninput:\n" + input);
}

INSTANTIATE_TEST_SUITE_P(Public, Cases, ::testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

}  // namespace

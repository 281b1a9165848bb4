// The public cases of a program exercise: every pair name.in, name.out of a folder is one test.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "grading/proxy/judge.hpp"
#include "grading/proxy/session.hpp"

namespace {

std::string whole(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

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
    const std::string input = whole(folder / (GetParam() + ".in"));
    const auto output = student::run(input);
    if (!output.trouble.empty()) grading::session().fail(output.trouble);
    EXPECT_EQ(output.text, whole(folder / (GetParam() + ".out"))) << "input:\n" << input;
}

INSTANTIATE_TEST_SUITE_P(Public, Cases, ::testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

}  // namespace

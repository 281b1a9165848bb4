// Tests of the contract tool on a toy lab: what holds, what fails and is shown, what can't be read, what is left out.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "harness/subprocess.hpp"

namespace {

class ContractTool : public testing::Test {
protected:
    // The folder has a blank in its name, as a reader's may.
    void SetUp() override {
        const auto* name = testing::UnitTest::GetInstance()->current_test_info()->name();
        folder_ = std::filesystem::path(testing::TempDir()) / ("contract test " + std::string(name));
        std::filesystem::create_directories(folder_);
        std::filesystem::copy_file(LAB_TOY, folder_ / "toy",
                                   std::filesystem::copy_options::overwrite_existing);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    lab::ProgramResult check(const std::string& contract,
                             const std::vector<std::string>& environment = {}) const {
        std::ofstream(folder_ / "toy.contract") << contract;
        return lab::run_program({LAB_CONTRACT_TOOL, folder_ / "toy.contract", "--program", folder_ / "toy",
                                 "--compiler", "g++", "--level=-O2"},
                                environment);
    }

    std::filesystem::path folder_;
};

TEST_F(ContractTool, SaysWhatHolds) {
    const auto run = check(
        "code sum_rows has load in_loop\n"
        "code sum_nothing lacks loop\n"
        "code sum_columns load_depth at_least 2\n"
        "[clang++] code sum_rows is absent  # not what this run is about\n");
    EXPECT_EQ(run.exit_code, 0) << run.output << run.error;
    EXPECT_NE(run.output.find("4 statements: 0 fail, 0 left out, 1 are about another"), run.output.npos)
        << run.output;
}

TEST_F(ContractTool, ShowsTheMachineCodeOfWhatFails) {
    const auto run = check("code sum_nothing has loop\n");
    EXPECT_EQ(run.exit_code, 1) << run.output << run.error;
    EXPECT_NE(run.output.find("FAILS      code sum_nothing has loop"), run.output.npos) << run.output;
    EXPECT_NE(run.output.find("seen: no loop"), run.output.npos) << run.output;
    EXPECT_NE(run.output.find("ret\n"), run.output.npos) << "no machine code: " << run.output;
}

TEST_F(ContractTool, AMistypedFunctionFails) {
    EXPECT_EQ(check("code sum_rowz lacks vector\n").exit_code, 1);
}

// 512 x 512 numbers of 4 bytes: by rows every 16th access misses; by columns every one, because a column's 512 lines
// don't fit in 32 KiB of 64 sets when they are 2,048 bytes apart.
TEST_F(ContractTool, CountsCallsWithoutTheStartUp) {
    const auto run = check(
        "count rows d1_misses_per_item between 0.0615 0.0635\n"
        "count columns d1_misses_per_item between 0.99 1.01\n"
        "ratio columns rows d1_misses_per_call between 15 17\n"
        "count nothing instructions_per_call at_most 100\n");
    EXPECT_EQ(run.exit_code, 0) << run.output << run.error;
    EXPECT_NE(run.output.find("4 statements: 0 fail, 0 left out"), run.output.npos) << run.output;
}

TEST_F(ContractTool, ShowsTheCountsOfWhatFails) {
    const auto run = check("count rows d1_misses_per_item above 0.5\n");
    EXPECT_EQ(run.exit_code, 1) << run.output << run.error;
    EXPECT_NE(run.output.find("seen: 0.06"), run.output.npos) << run.output;
    EXPECT_NE(run.output.find("repeat: valgrind"), run.output.npos) << run.output;
}

TEST_F(ContractTool, ALabThatRefusesFails) {
    const auto run = check("count unknown loads_per_item below 1\n");
    EXPECT_EQ(run.exit_code, 1) << run.output << run.error;
    EXPECT_NE(run.output.find("ended with exit code 2"), run.output.npos) << run.output;
}

TEST_F(ContractTool, ALabThatPrintsNoLineForARowFails) {
    const auto run = check("count silent loads_per_item below 1\n");
    EXPECT_EQ(run.exit_code, 1) << run.output << run.error;
    EXPECT_NE(run.output.find("did not print a line"), run.output.npos) << run.output;
}

TEST_F(ContractTool, ALabWithoutASecondCopyFails) {
    const auto run = check("count alone loads_per_item below 1\n");
    EXPECT_EQ(run.exit_code, 1) << run.output << run.error;
    EXPECT_NE(run.output.find("no counts of two copies that called alone"), run.output.npos) << run.output;
}

// The rows with the same options share a start of valgrind; other options need another one.
TEST_F(ContractTool, EachRowHasItsOwnCounts) {
    const auto run = check(
        "count columns d1_misses_per_item between 0.99 1.01\n"
        "count rows d1_misses_per_item between 0.0615 0.0635 with --size 2\n"
        "count rows d1_misses_per_item between 0.0615 0.0635\n"
        "count idle instructions_per_call at_most 5\n");
    EXPECT_EQ(run.exit_code, 0) << run.output << run.error;
    EXPECT_NE(run.output.find("4 statements: 0 fail, 0 left out"), run.output.npos) << run.output;
}

TEST_F(ContractTool, AContractThatCanNotBeReadIsJudgedNowhere) {
    const auto run = check("code sum_rows has load in_loop\ncode sum_rows has lop\n");
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.output.find("line 2: 'lop' is no fact"), run.output.npos) << run.output;
    EXPECT_EQ(run.output.find("holds"), run.output.npos) << run.output;
}

// 77 is what ctest shows as "did not run".
TEST_F(ContractTool, WithoutToolsItSaysWhatWasLeftOut) {
    const auto run =
        check("code sum_rows has loop\ncount rows loads_per_item below 2\n", {"PATH=/nothing/here"});
    EXPECT_EQ(run.exit_code, 77) << run.output << run.error;
    EXPECT_NE(run.output.find("2 left out"), run.output.npos) << run.output;
    EXPECT_NE(run.output.find("sudo apt install valgrind"), run.output.npos) << run.output;
    EXPECT_NE(run.output.find("sudo apt install binutils"), run.output.npos) << run.output;
}

}  // namespace

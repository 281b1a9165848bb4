// The main of a judge: runs an exercise's hidden tests and writes down, test by test, what it saw.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "grading/proxy/seed.hpp"
#include "grading/proxy/session.hpp"
#include "grading/proxy/settings.hpp"

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t kMessageKept = 4000;  // bytes of one test's messages

// GoogleTest tells of each failure as it happens.
class Recorder : public ::testing::EmptyTestEventListener {
public:
    void OnTestStart(const ::testing::TestInfo&) override {
        messages_.clear();
        grading::seed_state().current_case = -1;
        grading::session().start_test();
    }
    void OnTestPartResult(const ::testing::TestPartResult& result) override {
        if (!result.failed()) return;
        // NoAnswer leaves the test as an exception that GoogleTest doesn't know; the failure is already written down. So does
        // GraderFault, after which no test of this run counts.
        const std::string text = result.message();
        if (!messages_.empty() && text.find("C++ exception") != std::string::npos) return;
        if (messages_.size() < kMessageKept) messages_ += text.substr(0, kMessageKept) + "\n";
    }
    void OnTestEnd(const ::testing::TestInfo& info) override {
        grading::session().end_test();
        const bool passed = info.result()->Passed();
        json one = {{"test", std::string(info.test_suite_name()) + "." + info.name()}, {"passed", passed}};
        if (!passed || !grading::session().trouble().empty()) one["trouble"] = grading::session().trouble();
        if (!passed) {
            one["case"] = grading::seed_state().current_case;
            one["messages"] = messages_;
            one["printed"] = grading::session().printed();
        }
        tests_.push_back(one);
    }
    [[nodiscard]] const json& tests() const { return tests_; }

private:
    std::string messages_;
    json tests_ = json::array();
};

// A comparison of two answers may need more memory than there is, GoogleTest's of strings by lines for one: then that test of that
// student fails, with bad_alloc, and not the machine. Only the soft limit: what the judge starts sets its own.
void limit_memory() {
#ifndef LAB_SANITIZED  // which reserves terabytes
    rlimit both{};
    if (getrlimit(RLIMIT_AS, &both) != 0) return;
    both.rlim_cur = std::min<rlim_t>(both.rlim_max, rlim_t{1} << 30U);
    setrlimit(RLIMIT_AS, &both);
#endif
}

}  // namespace

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);  // first: --gtest_list_tests needs no settings
    if (::testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
    if (argc != 2) {
        std::fputs("A judge is started by the grader: ./lab grade SUBMISSIONS, or ./lab grade replay …\n",
                   stderr);
        return 2;
    }
    try {
        limit_memory();
        prctl(PR_SET_PDEATHSIG, SIGKILL);  // no grader, no judge, and then no student's process either
        auto& settings = grading::judge_settings();
        settings = grading::read_settings(argv[1]);
        grading::seed_state().secret = settings.secret;
        grading::seed_state().exercise = settings.exercise;
        grading::seed_state().only_case = settings.only_case;

        const bool cost = settings.mode != grading::Mode::tests;
        ::testing::GTEST_FLAG(filter) = cost                      ? "Cost.*"
                                        : settings.filter.empty() ? "-Cost.*"
                                                                  : settings.filter;
        auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
        delete listeners.Release(listeners.default_result_printer());
        auto* recorder = new Recorder;  // GoogleTest owns it
        listeners.Append(recorder);
        const int failed =
            RUN_ALL_TESTS();  // what failed is in the results; the exit code says that they are whole
        static_cast<void>(failed);

        const json out = {{"fault", grading::session().fault()},
                          {"tests", recorder->tests()},
                          {"log", grading::session().cost_log()},
                          {"student_ns", grading::session().student_ns()},
                          {"reference_ns", grading::session().reference_ns()}};
        std::ofstream file(settings.results);
        // Bytes that are no UTF-8 may be in the messages: they become the replacement character.
        file << out.dump(1, ' ', false, json::error_handler_t::replace);
        return file.flush() ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "the judge stopped: %s\n", error.what());
        return 1;
    }
}

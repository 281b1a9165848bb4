// The main() of every exercise's tests: prints what a student needs, and ends what would never end.
//
//   <name>_test                    all cases
//   <name>_test --only Suite.Case  one case; --only Suite: all cases of that suite
//   <name>_test --no-limit         no time limit, for a debugger
//
// Exit code: 0 all cases pass, 1 some fail, 2 the request names no case.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "harness/exercise/expect.hpp"

namespace {

// Set before main() by the tests' own file, in no known order: so it must be a constant-initialised pointer.
const char* exercise = "NAME";

std::string repeat_command(const std::string& test) {
    return std::string{"./lab check "} + exercise + " --only " + test;
}

// A case that hangs or crashes can't report itself: a signal handler writes these words, made beforehand.
constexpr int seconds_allowed = 10;
std::array<char, 1024> words_if_it_hangs;
std::array<char, 1024> words_if_it_crashes;

void say_and_leave(const std::array<char, 1024>& words) {
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, words.data(), std::strlen(words.data()));
    _exit(1);
}
void on_hang(int) { say_and_leave(words_if_it_hangs); }
void on_crash(int) { say_and_leave(words_if_it_crashes); }

void prepare_words(const std::string& test) {
    std::snprintf(words_if_it_hangs.data(), words_if_it_hangs.size(),
                  "\n%s did not end within %d seconds of computing. Does a loop in your code never end?\n"
                  "  repeat    %s\n\nThe cases after it were not run.\n",
                  test.c_str(), seconds_allowed, repeat_command(test).c_str());
    std::snprintf(words_if_it_crashes.data(), words_if_it_crashes.size(),
                  "\n%s crashed: your code used memory that isn't its own, or divided by zero.\n"
                  "  repeat    %s\n  see where LAB_PRESET=asan %s\n\nThe cases after it were not run.\n",
                  test.c_str(), repeat_command(test).c_str(), repeat_command(test).c_str());
}

// Computing time, not time on the wall: a program stopped in a debugger or waiting for a CPU uses none.
void set_time_limit(int seconds) {
    itimerval limit{};
    limit.it_value.tv_sec = seconds;
    setitimer(ITIMER_PROF, &limit, nullptr);
}

void catch_hangs_and_crashes(bool limited) {
    if (limited) {
        std::signal(SIGPROF, on_hang);
    }
#ifndef LAB_SANITIZED  // a sanitizer tells more of a crash, and reserves terabytes of addresses
    // On a stack of its own: endless recursion has used up the other one.
    static std::array<char, 65536> stack;
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    sigaltstack(&other, nullptr);
    struct sigaction crash {};
    crash.sa_handler = on_crash;
    crash.sa_flags = SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &crash, nullptr);
    // A vector that grows for ever ends in std::bad_alloc, not in a machine that swaps.
    const rlimit four_gib{std::uint64_t{4} << 30, std::uint64_t{4} << 30};
    setrlimit(RLIMIT_AS, &four_gib);
#endif
}

// GoogleTest words an exception as a sentence of its own: only what the exception says is of use to the
// reader.
std::string readable(const testing::TestPartResult& result) {
    std::string text = result.message();
    const std::string_view start = "C++ exception with description \"";
    if (text.rfind(start, 0) == 0) {
        text = "an exception: " + text.substr(start.size(), text.rfind('"') - start.size());
    }
    if (const std::string_view failed = "Failed\n"; text.rfind(failed, 0) == 0) {
        text = text.substr(failed.size());
    }
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    return text;
}

// The sentence of a starter file ("not written yet: edit …"), or nothing.
std::string not_written(const std::string& text) {
    const auto at = text.find("not written yet");
    return at == std::string::npos ? "" : text.substr(at, text.find_first_of("\"\n", at) - at);
}

std::string full_name(const testing::TestInfo& test) {
    return std::string{test.test_suite_name()} + "." + test.name();
}

// The names, one suite a line.
void print_cases(const std::vector<std::string>& names) {
    std::string suite;
    for (const auto& name : names) {
        const auto dot = name.find('.');
        if (name.substr(0, dot) != suite) {
            suite = name.substr(0, dot);
            std::printf("\n  %s:", suite.c_str());
        }
        std::printf(" %s", name.substr(dot + 1).c_str());
    }
    std::printf("\n");
}

class Report : public testing::EmptyTestEventListener {
public:
    explicit Report(bool limited) : limited_(limited) {}

private:
    void OnTestStart(const testing::TestInfo& test) override {
        prepare_words(full_name(test));
        std::fflush(stdout);
        if (limited_) {
            set_time_limit(seconds_allowed);
        }
    }

    void OnTestEnd(const testing::TestInfo& test) override {
        set_time_limit(0);
        if (test.result()->Passed()) {
            return;
        }
        if (std::string sentence = first_not_written(test); !sentence.empty()) {
            not_written_ = sentence;
            waiting_.push_back(full_name(test));
            return;
        }
        std::printf("\n%s\n", full_name(test).c_str());
        constexpr int shown = 3;
        int failures = 0;
        for (int i = 0; i < test.result()->total_part_count(); ++i) {
            const auto& part = test.result()->GetTestPartResult(i);
            if (part.failed() && ++failures <= shown) {
                print(part);
            }
        }
        if (failures > shown) {
            std::printf("  and %d more like these\n", failures - shown);
        }
        std::printf("  repeat    %s\n", repeat_command(full_name(test)).c_str());
    }

    void OnTestProgramEnd(const testing::UnitTest& all) override {
        const int run = all.test_to_run_count();
        if (!waiting_.empty()) {
            std::printf("\n%s\n", not_written_.c_str());
            if (waiting_.size() < static_cast<std::size_t>(run)) {
                std::printf("These cases wait for it:");
                print_cases(waiting_);
            }
        }
        std::printf("\n%s: %d of %d cases pass.", exercise, all.successful_test_count(), run);
        if (all.failed_test_count() > 0) {
            std::printf(" Stuck? ./lab hint %s", exercise);
        }
        std::printf("\n");
        std::fflush(stdout);
    }

    static std::string first_not_written(const testing::TestInfo& test) {
        for (int i = 0; i < test.result()->total_part_count(); ++i) {
            if (auto sentence = not_written(test.result()->GetTestPartResult(i).message());
                !sentence.empty()) {
                return sentence;
            }
        }
        return "";
    }

    static void print(const testing::TestPartResult& part) {
        const std::string text = readable(part);
        for (std::size_t at = 0; at <= text.size();) {
            const auto end = std::min(text.find('\n', at), text.size());
            std::printf("  %s\n", text.substr(at, end - at).c_str());
            at = end + 1;
        }
        if (part.file_name() != nullptr) {
            const char* slash = std::strrchr(part.file_name(), '/');
            std::printf("  in        %s:%d\n", slash ? slash + 1 : part.file_name(), part.line_number());
        }
    }

    bool limited_;
    std::string not_written_;
    std::vector<std::string> waiting_;
};

std::vector<std::string> all_cases() {
    std::vector<std::string> names;
    const auto& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const auto& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            names.push_back(full_name(*suite.GetTestInfo(j)));
        }
    }
    return names;
}

bool is_suite(const std::string& wanted, const std::vector<std::string>& names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.rfind(wanted + ".", 0) == 0; });
}

int bad_request(const std::string& what) {
    std::printf("%s\nThe cases of %s:", what.c_str(), exercise);
    print_cases(all_cases());
    std::printf("All of them: ./lab check %s\n", exercise);
    return 2;
}

}  // namespace

bool expect::set_exercise(const char* name) {
    exercise = name;
    return true;
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    bool limited = true;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--no-limit") {
            limited = false;
        } else if (argument == "--only" && i + 1 < argc) {
            const std::string wanted = argv[++i];
            const auto names = all_cases();
            if (std::find(names.begin(), names.end(), wanted) != names.end()) {
                testing::GTEST_FLAG(filter) = wanted;
            } else if (is_suite(wanted, names)) {
                testing::GTEST_FLAG(filter) = wanted + ".*";
            } else {
                return bad_request("There is no case " + wanted + ".");
            }
        } else {
            return bad_request("Not understood: " + argument + ". Known: --only Suite.Case, --no-limit.");
        }
    }
    catch_hangs_and_crashes(limited);
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new Report(limited));
    return RUN_ALL_TESTS();
}

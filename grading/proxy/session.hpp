// The judge's running conversation: which process answers, what went wrong in this test, what was counted.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "grading/proxy/channel.hpp"
#include "grading/proxy/settings.hpp"

namespace grading {

// The command that runs one student's program, in the mode of the judge.
Command student_command(const JudgeSettings& settings, const std::string& program);

class Session {
public:
    // A fresh process for the next test, so that no test depends on what ran before it.
    void start_test();
    // After a test: the process ends. Under cachegrind its summary becomes part of cost_log().
    void end_test();

    // One question, answered, or the current test fails and NoAnswer is thrown.
    std::string ask(std::string_view function, const std::string& arguments, bool& decoded_only);
    [[noreturn]] void fail(const std::string& sentence);

    // Ends the current test, and every later one at its first question: the run says nothing about the student.
    [[noreturn]] void fault(const std::string& sentence);
    void refuse_after_fault() const {
        if (!fault_.empty()) throw GraderFault{fault_};
    }

    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] const std::string& trouble() const { return trouble_; }
    [[nodiscard]] const std::string& printed() const { return printed_; }
    [[nodiscard]] const std::string& cost_log() const { return cost_log_; }
    // Mode::plain: best time of the student's and of the reference's process, one question after the other, in ns.
    [[nodiscard]] double student_ns() const { return student_ns_; }
    [[nodiscard]] double reference_ns() const { return reference_ns_; }

    void note_trouble(const std::string& sentence) { trouble_ = sentence; }
    void add_cost_log(const std::string& text) { cost_log_ += text; }
    void note_times(double student, double reference);

    // A function, or a program (of no name), that was silent twice is not waited for again: the current test fails.
    void refuse_if_silent(const std::string& name);
    void count_silence(const std::string& name, const std::string& trouble);

    // The student's time in one run of a judge: a program that answers each question just in time must not hold up a class.
    // Fails the current test when all of it is used.
    void check_budget();
    void use_time(double seconds) { used_seconds_ += seconds; }

private:
    Reply exchange(const Jail& jail, const std::string& program, std::unique_ptr<Channel>& channel,
                   const std::string& payload);
    void time_beside_reference(const std::string& payload);

    std::unique_ptr<Channel> student_;
    std::unique_ptr<Channel> reference_;
    bool first_question_ = true;
    std::string fault_;
    std::string trouble_;
    std::string printed_;
    std::string cost_log_;
    std::map<std::string, int, std::less<>> silent_;  // how often a function gave no answer in time
    double used_seconds_ = 0;
    double student_ns_ = 0;
    double reference_ns_ = 0;
};

Session& session();

}  // namespace grading

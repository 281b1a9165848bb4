// Asks a student's process the questions of a hidden test, and starts it again after it died.
#include "grading/proxy/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include "grading/proxy/exception_kind.hpp"
#include "grading/proxy/frame.hpp"
#include "grading/proxy/remote.hpp"

namespace grading {

namespace {

// A function that twice gave no answer is not waited for again: a class has many students.
constexpr int kSilentTwice = 2;
// Questions of full length that one run of a judge waits for.
constexpr unsigned kLongQuestions = 30;
// Rounds of the clock in Mode::plain; the best of them is shown.
constexpr int kRounds = 5;

bool under_cachegrind() {
    const Mode mode = judge_settings().mode;
    return mode == Mode::cost || mode == Mode::zero;
}

Bounds bounds_for(const JudgeSettings& settings) {
    Bounds bounds;
    // Cachegrind runs a program some fifty times slower.
    bounds.patience = std::chrono::seconds(settings.call_seconds * (under_cachegrind() ? 12 : 1));
    return bounds;
}

double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Session& session() {
    static Session one;
    return one;
}

Command student_command(const JudgeSettings& settings, const std::string& program) {
    Command command;
    command.binds = {{program, "/box/program", false}};
    command.argv = {"/box/program"};
    command.environment = {{"PATH", "/usr/bin"}};
    command.limits = settings.limits;
    command.limits.cpu_seconds = settings.call_seconds * 4;
    command.filter = Filter::run;
    if (under_cachegrind()) {
        const std::string log = std::to_string(settings.limits.descriptors + 11);  // where box puts it
        command.binds.push_back({settings.cachegrind, "/box/cachegrind", false});
        // Fixed sizes, fixed path, fixed environment: the count must not depend on the machine or on the class.
        command.argv = {"/box/cachegrind",           "--tool=cachegrind",
                        "--branch-sim=yes",          "--cache-sim=yes",
                        "--I1=32768,8,64",           "--D1=32768,8,64",
                        "--LL=8388608,16,64",        "--cachegrind-out-file=/dev/null",
                        "--log-fd=" + log,           "--vgdb=no",
                        "--trace-children=no",       "--suppressions=/dev/null",
                        "--default-suppressions=no", "/box/program"};
        command.environment = {
            {"PATH", "/usr/bin"}, {"VALGRIND_LAUNCHER", "/box/cachegrind"}, {"VALGRIND_LIB", "/box"}};
        command.limits.cpu_seconds = settings.call_seconds * 12;
        command.limits.memory_mib = settings.limits.memory_mib + 4096;  // valgrind's own tables
        command.limits.processes = 3;
        command.filter = Filter::cost;
        command.proc = true;  // valgrind reads its own map of memory there
    }
    return command;
}

void Session::start_test() {
    student_.reset();
    reference_.reset();
    first_question_ = true;
    trouble_.clear();
    printed_.clear();
}

void Session::end_test() {
    if (student_ != nullptr) {
        if (under_cachegrind() && student_->alive() && trouble_.empty()) {
            try {
                cost_log_ += student_->end_and_read_log(bounds_for(judge_settings()));
            } catch (const Trouble& trouble) {
                trouble_ = trouble.sentence;
            }
        }
        printed_ += student_->printed();
    }
    student_.reset();
    reference_.reset();
}

void Session::fail(const std::string& sentence) {
    trouble_ = sentence;
    ADD_FAILURE() << "the student's program " << sentence;
    throw NoAnswer{};
}

void Session::fault(const std::string& sentence) {
    fault_ = sentence;
    throw GraderFault{sentence};
}

void Session::check_budget() {
    const double allowed =
        static_cast<double>(bounds_for(judge_settings()).patience.count()) / 1000 * kLongQuestions;
    if (used_seconds_ > allowed * load_factor())
        fail("was not asked again: it has used all the time there is for it");
}

void Session::note_times(double student, double reference) {
    student_ns_ += student;
    reference_ns_ += reference;
}

// Each asked in turn, so that a change of the machine's speed meets both.
void Session::time_beside_reference(const std::string& payload) {
    const JudgeSettings& settings = judge_settings();
    double best_student = 1e300;
    double best_reference = 1e300;
    for (int round = 0; round < kRounds; ++round) {
        auto start = std::chrono::steady_clock::now();
        exchange(settings.jail, settings.program, student_, payload);
        best_student = std::min(best_student, since(start));
        start = std::chrono::steady_clock::now();
        try {
            exchange(settings.reference_jail, settings.reference_program, reference_, payload);
        } catch (const Trouble& trouble) {
            fault("the reference: " + trouble.sentence);
        }
        best_reference = std::min(best_reference, since(start));
    }
    note_times(best_student, best_reference);
}

Reply Session::exchange(const Jail& jail, const std::string& program, std::unique_ptr<Channel>& channel,
                        const std::string& payload) {
    const JudgeSettings& settings = judge_settings();
    if (channel == nullptr || !channel->alive())
        channel = std::make_unique<Channel>(jail, student_command(settings, program), under_cachegrind());
    const auto start = std::chrono::steady_clock::now();
    struct Clock {
        Session& session;
        std::chrono::steady_clock::time_point from;
        ~Clock() { session.use_time(since(from) / 1e9); }
    } const clock{*this, start};
    return channel->ask(settings.mode == Mode::zero ? kDecodeOnly : kCall, payload, bounds_for(settings));
}

void Session::refuse_if_silent(const std::string& name) {
    if (silent_[name] < kSilentTwice) return;
    fail(name.empty() ? "was not run again: it did not end in time twice"
                      : "was not asked again: this function gave no answer in time twice");
}

void Session::count_silence(const std::string& name, const std::string& trouble) {
    for (const char* sign : {"no answer after", "did not end after", "used more CPU time"})
        if (trouble.find(sign) != std::string::npos) {
            ++silent_[name];
            return;
        }
}

std::string Session::ask(std::string_view function, const std::string& arguments, bool& decoded_only) {
    const JudgeSettings& settings = judge_settings();
    refuse_after_fault();
    const std::string name(function);
    trouble_.clear();  // an exception that the last question was meant to end in
    refuse_if_silent(name);
    check_budget();
    Writer question;
    put(question, name);
    question.raw(arguments.data(), arguments.size());

    Reply reply;
    try {
        reply = exchange(settings.jail, settings.program, student_, question.bytes());
        if (settings.mode == Mode::plain) time_beside_reference(question.bytes());
        if (settings.mode == Mode::tests && settings.repeat && first_question_) {
            const Reply again = exchange(settings.jail, settings.program, student_, question.bytes());
            if (again.kind != reply.kind || again.payload != reply.payload)
                fail("answers differently when it is asked the same question twice");
            // Data of the clock, or of a random device, may be drawn once and stay: only another process draws again.
            printed_ += student_->printed();
            student_.reset();
            const Reply elsewhere = exchange(settings.jail, settings.program, student_, question.bytes());
            if (elsewhere.kind != reply.kind || elsewhere.payload != reply.payload)
                fail("answers differently when it is started again");
        }
        first_question_ = false;
    } catch (const std::system_error& error) {
        fault(error.what());  // no process, no descriptor, no memory left
    } catch (const Trouble& trouble) {
        count_silence(name, trouble.sentence);
        if (student_ != nullptr) printed_ += student_->printed();
        fail(trouble.sentence.starts_with("no answer") ? "gave " + trouble.sentence : trouble.sentence);
    }
    if (reply.kind == kEmpty) {
        decoded_only = settings.mode == Mode::zero;
        if (!decoded_only) fail("sent something that is not an answer to the question");
        return {};
    }
    if (reply.kind == kUnknown) fail("sent something that is not an answer to the question");
    if (reply.kind == kException) {
        Thrown thrown;
        try {
            Reader in{reply.payload};
            thrown.kind = get<std::string>(in);
            thrown.what = get<std::string>(in);
            in.end();
        } catch (const WireError&) {
            fail("sent something that is not an answer to the question");
        }
        trouble_ = "threw an exception: " + (is_known_kind(thrown.kind) ? thrown.kind : std::string("other"));
        throw_again(thrown);
    }
    return reply.payload;
}

std::string ask(std::string_view function, const std::string& arguments, bool& decoded_only) {
    return session().ask(function, arguments, decoded_only);
}

void refuse_answer(std::string_view) {
    session().fail("sent something that is not an answer to the question");
}

}  // namespace grading

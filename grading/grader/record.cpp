// Turns a student's result into JSON and back.
#include "grading/grader/record.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

namespace grading {

namespace {

using json = nlohmann::ordered_json;

json to_json(const TestResult& t) {
    return {{"name", t.name},       {"kind", t.kind},        {"id", t.id},
            {"points", t.points},   {"max", t.max},          {"passed", t.passed},
            {"outcome", t.outcome}, {"hint", t.hint},        {"details", t.details},
            {"printed", t.printed}, {"case", t.case_number}, {"wall", t.wall}};
}

json to_json(const ExerciseResult& e) {
    json tests = json::array();
    for (const auto& t : e.tests) tests.push_back(to_json(t));
    return {{"exercise", e.exercise}, {"status", e.status}, {"reason", e.reason},
            {"score", e.score},       {"max", e.max},       {"diagnostics", e.diagnostics},
            {"notes", e.notes},       {"tests", tests}};
}

TestResult test_from(const json& in) {
    TestResult t;
    in.at("name").get_to(t.name);
    in.at("kind").get_to(t.kind);
    in.at("id").get_to(t.id);
    in.at("points").get_to(t.points);
    in.at("max").get_to(t.max);
    in.at("passed").get_to(t.passed);
    in.at("outcome").get_to(t.outcome);
    in.at("hint").get_to(t.hint);
    in.at("details").get_to(t.details);
    in.at("printed").get_to(t.printed);
    in.at("case").get_to(t.case_number);
    in.at("wall").get_to(t.wall);
    return t;
}

ExerciseResult exercise_from(const json& in) {
    ExerciseResult e;
    in.at("exercise").get_to(e.exercise);
    in.at("status").get_to(e.status);
    in.at("reason").get_to(e.reason);
    in.at("score").get_to(e.score);
    in.at("max").get_to(e.max);
    in.at("diagnostics").get_to(e.diagnostics);
    in.at("notes").get_to(e.notes);
    for (const json& t : in.at("tests")) e.tests.push_back(test_from(t));
    return e;
}

std::optional<StudentResult> read_any(const std::string& path, const std::string* key) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    try {
        const json in = json::parse(file);
        if (key != nullptr && in.at("key").get<std::string>() != *key) return std::nullopt;
        StudentResult r;
        in.at("student").get_to(r.student);
        in.at("submission").get_to(r.submission);
        in.at("late").get_to(r.late);
        in.at("sandbox").get_to(r.tier);
        in.at("notes").get_to(r.notes);
        for (const json& e : in.at("exercises")) r.exercises.push_back(exercise_from(e));
        return r;
    } catch (const json::exception&) {
        return std::nullopt;  // half a file of another version: grade again
    }
}

}  // namespace

void write_whole(const std::string& path, const std::string& bytes, unsigned mode) {
    std::string temporary = path + ".XXXXXX";  // of its own: somebody else may write the same file now
    const int file = mkostemp(temporary.data(), O_CLOEXEC);
    if (file < 0) throw std::system_error(errno, std::generic_category(), "can't write " + path);
    int error = fchmod(file, mode) == 0 ? 0 : errno;
    std::size_t done = 0;
    while (error == 0 && done < bytes.size()) {
        const ssize_t put = write(file, bytes.data() + done, bytes.size() - done);
        if (put >= 0)
            done += static_cast<std::size_t>(put);
        else if (errno != EINTR)
            error = errno;
    }
    if (error == 0 && fsync(file) != 0) error = errno;
    if (close(file) != 0 && error == 0) error = errno;
    if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
    if (error == 0) return;
    unlink(temporary.c_str());
    throw std::system_error(error, std::generic_category(), "can't write " + path);
}

ResultsLock::ResultsLock(const std::string& out) {
    const std::string path = out + "/.lock";
    file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int got = -1;
    while (file_ >= 0 && (got = flock(file_, LOCK_EX)) != 0 && errno == EINTR) {
    }
    if (got == 0) return;
    const int error = errno;
    if (file_ >= 0) close(file_);
    throw std::system_error(error, std::generic_category(), "can't lock " + path);
}

ResultsLock::~ResultsLock() { close(file_); }

std::string record_json(const StudentResult& r, const std::string& key) {
    json exercises = json::array();
    for (const auto& e : r.exercises) exercises.push_back(to_json(e));
    const json out = {
        {"schema", 1},    {"key", key},        {"student", r.student}, {"submission", r.submission},
        {"late", r.late}, {"sandbox", r.tier}, {"notes", r.notes},     {"exercises", exercises}};
    return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::optional<StudentResult> read_record(const std::string& path, const std::string& key) {
    return read_any(path, &key);
}
std::optional<StudentResult> read_record(const std::string& path) { return read_any(path, nullptr); }

std::string folder_name(const std::string& student) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : student) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '_' || c == '-' || (c == '.' && !out.empty());
        if (plain) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 15U];
    }
    return out.size() <= 200 ? out
                             : out.substr(0, 180) + "-" + std::to_string(std::hash<std::string>{}(student));
}

std::string student_of_folder(const std::string& name) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '%' && i + 2 < name.size() && digit(name[i + 1]) >= 0 && digit(name[i + 2]) >= 0) {
            out += static_cast<char>(digit(name[i + 1]) * 16 + digit(name[i + 2]));
            i += 2;
        } else {
            out += name[i];
        }
    }
    return out;
}

}  // namespace grading

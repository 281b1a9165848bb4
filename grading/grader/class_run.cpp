// The scheduler of a class. A worker that dies is the grader's error for one student, and no one else's.
#include "grading/grader/class_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "grading/grader/gradebook.hpp"
#include "grading/grader/gradescope.hpp"
#include "grading/grader/page.hpp"
#include "grading/grader/record.hpp"
#include "grading/grader/summary.hpp"
#include "grading/grader/worksheets.hpp"
#include "grading/intake/text.hpp"
#include "grading/sandbox/probe.hpp"

namespace grading {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kForkTries = 50;

class Hash {
public:
    void mix(std::string_view part) {
        for (const char c : part) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        hash_ = (hash_ ^ 0xFFU) * 0x100000001b3U;
    }
    void mix_file(const fs::path& file) {
        mix(file.filename().string());
        mix(std::to_string(std::hash<std::string>{}(fs::exists(file) ? whole_file(file) : "")));
    }
    void mix_folder(const fs::path& folder) {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file()) files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        for (const fs::path& file : files) mix_file(file);
    }
    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", hash_); }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325U;
};

std::string fingerprint_of(const ClassSetup& setup) {
    Hash hash;
    hash.mix(setup.secret);
    hash.mix_file(setup.cachegrind);
    // The grader itself: what it takes from a hand-in, what it makes points of.
    hash.mix_file("/proc/self/exe");
    for (const Exercise& e : setup.exercises) {
        hash.mix(e.name);
        hash.mix_folder(e.own);
        hash.mix_folder(fs::path(e.root) / e.folder);
        for (const std::string& built :
             {e.judge, e.public_judge, e.driver, e.functions, e.harness_library, e.box, e.compiler})
            hash.mix_file(built);
    }
    for (const std::string& chapter : setup.worksheets)
        for (const char* file : {"worksheet.key", "worksheet.md"}) hash.mix_file(fs::path(chapter) / file);
    return hash.text();
}

// Changes when anything that decides the result changes: then a kept record is not taken for this grading.
std::string key_of(const Submission& submission, const ClassSetup& setup, const ClassRequest& request,
                   const char* tier) {
    Hash hash;
    hash.mix(setup.fingerprint);
    for (const auto& [name, bytes] : submission.files) hash.mix(name), hash.mix(bytes);
    for (const auto& [name, why] : submission.refused) hash.mix(name), hash.mix(why);
    hash.mix(submission.trouble);
    hash.mix(submission.fault);
    hash.mix(submission.unread);
    hash.mix(request.worksheets ? "worksheets" : "");
    hash.mix(tier);
    hash.mix(request.due ? std::to_string(*request.due) : "");
    hash.mix(std::to_string(submission.changed));
    return hash.text();
}

std::string student_folder(const ClassRequest& request, const std::string& student) {
    return request.out + "/students/" + folder_name(student);
}

void write_results(const std::string& folder, const StudentResult& result, const std::string& key) {
    fs::create_directories(folder);
    write_whole(folder + "/results.json", gradescope_json(result));
    write_whole(folder + "/report.html", student_page(result));
    // Last: its presence says that all three are there.
    write_whole(folder + "/record.json", record_json(result, key));
}

// In the place of results that are there and can't be read: to leave them out in silence would lose a row.
ExerciseResult unreadable_record() {
    ExerciseResult one;
    one.exercise = "record.json";
    one.status = "grader error";
    one.reason = "the earlier record of this student can't be read: grade the student again, all exercises";
    return one;
}

// With --exercise: what the kept record says of the other exercises stays.
StudentResult beside_kept(StudentResult fresh, const std::string& folder, const ClassRequest& request) {
    if (request.exercise.empty()) return fresh;
    const auto kept = read_record(folder + "/record.json");
    if (!kept) {
        if (fs::exists(folder + "/record.json")) fresh.exercises.push_back(unreadable_record());
        return fresh;
    }
    std::vector<ExerciseResult> all = kept->exercises;
    for (ExerciseResult& one : fresh.exercises) {
        const auto at = std::find_if(all.begin(), all.end(), [&](const ExerciseResult& other) {
            return other.exercise == one.exercise;
        });
        if (at == all.end())
            all.push_back(std::move(one));
        else
            *at = std::move(one);
    }
    fresh.exercises = std::move(all);
    return fresh;
}

StudentResult lost(const Submission& submission, const ClassSetup& setup, const Bench& bench,
                   const std::string& why) {
    StudentResult result;
    result.student = submission.student;
    result.submission = one_line(printable(fs::path(submission.path).filename().string()));
    result.tier = tier_name(bench.jail.tier);
    for (const Exercise& e : setup.exercises) {
        ExerciseResult one;
        one.exercise = e.name;
        one.status = "grader error";
        one.reason = why;
        one.max = e.max();
        result.exercises.push_back(one);
    }
    return result;
}

struct Worker {
    pid_t pid = -1;
    unsigned slot = 0;
    Submission submission;
    Clock::time_point start;
    bool overdue = false;
};

// In the worker: reads, grades, writes. Its own process, so that what goes wrong in it ends with it.
int work(const Submission& listed, const ClassSetup& setup, const Bench& bench, const ClassRequest& request) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Submission submission = read_submission(listed.path);
    submission.student = listed.student;
    submission.notes.insert(submission.notes.begin(), listed.notes.begin(), listed.notes.end());
    const std::string key = key_of(submission, setup, request, tier_name(bench.jail.tier));
    const std::string folder = student_folder(request, submission.student);
    if (request.resume) {
        const auto kept = read_record(folder + "/record.json", key);
        const auto failed = [](const ExerciseResult& e) { return e.status == "grader error"; };
        if (kept && std::none_of(kept->exercises.begin(), kept->exercises.end(), failed)) return 3;
    }
    StudentResult result = grade_student(submission, setup, bench);
    result.late = request.due && submission.changed > *request.due;
    const ResultsLock lock(request.out);
    write_results(folder, beside_kept(std::move(result), folder, request), key);
    return 0;
}

class ClassRun {
public:
    ClassRun(const ClassRequest& request, ClassSetup& setup, std::vector<Bench> benches)
        : request_(request), setup_(setup), benches_(std::move(benches)) {
        const auto exercises = static_cast<unsigned>(setup.exercises.size());
        patience_ = std::chrono::seconds(request.student_seconds != 0 ? request.student_seconds
                                                                      : 300 + 900 * exercises);
        for (const Bench& bench : benches_) free_.push_back(bench.slot);
    }

    void run(const std::vector<Submission>& submissions) {
        total_ = submissions.size();
        const auto start = Clock::now();
        for (const Submission& one : submissions) {
            while (free_.empty()) collect();
            begin(one);
        }
        while (!workers_.empty()) collect();
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        if (total_ > 0)
            fmt::print("{} student{} in {:.1f} s: {:.2f} s a student with {} job{}\n", total_,
                       total_ == 1 ? "" : "s", seconds, seconds / static_cast<double>(total_),
                       benches_.size(), benches_.size() == 1 ? "" : "s");
    }

    [[nodiscard]] const std::map<std::string, double>& seconds() const { return seconds_; }

private:
    void begin(const Submission& one) {
        Worker worker;
        worker.slot = free_.back();
        free_.pop_back();
        worker.submission = one;
        std::fflush(nullptr);
        // No process left for us: one comes free when one of ours ends.
        for (int tries = 0; (worker.pid = fork()) < 0 && tries < kForkTries; ++tries) {
            if (workers_.empty())
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
            else
                collect();
        }
        if (worker.pid < 0) {
            const std::string why =
                fmt::format("no process for the grader's worker: {}", std::strerror(errno));
            free_.push_back(worker.slot);
            ++done_;
            lose(worker, why);
            report(worker.submission.student, student_folder(request_, one.student), false, 0);
            return;
        }
        if (worker.pid == 0) {
            int code = 1;
            try {
                code = work(one, setup_, benches_[worker.slot], request_);
            } catch (const std::exception& error) {
                fmt::print(stderr, "{}: {}\n", one.student, error.what());
            }
            std::fflush(nullptr);
            _exit(code);
        }
        worker.start = Clock::now();
        workers_.push_back(std::move(worker));
    }

    // A worker has no other end than this when what it waits for never comes: a disk that hangs, a mistake of ours.
    pid_t wait_for_one(int& status) {
        for (;;) {
            const pid_t pid = waitpid(-1, &status, WNOHANG);
            if (pid > 0) return pid;
            if (pid < 0 && errno != EINTR)
                throw std::system_error(errno, std::generic_category(), "the grader's workers");
            for (Worker& worker : workers_) {
                if (worker.overdue || Clock::now() - worker.start < patience_) continue;
                worker.overdue = true;
                if (worker.pid > 0) kill(worker.pid, SIGKILL);  // its judge and what that started end with it
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

    void collect() {
        int status = 0;
        const pid_t pid = wait_for_one(status);
        const auto at =
            std::find_if(workers_.begin(), workers_.end(), [&](const Worker& w) { return w.pid == pid; });
        if (at == workers_.end()) return;
        const Worker worker = std::move(*at);
        workers_.erase(at);
        free_.push_back(worker.slot);
        ++done_;
        const double time = std::chrono::duration<double>(Clock::now() - worker.start).count();
        const bool ended = WIFEXITED(status);
        const int code = ended ? WEXITSTATUS(status) : WTERMSIG(status);
        const std::string folder = student_folder(request_, worker.submission.student);
        if (!ended || (code != 0 && code != 3)) {
            std::string why = ended ? fmt::format("the grader's worker ended with code {}", code)
                                    : fmt::format("the grader's worker was ended by signal {}", code);
            if (worker.overdue)
                why = fmt::format("the grader's worker was ended after {} s", patience_.count());
            lose(worker, why);
        }
        if (code != 3) seconds_[worker.submission.student] = time;
        report(worker.submission.student, folder, code == 3, time);
    }

    // A row for a student whose worker left none.
    void lose(const Worker& worker, const std::string& why) const {
        const std::string folder = student_folder(request_, worker.submission.student);
        const ResultsLock lock(request_.out);
        write_results(
            folder,
            beside_kept(lost(worker.submission, setup_, benches_[worker.slot], why), folder, request_),
            "lost");
    }

    void report(const std::string& student, const std::string& folder, bool kept, double time) const {
        const auto result = read_record(folder + "/record.json");
        std::string line;
        if (result) {
            line = fmt::format("{} of {}", show_points(result->score()), show_points(result->max()));
            for (const auto& e : result->exercises)
                if (e.status != "passed" && e.status != "checked")
                    line += fmt::format("; {}: {}", e.exercise, e.status);
        }
        fmt::print("[{}/{}] {}: {}{}\n", done_, total_, student, line,
                   kept ? " (kept)" : fmt::format(" ({:.1f} s)", time));
        std::fflush(stdout);
    }

    const ClassRequest& request_;
    ClassSetup& setup_;
    std::vector<Bench> benches_;
    std::chrono::seconds patience_{};
    std::vector<unsigned> free_;
    std::vector<Worker> workers_;
    std::map<std::string, double> seconds_;
    std::size_t total_ = 0;
    std::size_t done_ = 0;
};

// All records in `out`, whichever run they come from, by student.
std::vector<StudentResult> all_results(const ClassRequest& request) {
    std::map<std::string, StudentResult> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(request.out + "/students", error)) {
        const fs::path record = entry.path() / "record.json";
        if (!fs::exists(record)) continue;  // not graded yet, or ended in the middle
        auto result = read_record(record.string());
        if (!result) {
            result.emplace();
            result->student = student_of_folder(entry.path().filename().string());
            result->exercises.push_back(unreadable_record());
        }
        found[result->student] = std::move(*result);
    }
    std::vector<StudentResult> out;
    for (auto& [student, result] : found) out.push_back(std::move(result));
    return out;
}

std::vector<Submission> chosen(const ClassRequest& request, std::vector<std::string>& notes) {
    if (request.single) {
        Submission one;
        one.path = request.submissions;
        while (one.path.size() > 1 && one.path.back() == '/') one.path.pop_back();
        one.student = student_of(one.path);
        if (!fs::exists(one.path)) throw std::runtime_error("there is no " + one.path);
        if (one.student.empty())
            throw std::runtime_error(one.path + " is neither a folder nor a .zip or .tar.gz archive");
        return {one};
    }
    if (!fs::is_directory(request.submissions))
        throw std::runtime_error(
            request.submissions +
            " is not a folder. It should hold a folder, .zip or .tar.gz for each student");
    std::vector<Submission> all = list_submissions(request.submissions, notes);
    std::error_code none;  // the results may lie in the folder of the hand-ins, and are nobody's
    std::erase_if(all, [&](const Submission& s) { return fs::equivalent(s.path, request.out, none); });
    if (all.empty())
        throw std::runtime_error("no hand-in in " + request.submissions +
                                 ": a folder, .zip or .tar.gz for each student");
    if (request.only.empty()) return all;
    std::vector<Submission> out;
    for (const std::string& name : request.only) {
        const auto at =
            std::find_if(all.begin(), all.end(), [&](const Submission& s) { return s.student == name; });
        if (at == all.end())
            throw std::runtime_error("no hand-in of '" + name + "' in " + request.submissions);
        out.push_back(*at);
    }
    return out;
}

std::string tier_or_stop(const ClassRequest& request, const Workshop& shop,
                         const std::vector<Exercise>& exercises, const std::vector<Submission>& submissions,
                         std::vector<Bench>& benches, unsigned jobs) {
    std::vector<std::string> secrets{request.out, request.out + "/secret.txt", request.out + "/students",
                                     request.images};
    for (const Exercise& e : exercises) {
        const auto files = secret_files(e);
        secrets.insert(secrets.end(), files.begin(), files.end());
    }
    // Other people's hand-ins. One alone is the student's own.
    if (!request.single) {
        secrets.push_back(request.submissions);
        for (const Submission& one : submissions) secrets.push_back(one.path);
    }
    std::string note;
    for (unsigned slot = 0; slot < jobs; ++slot) {
        const Probe found = probe(shop.box(), slot, request.trust, request.tier, secrets);
        if (!found.found)
            throw std::runtime_error(
                "no sandbox works here, so nothing is graded.\n" + found.why_not_better +
                "\nTo grade without one, hand-ins that you trust as your own code: --trust");
        benches.push_back({shop, found.jail, slot});
        note = found.jail.tier == Tier::bubblewrap ? "" : one_line(found.why_not_better);
    }
    if (!note.empty()) fmt::print(stderr, "sandbox: {}\n{}\n", tier_name(benches.front().jail.tier), note);
    return note;
}

// One line, as somebody may have written it by hand.
std::string kept_secret(const ClassRequest& request) {
    std::string secret;
    std::ifstream file(request.out + "/secret.txt");
    std::getline(file, secret);
    return one_line(secret);
}

// Hidden cases, secret and other people's results: for the owner only. A folder that holds other things as well may be meant for
// others, /tmp for one.
void make_private(const std::string& folder) {
    fs::create_directories(folder);
    constexpr auto kOthers = fs::perms::group_all | fs::perms::others_all;
    if ((fs::status(folder).permissions() & kOthers) == fs::perms::none) return;
    if (!fs::is_empty(folder) && !fs::exists(folder + "/secret.txt"))
        throw std::runtime_error(folder +
                                 " holds other things, and others can look into it: name a folder of its own "
                                 "with --out, or close it (chmod 700)");
    fs::permissions(folder, fs::perms::owner_all);
}

// Who is late must not depend on whether --due was typed again: a folder of results keeps its deadline.
std::optional<std::time_t> due_for(const ClassRequest& request) {
    const std::string path = request.out + "/due.txt";
    if (request.due) {
        write_whole(path, std::to_string(*request.due) + "\n", 0600);
        return request.due;
    }
    if (!fs::exists(path)) return std::nullopt;
    fmt::print("note: late is judged by the deadline given before (--due changes it)\n");
    std::istringstream text(whole_file(path));
    if (std::time_t due = 0; text >> due) return due;
    throw std::runtime_error(path + " holds no time: give the deadline with --due, or remove the file");
}

}  // namespace

std::vector<Exercise> exercises_for(const ClassRequest& request) {
    std::vector<Exercise> all = load_exercises(request.images, request.fixtures);
    if (all.empty()) throw std::runtime_error("no graded exercise in " + request.images);
    if (request.exercise.empty()) return all;
    std::string names;
    for (Exercise& e : all) {
        if (e.name == request.exercise) return {std::move(e)};
        names += (names.empty() ? "" : ", ") + e.name;
    }
    throw std::runtime_error("no exercise '" + request.exercise + "'. There are: " + names);
}

std::string secret_for(const ClassRequest& request) {
    const std::string path = request.out + "/secret.txt";
    const std::string kept = kept_secret(request);
    std::string secret = one_line(request.secret);
    if (!kept.empty()) {
        if (!secret.empty() && secret != kept)
            throw std::runtime_error(path +
                                     " holds another seed: the results there would no longer fit together. "
                                     "Leave --seed out, or name another --out");
        return kept;
    }
    if (secret.empty()) {
        std::uint64_t words[2];
        if (getrandom(words, sizeof words, 0) != sizeof words) throw std::runtime_error("no random bytes");
        secret = fmt::format("{:016x}{:016x}", words[0], words[1]);
        fmt::print("the secret of this class is in {}: the same secret gives the same cases\n", path);
    }
    write_whole(path, secret + "\n", 0600);
    return secret;
}

std::string known_secret(const ClassRequest& request) {
    std::string secret = request.secret.empty() ? kept_secret(request) : one_line(request.secret);
    if (secret.empty())
        throw std::runtime_error("there is no secret in " + request.out +
                                 "/secret.txt: name the results of the grading with --out");
    return secret;
}

int grade_class(const ClassRequest& asked) {
    ClassRequest request = asked;
    std::vector<std::string> notes;
    ClassSetup setup;
    std::vector<Submission> submissions;
    try {
        submissions = chosen(request, notes);
        setup.exercises = exercises_for(request);
        make_private(request.out);
        const ResultsLock lock(request.out);
        setup.secret = secret_for(request);
        request.due = due_for(request);
    } catch (const std::runtime_error& error) {
        fmt::print(stderr, "{}\nHelp: ./lab help grade\n", error.what());
        return 2;
    }
    if (request.exercise.empty()) setup.worksheets = worksheet_folders(setup.exercises.front().root);
    setup.worksheet_points = request.worksheets;
    fs::create_directories(request.out + "/students");
    setup.cachegrind = find_cachegrind();
    setup.fingerprint = fingerprint_of(setup);
    unsigned jobs = request.jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : request.jobs;
    jobs = std::min(jobs, static_cast<unsigned>(submissions.size()));
    const Workshop shop = Workshop::make(setup.exercises);
    const Remover remover{shop};
    std::vector<Bench> benches;
    try {
        setup.tier_note = tier_or_stop(request, shop, setup.exercises, submissions, benches, jobs);
        prepare_class(setup, benches);
    } catch (const std::runtime_error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
    for (const auto& note : notes) fmt::print("note: {}\n", note);
    ClassRun run(request, setup, std::move(benches));
    run.run(submissions);

    const ResultsLock lock(request.out);
    const auto results = all_results(request);
    write_whole(request.out + "/grades.csv", gradebook_csv(results));
    if (!setup.worksheets.empty()) write_whole(request.out + "/free-text.html", free_texts_page(results));
    write_whole(request.out + "/summary.html", summary_page(results, run.seconds(), notes));
    bool grader_failed = false;
    for (const auto& r : results)
        for (const auto& e : r.exercises) grader_failed = grader_failed || e.status == "grader error";
    fmt::print("grades: {}/grades.csv   the class: {}/summary.html\n", request.out, request.out);
    if (grader_failed)
        fmt::print("The grader itself failed for some students: see the first part of summary.html.\n");
    return grader_failed ? 1 : 0;
}

}  // namespace grading

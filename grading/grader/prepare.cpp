// What is done once for a class: references compiled, starters and references counted.
#include <sys/stat.h>
#include <sys/utsname.h>

#include <filesystem>
#include <stdexcept>

#include "grading/grader/compile.hpp"
#include "grading/grader/grade.hpp"
#include "grading/intake/text.hpp"

namespace grading {

namespace {

namespace fs = std::filesystem;

// The reference in the place of the student's first file.
std::map<std::string, std::string> reference_files(const Exercise& e) {
    auto files = starter_files(e);
    files[e.edit.front()] = whole_file(fs::path(e.own) / "reference.cpp");
    return files;
}

std::string build(const Exercise& e, const std::map<std::string, std::string>& files, const Bench& bench,
                  const char* what, const Jail& jail) {
    const std::string job = bench.shop.job(bench.slot, jail.uid);
    const Built built = compile(e, files, bench.shop, jail, job);
    if (!built.ok)
        throw std::runtime_error(e.name + ": the " + what + " " + built.reason + "\n" + built.diagnostics);
    return built.program;
}

Counts count(const Exercise& e, const ClassSetup& setup, const Bench& bench, const std::string& program,
             Mode mode, const char* what, bool must_pass) {
    JudgeSettings settings = judge_for(e, setup, bench, program, mode);
    settings.jail = reference_jail(bench.jail);
    const Judged judged = run_judge(e.judge, settings, bench.shop.hidden(), e.name + "-" + what);
    std::string why = judged.trouble;
    const auto counts = why.empty() ? read_summary(judged.log, why) : std::nullopt;
    if (must_pass)
        for (const JudgedTest& test : judged.tests)
            if (!test.passed) why = test.messages;
    if (!counts || (must_pass && !why.empty()))
        throw std::runtime_error(e.name + ": the " + what + " can't be counted: " + why);
    return *counts;
}

}  // namespace

std::string find_cachegrind() {
    utsname machine{};
    uname(&machine);
    const std::string arch = std::string(machine.machine) == "aarch64" ? "arm64" : "amd64";
    for (const char* folder :
         {"/usr/libexec/valgrind/", "/usr/lib/valgrind/", "/usr/local/libexec/valgrind/"}) {
        const std::string file = folder + ("cachegrind-" + arch + "-linux");
        if (fs::exists(file)) return file;
    }
    return "";
}

std::string reference_program(const Bench& bench, const Exercise& exercise) {
    return bench.shop.root() + "/reference/" + std::to_string(1000 + bench.slot) + "/" + exercise.name;
}

std::map<std::string, std::string> starter_files(const Exercise& e) {
    std::map<std::string, std::string> files;
    for (const std::string& name : e.edit) files[name] = whole_file(fs::path(e.root) / e.folder / name);
    return files;
}

Jail reference_jail(const Jail& jail) {
    if (jail.tier == Tier::bubblewrap) return jail;
    return {Tier::trust, 0, jail.box};
}

void prepare_class(ClassSetup& setup, const std::vector<Bench>& benches) {
    const Bench& bench = benches.front();
    for (const Bench& each : benches)
        static_cast<void>(each.shop.references(each.slot, reference_jail(each.jail).uid));
    for (const Exercise& e : setup.exercises) {
        // What was handed out compiles, or nothing will here. (With cost it is compiled below.)
        if (!e.cost) build(e, starter_files(e), bench, "starter", bench.jail);
        if (!e.program && !e.cost) continue;
        if (e.cost && setup.cachegrind.empty())
            throw std::runtime_error(e.name +
                                     " has points for cost, which are counted by valgrind. To install it: "
                                     "apt-get install valgrind");
        const std::string built =
            build(e, reference_files(e), bench, "reference", reference_jail(bench.jail));
        for (const Bench& each : benches) {
            const std::string to = reference_program(each, e);
            fs::copy_file(built, to, fs::copy_options::overwrite_existing);
            chmod(to.c_str(), 0755);
        }
        if (!e.cost) continue;
        const std::string reference = reference_program(bench, e);
        CostScale scale;
        scale.asking = count(e, setup, bench, reference, Mode::zero, "reference", false);
        scale.reference = count(e, setup, bench, reference, Mode::cost, "reference", true);
        const std::string starter = build(e, starter_files(e), bench, "starter", bench.jail);
        scale.starter = count(e, setup, bench, starter, Mode::cost, "starter", false);
        if (!tells_apart(scale, e.cost->metric))
            throw std::runtime_error(
                e.name +
                ": what was handed out costs hardly more than the reference, so nobody could earn "
                "the points for cost. Was its file changed in this copy of the course?\n"
                "What changed: git -C '" +
                e.root + "' diff HEAD -- '" + e.folder + "/" + e.edit.front() +
                "'\nAs it was handed out: git -C '" + e.root + "' checkout HEAD -- '" + e.folder + "/" +
                e.edit.front() + "'");
        setup.scales[e.name] = scale;
    }
}

}  // namespace grading

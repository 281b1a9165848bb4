// Proves that an exercise's public tests are worth passing: the starter fails them, and so does every mutant. The mutant
// throws_always fails every case.
//
// clang-format off
//   prove RECIPE starter FILE…                  the student's files as shipped: they compile, and every case fails
//   prove RECIPE mutants REFERENCE MUTANTS      each plausible wrong answer of mutants.txt is rejected
// clang-format on
//
// The recipe is written by CMake: one "key value" a line, the argument lists of the compiler and of the
// linker among them. A mutant is the reference solution with one piece of text replaced. The piece must occur
// exactly once, and the mutant must compile: a mutant that proves nothing is an error. Crashing or never
// ending is a way to be rejected. Exit code: 0 proven, 1 not proven, 2 bad request, 77 nothing to prove (the
// student's file was edited).
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct Recipe {
    std::string name;
    fs::path scratch;  // where sources, objects and programs of the proof go
    fs::path root;     // of the repository, for git
    Words compile;     // compiler and flags; "-c SOURCE -o OBJECT" is added
    Words link_first;  // linker and flags; "-o PROGRAM OBJECTS" is added, then
    Words link_last;   // the test cases and the libraries
    fs::path headers;  // precompiled, or empty
};

struct Mutant {
    std::string name, why, from, to;
};

struct Ended {
    bool hung = false;
    int status = 0;  // as waitpid gives it
    std::string output;

    bool passed() const { return !hung && WIFEXITED(status) && WEXITSTATUS(status) == 0; }
};

std::string contents(const fs::path& file) {
    std::ifstream in{file, std::ios::binary};
    if (!in) {
        throw std::runtime_error("can't read " + file.string());
    }
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Recipe read_recipe(const fs::path& file) {
    std::istringstream in{contents(file)};
    Recipe recipe;
    for (std::string line; std::getline(in, line);) {
        const auto space = line.find(' ');
        if (space == std::string::npos || space + 1 == line.size()) {
            continue;  // an empty generator expression leaves an empty line
        }
        const auto key = line.substr(0, space);
        const auto value = line.substr(space + 1);
        if (key == "name") {
            recipe.name = value;
        } else if (key == "scratch") {
            recipe.scratch = value;
        } else if (key == "root") {
            recipe.root = value;
        } else if (key == "compile") {
            recipe.compile.push_back(value);
        } else if (key == "link_first") {
            recipe.link_first.push_back(value);
        } else if (key == "link_last") {
            recipe.link_last.push_back(value);
        } else {
            throw std::runtime_error(file.string() + ": unknown key " + key);
        }
    }
    fs::create_directories(recipe.scratch);
    return recipe;
}

// Runs a program; both its outputs are kept. One that computes for longer than allowed is killed. The limit
// is on computing time, so that a busy machine changes no verdict; a program that sleeps is killed after ten
// times that.
Ended run(const Words& words, const fs::path& output, std::chrono::seconds allowed) {
    std::vector<char*> arguments;
    for (const auto& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) {
        throw std::runtime_error("can't start a process");
    }
    if (child == 0) {
        const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        const rlimit no_core{0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        const auto seconds = static_cast<rlim_t>(allowed.count());
        const rlimit computing{seconds, seconds};
        setrlimit(RLIMIT_CPU, &computing);
        setpgid(0, 0);
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    Ended ended;
    const auto deadline = std::chrono::steady_clock::now() + 10 * allowed;
    while (waitpid(child, &ended.status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > deadline) {
            ended.hung = true;
            kill(-child, SIGKILL);
            waitpid(child, &ended.status, 0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    // The kernel ends a process at its hard limit with SIGKILL; nobody else sends one here.
    ended.hung = ended.hung || (WIFSIGNALED(ended.status) && WTERMSIG(ended.status) == SIGKILL);
    ended.output = contents(output);
    return ended;
}

// Compiles `sources` and links them with the test cases. Throws with the compiler's words when that fails.
fs::path build(const Recipe& recipe, const std::vector<fs::path>& sources, const std::string& name) {
    const auto must = [&](const Words& words) {
        const auto ended = run(words, recipe.scratch / (name + ".build.txt"), std::chrono::seconds(120));
        if (!ended.passed()) {
            throw std::runtime_error(name + " does not compile or link:\n" + ended.output);
        }
    };
    const auto program = recipe.scratch / name;
    auto link = recipe.link_first;
    link.insert(link.end(), {"-o", program.string()});
    for (const auto& source : sources) {
        const auto object = program.string() + "." + source.stem().string() + ".o";
        auto compile = recipe.compile;
        if (!recipe.headers.empty()) {
            compile.insert(compile.end(), {"-include", recipe.headers.string()});
        }
        compile.insert(compile.end(), {"-c", source.string(), "-o", object});
        must(compile);
        link.push_back(object);
    }
    link.insert(link.end(), recipe.link_last.begin(), recipe.link_last.end());
    must(link);
    return program;
}

// All mutants include what the reference includes. Reading those headers once, not once for each mutant,
// halves the time of the proof. GCC and Clang both take "X.gch" when told to include X.
void precompile_headers(Recipe& recipe, const std::string& reference) {
    const auto headers = recipe.scratch / "headers.hpp";
    std::istringstream in{reference};
    std::ofstream out{headers};
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("#include", 0) == 0) {
            out << line << '\n';
        }
    }
    out.close();
    auto compile = recipe.compile;
    compile.insert(compile.end(), {"-x", "c++-header", headers.string(), "-o", headers.string() + ".gch"});
    if (run(compile, recipe.scratch / "headers.build.txt", std::chrono::seconds(120)).passed()) {
        recipe.headers = headers;
    }
}

Ended run_tests(const Recipe& recipe, const fs::path& program, bool stop_at_first) {
    Words words{program.string()};
    if (stop_at_first) {
        words.push_back("--gtest_fail_fast");
    }
    return run(words, recipe.scratch / (program.filename().string() + ".output.txt"),
               std::chrono::seconds(4));
}

// ---- mutants ----

// "# name: why", then lines "- text" that occur in the reference, then lines "+ text" that replace them.
std::vector<Mutant> read_mutants(const fs::path& file) {
    std::istringstream in{contents(file)};
    std::vector<Mutant> mutants;
    int number = 0;
    const auto wrong = [&](const std::string& what) {
        return std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + what);
    };
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty()) {
            continue;
        }
        const char kind = line[0];
        if (line.size() > 1 && line[1] != ' ') {
            throw wrong("a line starts with '# ', '- ' or '+ '");
        }
        const auto text = line.size() > 2 ? line.substr(2) : std::string{};
        if (kind == '#') {
            const auto colon = text.find(": ");
            if (colon == std::string::npos) {
                throw wrong("expected '# name: what is wrong with it'");
            }
            mutants.push_back({text.substr(0, colon), text.substr(colon + 2), "", ""});
        } else if (mutants.empty() || (kind != '-' && kind != '+')) {
            throw wrong("a line starts with '# ', '- ' or '+ ', and '# ' comes first");
        } else if (kind == '-' && !mutants.back().to.empty()) {
            throw wrong("one mutant is one piece of text: all '- ' lines come before the '+ ' lines");
        } else {
            (kind == '-' ? mutants.back().from : mutants.back().to) += text + "\n";
        }
    }
    for (auto& mutant : mutants) {
        if (mutant.from.size() < 2) {
            throw std::runtime_error(file.string() + ": " + mutant.name + " has no '- ' line");
        }
        mutant.from.pop_back();  // the last line may be a part of a line
        if (!mutant.to.empty()) {
            mutant.to.pop_back();
        }
    }
    return mutants;
}

std::string apply(const Mutant& mutant, const std::string& reference) {
    const auto at = reference.find(mutant.from);
    if (at == std::string::npos) {
        throw std::runtime_error(mutant.name + ": its '- ' text does not occur in the reference");
    }
    if (reference.find(mutant.from, at + 1) != std::string::npos) {
        throw std::runtime_error(mutant.name + ": its '- ' text occurs more than once in the reference");
    }
    return reference.substr(0, at) + mutant.to + reference.substr(at + mutant.from.size());
}

// The first case that failed is the first line after an empty one, as harness/exercise/main.cpp prints it.
std::string rejected_by(const Ended& ended) {
    if (ended.hung) {
        return "never ends";
    }
    std::istringstream in{ended.output};
    for (std::string line; std::getline(in, line);) {
        if (!line.empty()) {
            return line.substr(0, line.find(' '));
        }
    }
    return WIFSIGNALED(ended.status) ? "signal " + std::to_string(WTERMSIG(ended.status)) : "no words";
}

int prove_mutants(Recipe recipe, const fs::path& reference_file, const fs::path& mutants_file) {
    constexpr std::size_t at_least = 5;
    const auto reference = contents(reference_file);
    const auto mutants = read_mutants(mutants_file);
    int wrong = 0;
    if (mutants.size() < at_least) {
        std::cout << "NOT PROVEN: " << mutants.size() << " mutants; an exercise has at least " << at_least
                  << "\n";
        ++wrong;
    }
    precompile_headers(recipe, reference);
    // The same recipe must let the reference pass: else every mutant would be "rejected" by a broken recipe.
    if (const auto ended = run_tests(recipe, build(recipe, {reference_file}, "reference"), false);
        !ended.passed()) {
        std::cout << ended.output << "NOT PROVEN: the reference itself does not pass\n";
        return 1;
    }
    for (const auto& mutant : mutants) {
        try {
            const auto source = recipe.scratch / (mutant.name + ".cpp");
            std::ofstream{source} << apply(mutant, reference);
            // Who refuses everything gets no case, those that ask for refusals included.
            const bool in_all_cases = mutant.name == "throws_always";
            const auto ended = run_tests(recipe, build(recipe, {source}, mutant.name), !in_all_cases);
            if (in_all_cases && ended.output.find(recipe.name + ": 0 of ") == std::string::npos) {
                std::cout << ended.output << "NOT PROVEN: some case passes with " << mutant.name << " ("
                          << mutant.why << ")\n";
                ++wrong;
            } else if (ended.passed()) {
                std::cout << "NOT PROVEN: the tests pass with " << mutant.name << " (" << mutant.why << ")\n";
                ++wrong;
            } else {
                std::cout << "rejected   " << mutant.name << "   by " << rejected_by(ended) << "\n";
            }
        } catch (const std::exception& error) {
            std::cout << "NOT PROVEN: " << error.what() << "\n";
            ++wrong;
        }
    }
    std::cout << recipe.name << ": " << mutants.size() << " mutants, " << wrong << " not proven\n";
    return wrong == 0 ? 0 : 1;
}

// ---- starter ----

// git's answer: 0 as in HEAD, 1 edited; anything else (no git, no repository) counts as unedited.
bool edited(const Recipe& recipe, const fs::path& file) {
    const auto ended =
        run({"git", "-C", recipe.root.string(), "diff", "--quiet", "HEAD", "--", file.string()},
            recipe.scratch / "git.txt", std::chrono::seconds(20));
    return WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == 1;
}

// Where the exercise is about cost, the starter gives right answers in a bad way: it has nothing "not written yet".
bool works_but_badly(const std::vector<fs::path>& files) {
    for (const auto& file : files) {
        std::stringstream text;
        text << std::ifstream{file}.rdbuf();
        if (text.str().find("not written yet") != std::string::npos) {
            return false;
        }
    }
    return true;
}

int prove_starter(const Recipe& recipe, const std::vector<fs::path>& files) {
    for (const auto& file : files) {
        if (edited(recipe, file)) {
            std::cout << file.filename().string()
                      << " was edited since the last commit: the proof is about the file as shipped.\n";
            return 77;
        }
    }
    const auto ended = run_tests(recipe, build(recipe, files, "starter"), false);
    std::cout << ended.output;
    const auto contains = [&](const std::string& text) {
        return ended.output.find(text) != std::string::npos;
    };
    if (ended.hung || !WIFEXITED(ended.status) || WEXITSTATUS(ended.status) != 1 || contains("crashed")) {
        std::cout << "NOT PROVEN: the starter must end with failed cases: no crash, no hang, no pass\n";
        return 1;
    }
    if (works_but_badly(files)) {
        return 0;  // at least one case fails, and says what is bad: that is the exercise
    }
    if (!contains(recipe.name + ": 0 of ")) {
        std::cout << "NOT PROVEN: some cases pass with the starter, so they test nothing\n";
        return 1;
    }
    for (const auto& text : {std::string{"not written yet: edit "}, "./lab check " + recipe.name,
                             files.front().lexically_relative(recipe.root).string()}) {
        if (!contains(text)) {
            std::cout << "NOT PROVEN: the starter's message does not say '" << text << "'\n";
            return 1;
        }
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const Words words(argv, argv + argc);
    try {
        if (argc == 5 && words[2] == "mutants") {
            return prove_mutants(read_recipe(words[1]), words[3], words[4]);
        }
        if (argc >= 4 && words[2] == "starter") {
            return prove_starter(read_recipe(words[1]), {words.begin() + 3, words.end()});
        }
        std::cout << "usage: prove RECIPE starter FILE…\n       prove RECIPE mutants REFERENCE MUTANTS\n";
        return 2;
    } catch (const std::exception& error) {
        std::cout << "NOT PROVEN: " << error.what() << "\n";
        return 1;
    }
}

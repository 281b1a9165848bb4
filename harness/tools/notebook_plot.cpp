// ./lab plot: writes a record's data for gnuplot, and lets gnuplot draw it as SVG and PNG, or with
// characters.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "harness/tools/latest.hpp"
#include "harness/tools/notebook.hpp"
#include "harness/tools/plot_script.hpp"
#include "harness/tools/text_file.hpp"

namespace lab::tools {

namespace fs = std::filesystem;

namespace {

struct Size {
    int columns = 79, rows = 24;
};

Size terminal_size() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 && size.ws_row >= 15) {
        return {std::min<int>(size.ws_col, 140) - 1, std::min<int>(size.ws_row, 50) - 2};
    }
    return {};
}

// Runs gnuplot on a script; its complaints go to `log`. Returns its exit code, 127 when it is not there.
int run_gnuplot(const fs::path& script, const fs::path& log) {
    const pid_t child = fork();
    if (child < 0) return 127;
    if (child == 0) {
        const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (file >= 0) dup2(file, STDERR_FILENO);
        setenv("LC_ALL", "C.UTF-8", 1);  // decimal points, and the dashes and µ of the captions
        execlp("gnuplot", "gnuplot", script.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
    return WEXITSTATUS(status);
}

struct Job {
    fs::path lab_script, theme, data;  // data: path and stem of everything that is written
    std::string prelude;
};

// One drawing: the theme first, then the variables, then the lab's own few lines.
std::string drawing(const Job& job, const std::string& terminal, const fs::path& output) {
    std::string script = "reset session\n" + terminal + "\n";
    if (!output.empty()) script += "set output " + gnuplot_text(output.string()) + "\n";
    script += "theme_folder = " + gnuplot_text(job.theme.parent_path().string()) + "\n";
    script += "load " + gnuplot_text(job.theme.string()) + "\n";
    script += "load " + gnuplot_text(job.data.string() + ".prelude.gp") + "\n";
    script += "load " + gnuplot_text(job.lab_script.string()) + "\nunset output\n";
    return script;
}

std::string save_data(const Record& record, const Job& job) {
    auto fault = replace_text(job.data.string() + ".csv", points_csv(record));
    if (fault.empty()) fault = replace_text(job.data.string() + ".samples.csv", samples_csv(record));
    for (std::size_t i = 0; fault.empty() && i < record.tables.size(); ++i) {
        fault = replace_text(job.data.string() + ".table" + std::to_string(i + 1) + ".csv",
                             table_csv(record.tables[i]));
    }
    if (fault.empty()) fault = replace_text(job.data.string() + ".prelude.gp", job.prelude);
    return fault;
}

// What the caption has to admit.
std::string remark_of(const Record& record, bool recorded) {
    if (recorded) return "recorded, not your machine";
    if (record.quick) return "quick run";
    if (!record.complete) return "unfinished run";
    std::string no_result;
    for (const auto& point : record.points)
        if (point.status == "not a result")
            no_result += (no_result.empty() ? "not a result: " : ", ") + point.name;
    return no_result;
}

std::optional<Record> find_run(const Places& places, const Chapter& chapter, const PlotOptions& options) {
    const auto folder =
        options.recorded ? places.root / chapter.folder / "recorded" : places.notebook / options.lab;
    auto latest = latest_record(folder, options.lab);
    for (const auto& note : latest.notes) std::cerr << "Note: " << note << "\n";
    if (!latest.record) {
        const bool kept =
            !options.recorded &&
            latest_record(places.root / chapter.folder / "recorded", options.lab).record.has_value();
        std::cerr << (options.recorded ? "The chapter keeps no run of " : "There is no run to draw of ")
                  << options.lab << ". Make one first: ./lab run " << options.lab << "\n";
        if (kept)
            std::cerr << "A run of another machine, kept in the chapter: ./lab plot " << options.lab
                      << " --recorded\n";
    }
    if (latest.record && latest.record->all_refused()) {
        std::cerr << "There is nothing to draw. Run it again: ./lab run " << options.lab << "\n";
        return std::nullopt;
    }
    return latest.record;
}

int failed(const fs::path& log, int code) {
    if (code == 127) {
        std::cerr << "gnuplot can't be started. Install it: apt-get install gnuplot-nox\n";
        return 2;
    }
    if (code == 128 + SIGINT || code == 128 + SIGTERM) return 130;
    if (code >= 128) {
        std::cerr << "gnuplot crashed (signal " << code - 128
                  << ") on the lab's .gp script; the plot was not drawn.\n";
        return 1;
    }
    std::cerr << "gnuplot could not draw this run:\n" << read_text(log).value_or("") << "\n";
    return 1;
}

}  // namespace

int plot(const Places& places, const PlotOptions& options) {
    const auto* chapter = chapter_of_lab(places.chapters, options.lab);
    if (chapter == nullptr) {
        std::cerr << "There is no lab called '" << options.lab << "'. All labs: ./lab list\n";
        return 2;
    }
    Job job{.lab_script = places.root / chapter->folder / (options.lab + ".gp"),
            .theme = places.root / "harness/plot" / ((options.terminal ? "terminal" : options.theme) + ".gp"),
            .data = places.notebook / "plots" / options.lab,
            .prelude = {}};
    if (const auto& why = std::ranges::find(chapter->labs, options.lab, &Entry::name)->no_plot;
        !why.empty()) {
        std::cerr << options.lab << " has no plot: " << why << ". ./lab run " << options.lab << "\n";
        return 2;
    }
    const auto record = find_run(places, *chapter, options);
    if (!record) return 2;
    if (options.recorded) std::cerr << "Recorded on: " << record->caption << "\n";
    if (options.predictions_only) job.data += "-predictions";
    job.prelude = prelude(*record, {.data = job.data.string(),
                                    .remark = remark_of(*record, options.recorded),
                                    .hide_curve = options.predictions_only});
    job.prelude += defaults_for(read_text(job.lab_script).value_or(""));
    const fs::path script = job.data.string() + ".run.gp", log = job.data.string() + ".log";
    const fs::path svg = job.data.string() + ".svg", png = job.data.string() + ".png";
    const bool wide = options.theme == "projector";
    std::string commands;
    if (options.terminal) {
        const auto size = terminal_size();
        commands = drawing(job,
                           "set terminal dumb size " + std::to_string(size.columns) + "," +
                               std::to_string(size.rows) + " noenhanced",
                           {});
    } else {
        commands = drawing(
            job,
            wide ? "set terminal svg noenhanced size 1280,720 font 'DejaVu Sans,22' background '#ffffff'"
                 : "set terminal svg noenhanced size 800,500 font 'DejaVu Sans,14' background '#ffffff'",
            svg);
        commands += drawing(
            job,
            wide ? "set terminal pngcairo noenhanced size 1920,1080 font 'DejaVu Sans,24' linewidth 2"
                 : "set terminal pngcairo noenhanced size 1600,1000 font 'DejaVu Sans,20' linewidth 2",
            png);
    }
    auto fault = save_data(*record, job);
    if (fault.empty()) fault = replace_text(script, commands);
    if (!fault.empty()) {
        std::cerr << "The plot was not drawn: " << fault << "\n";
        return 1;
    }
    std::cout.flush();
    const int code = run_gnuplot(script, log);
    if (code != 0) return failed(log, code);
    if (!options.terminal) std::cout << places.shown(svg) << "\n" << places.shown(png) << "\n";
    return 0;
}

}  // namespace lab::tools

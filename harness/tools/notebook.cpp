// The program behind ./lab worksheet, check, progress and plot: reads the notebook and says where the reader
// is.
#include "harness/tools/notebook.hpp"

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "harness/tools/text_file.hpp"

int main(int argc, char** argv) {
    using namespace lab::tools;
    CLI::App app{"Reads the notebook: worksheets, progress, plots. People use it through ./lab."};
    std::string root = ".", notebook, catalogue, chapter, folder;
    PlotOptions plot_options;
    app.add_option("--root", root, "the repository");
    app.add_option("--notebook", notebook, "the reader's notebook");
    app.add_option("--catalogue", catalogue, "catalogue.tsv of the build");
    app.require_subcommand(1);

    auto* status = app.add_subcommand("status", "where the reader is and what to do next");
    auto* progress = app.add_subcommand("progress", "one line a chapter");
    auto* worksheet = app.add_subcommand("worksheet", "copy and fill a worksheet");
    worksheet->add_option("chapter", chapter);
    auto* check = app.add_subcommand("check", "check the numbers on a worksheet");
    check->add_option("chapter", chapter);
    auto* report = app.add_subcommand("report", "begin the honest benchmark report, or go on with it");
    auto* lint = app.add_subcommand("lint", "do worksheet.md and worksheet.key of a folder fit together?");
    lint->add_option("folder", folder)->required();
    auto* plot_command = app.add_subcommand("plot", "draw the latest run of a lab");
    plot_command->add_option("lab", plot_options.lab)->required();
    plot_command->add_option("--theme", plot_options.theme, "print or projector")
        ->check(CLI::IsMember({"print", "projector"}));
    plot_command->add_flag("--terminal", plot_options.terminal, "draw with characters");
    plot_command->add_flag("--predictions-only", plot_options.predictions_only, "hide the curve");
    plot_command->add_flag("--recorded", plot_options.recorded, "the run kept in the chapter");

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        std::cerr << error.what() << "\nWhat there is: ./lab help\n";
        return 2;
    }
    try {
        if (*lint) return lint_worksheet(folder);
        const auto list = read_text(catalogue);
        if (!list) {
            std::cerr << "The catalogue " << catalogue << " can't be read. Make it: ./lab list\n";
            return 1;
        }
        const Places places{root, notebook, parse_catalogue(*list)};
        if (*status) return show_status(places);
        if (*progress) return show_progress(places);
        if (*worksheet) return open_worksheet(places, chapter);
        if (*report) return open_report(places);
        if (*check && chapter == "honest_report") return check_report(places);
        if (*check) return check_worksheet(places, chapter);
        return plot(places, plot_options);
    } catch (const std::exception& error) {
        std::cerr << "This should not happen: " << error.what() << "\n";
        return 1;
    }
}

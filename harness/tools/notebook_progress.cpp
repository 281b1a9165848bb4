// Bare ./lab and ./lab progress: where the reader is in the course, and the next command.
#include <filesystem>
#include <iostream>

#include "harness/tools/notebook.hpp"

namespace lab::tools {

namespace {

std::string of(const Tally& tally, const std::string& what) {
    return std::to_string(tally.done) + " of " + std::to_string(tally.total) + " " + what;
}

std::string summary(const ChapterState& state) {
    std::string line;
    const auto add = [&](const Tally& tally, const std::string& what) {
        if (tally.total > 0) line += (line.empty() ? "" : ", ") + of(tally, what);
    };
    add(state.labs, "labs predicted and run");
    add(state.numbers, "numbers right");
    add(state.texts, "texts answered");
    add(state.exercises, "exercises passed");
    return line;
}

// The one thing to do next in a chapter that is not done.
void print_next(const Places& places, const Chapter& chapter, const ChapterState& state) {
    if (!state.next_lab.empty()) {
        std::cout << "  Next:     ./lab run " << state.next_lab << "\n";
    } else if (!state.numbers.complete() || !state.texts.complete()) {
        std::cout << "  Next:     ./lab worksheet " << chapter.name;
        if (state.worksheet_copied) {
            std::cout << "   then write in " << places.shown(places.worksheet(chapter))
                      << "   then ./lab check " << chapter.name;
        }
        std::cout << "\n";
    } else {
        std::cout << "  Next:     ./lab check " << state.next_exercise << "   (your file is in "
                  << chapter.folder << "/exercises/" << state.next_exercise << "/; stuck? ./lab hint "
                  << state.next_exercise << ")\n";
    }
}

}  // namespace

int show_status(const Places& places) {
    const Chapter* first_open = nullptr;
    const Chapter* here = nullptr;  // the unfinished chapter that was touched last
    ChapterState first_state, here_state;
    std::size_t done = 0;
    for (const auto& chapter : places.chapters) {
        const auto state = chapter_state(places, chapter);
        if (state.done()) {
            ++done;
            continue;
        }
        if (first_open == nullptr) {
            first_open = &chapter;
            first_state = state;
        }
        if (state.started && (here == nullptr || state.touched > here_state.touched)) {
            here = &chapter;
            here_state = state;
        }
    }
    if (first_open == nullptr) {
        std::cout << "All " << done
                  << " chapters are done. Look back at a plot: ./lab list, ./lab plot NAME\n";
        return 0;
    }
    if (here == nullptr) {
        here = first_open;
        here_state = first_state;
    }
    std::cout << (here_state.started ? "You are in " : "Begin with ") << here->folder << "\n"
              << "  So far:   " << summary(here_state) << "\n"
              << "  Read:     " << here->folder << "/README.md\n";
    print_next(places, *here, here_state);
    if (here != first_open) {
        std::cout << "The first chapter that is not done, in reading order: " << first_open->folder
                  << "/README.md"
                  << (first_state.next_lab.empty() ? "" : "   then ./lab run " + first_state.next_lab)
                  << "\n";
    }
    std::cout << done << " of " << places.chapters.size()
              << " chapters are done. All of it: ./lab progress   All labs: ./lab list\n";
    return 0;
}

int show_progress(const Places& places) {
    for (const auto& chapter : places.chapters) {
        const auto state = chapter_state(places, chapter);
        std::cout << (state.done()    ? "done     "
                      : state.started ? "begun    "
                                      : "         ")
                  << chapter.name << "  " << summary(state) << "\n";
        for (const auto& exercise : chapter.exercises) {
            if (exercise_state(places, chapter, exercise) == ExerciseState::changed_since) {
                std::cout << "         " << exercise.name
                          << " passed once and was changed since: ./lab check " << exercise.name << "\n";
            }
        }
    }
    std::cout << "What to do next: ./lab\n";
    return 0;
}

}  // namespace lab::tools

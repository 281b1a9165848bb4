// One graded exercise: what its exercise.json says, and where its built parts are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grading/sandbox/launch.hpp"

namespace grading {

struct HiddenTest {
    std::string name;  // Suite.Test
    double points = 0;
    std::string idea;
    std::string hint;
};

enum class Metric { d1_misses, mispredictions, instructions };

struct CostPart {
    double points = 0;
    Metric metric = Metric::instructions;
    std::string idea;
    std::string hint;
};

struct Exercise {
    std::string name;
    std::string folder;  // from the root of the course
    bool program = false;
    std::vector<std::string> edit;     // what a student may hand in
    std::vector<std::string> sources;  // clean files compiled beside it
    bool harness = false;
    double public_points = 0;
    std::vector<HiddenTest> hidden;
    std::optional<CostPart> cost;
    Limits limits;
    unsigned call_seconds = 5;
    bool repeat = true;

    // Built parts.
    std::string own;  // grading/exercises/<name>
    std::string judge, public_judge, driver, functions, harness_library, box, compiler, root;

    [[nodiscard]] double max() const;
    [[nodiscard]] bool edits_header() const;
};

// What a student's user must not be able to read where the sandbox is only a user of its own.
std::vector<std::string> secret_files(const Exercise& exercise);

const char* metric_name(Metric metric);  // as a reader reads it

// Reads <build>/grading/<name>/image.json and the exercise.json it names. Throws std::runtime_error with the file and
// what is wrong with it.
Exercise load_exercise(const std::string& image_file);

// The exercises of a build, by folder. Names that begin with fixture_ are the grader's own tests: those when `fixtures`, else the
// others.
std::vector<Exercise> load_exercises(const std::string& images, bool fixtures);

}  // namespace grading

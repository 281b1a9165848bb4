// Reads the description of an exercise and refuses one that would grade wrongly.
#include "grading/grader/exercise.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace grading {

namespace {

using json = nlohmann::ordered_json;  // hidden tests keep the order they are written in
namespace fs = std::filesystem;

json read_json(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("can't read " + path);
    return json::parse(file);
}

void refuse_outside(const std::string& file) {
    if (file.empty() || file.front() == '/' || file.find("..") != std::string::npos)
        throw std::runtime_error("'" + file + "' must lie inside the exercise's folder");
}

double points(const json& from) {
    const double value = from.at("points").get<double>();
    if (!(value > 0)) throw std::runtime_error("points must be above 0");
    return value;
}

CostPart read_cost(const json& from) {
    CostPart cost;
    cost.points = points(from);
    const auto metric = from.at("metric").get<std::string>();
    if (metric == "d1_misses")
        cost.metric = Metric::d1_misses;
    else if (metric == "mispredictions")
        cost.metric = Metric::mispredictions;
    else if (metric == "instructions")
        cost.metric = Metric::instructions;
    else
        throw std::runtime_error("cost.metric is d1_misses, mispredictions or instructions, not " + metric);
    cost.idea = from.at("idea").get<std::string>();
    cost.hint = from.at("hint").get<std::string>();
    return cost;
}

}  // namespace

const char* metric_name(Metric metric) {
    switch (metric) {
        case Metric::d1_misses: return "simulated misses of the first-level data cache";
        case Metric::mispredictions: return "simulated branch mispredictions";
        case Metric::instructions: return "instructions";
    }
    return "";
}

double Exercise::max() const {
    double sum = public_points + (cost ? cost->points : 0);
    for (const HiddenTest& test : hidden) sum += test.points;
    return sum;
}

bool Exercise::edits_header() const {
    return std::any_of(edit.begin(), edit.end(),
                       [](const std::string& file) { return file.ends_with(".hpp"); });
}

Exercise load_exercise(const std::string& image_file) {
    const json image = read_json(image_file);
    const auto description = image.at("description").get<std::string>();
    try {
        const json in = read_json(description);
        Exercise e;
        e.own = fs::path(description).parent_path().string();
        e.name = in.at("exercise").get<std::string>();
        e.folder = in.at("folder").get<std::string>();
        e.program = in.value("kind", "functions") == "program";
        e.edit = in.at("edit").get<std::vector<std::string>>();
        e.sources = in.value("sources", std::vector<std::string>{});
        for (const auto& file : e.edit) refuse_outside(file);
        for (const auto& file : e.sources) refuse_outside(file);
        if (e.edit.empty()) throw std::runtime_error("edit names no file");
        const auto libraries = in.value("libraries", std::vector<std::string>{});
        e.harness = std::find(libraries.begin(), libraries.end(), "harness") != libraries.end();
        if (in.contains("public")) e.public_points = points(in.at("public"));
        for (const auto& [name, test] : in.at("hidden").items())
            e.hidden.push_back(
                {name, points(test), test.at("idea").get<std::string>(), test.at("hint").get<std::string>()});
        if (in.contains("cost")) e.cost = read_cost(in.at("cost"));
        e.call_seconds = in.value("call_seconds", 5U);
        e.limits.memory_mib = in.value("memory_mib", 512U);
        e.repeat = in.value("repeat", true);
        for (auto [key, to] : {std::pair{"judge", &e.judge},
                               {"public_judge", &e.public_judge},
                               {"driver", &e.driver},
                               {"functions", &e.functions},
                               {"harness", &e.harness_library},
                               {"box", &e.box},
                               {"compiler", &e.compiler},
                               {"root", &e.root}})
            image.at(key).get_to(*to);
        if (e.public_points > 0 && e.public_judge.empty())
            throw std::runtime_error("public has points but neither a test nor cases");
        return e;
    } catch (const std::exception& error) {
        throw std::runtime_error(description + ": " + error.what());
    }
}

std::vector<std::string> secret_files(const Exercise& e) {
    // The history holds all of grading/ too.
    return {e.own + "/exercise.json",
            e.own + "/hidden.cpp",
            e.own + "/reference.cpp",
            e.judge,
            e.root + "/.git",
            e.root + "/grading",
            fs::path(e.judge).parent_path().string()};
}

std::vector<Exercise> load_exercises(const std::string& images, bool fixtures) {
    std::vector<Exercise> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(images, error)) {
        const fs::path image = entry.path() / "image.json";
        const bool fixture = entry.path().filename().string().starts_with("fixture_");
        if (fs::exists(image) && fixture == fixtures) found.push_back(load_exercise(image.string()));
    }
    std::sort(found.begin(), found.end(),
              [](const Exercise& a, const Exercise& b) { return a.folder < b.folder; });
    return found;
}

}  // namespace grading

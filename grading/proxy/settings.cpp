// Writes and reads a judge's settings as JSON.
#include "grading/proxy/settings.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace grading {

using json = nlohmann::ordered_json;

JudgeSettings& judge_settings() {
    static JudgeSettings settings;
    return settings;
}

void write_settings(const JudgeSettings& s, const std::string& path) {
    const json out = {{"mode", static_cast<int>(s.mode)},
                      {"exercise", s.exercise},
                      {"secret", s.secret},
                      {"only_case", s.only_case},
                      {"filter", s.filter},
                      {"tier", static_cast<int>(s.jail.tier)},
                      {"uid", s.jail.uid},
                      {"box", s.jail.box},
                      {"reference_tier", static_cast<int>(s.reference_jail.tier)},
                      {"reference_uid", s.reference_jail.uid},
                      {"program", s.program},
                      {"reference_program", s.reference_program},
                      {"cpu_seconds", s.limits.cpu_seconds},
                      {"memory_mib", s.limits.memory_mib},
                      {"file_mib", s.limits.file_mib},
                      {"processes", s.limits.processes},
                      {"descriptors", s.limits.descriptors},
                      {"call_seconds", s.call_seconds},
                      {"repeat", s.repeat},
                      {"cachegrind", s.cachegrind},
                      {"results", s.results}};
    std::ofstream file(path);
    file << out.dump(1);
    if (!file.flush()) throw std::runtime_error("can't write " + path);
}

JudgeSettings read_settings(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("can't read the settings " + path);
    const json in = json::parse(file);
    JudgeSettings s;
    s.mode = static_cast<Mode>(in.at("mode").get<int>());
    in.at("exercise").get_to(s.exercise);
    in.at("secret").get_to(s.secret);
    in.at("only_case").get_to(s.only_case);
    in.at("filter").get_to(s.filter);
    s.jail.tier = static_cast<Tier>(in.at("tier").get<int>());
    in.at("uid").get_to(s.jail.uid);
    in.at("box").get_to(s.jail.box);
    s.reference_jail.box = s.jail.box;
    s.reference_jail.tier = static_cast<Tier>(in.at("reference_tier").get<int>());
    in.at("reference_uid").get_to(s.reference_jail.uid);
    in.at("program").get_to(s.program);
    in.at("reference_program").get_to(s.reference_program);
    in.at("cpu_seconds").get_to(s.limits.cpu_seconds);
    in.at("memory_mib").get_to(s.limits.memory_mib);
    in.at("file_mib").get_to(s.limits.file_mib);
    in.at("processes").get_to(s.limits.processes);
    in.at("descriptors").get_to(s.limits.descriptors);
    in.at("call_seconds").get_to(s.call_seconds);
    in.at("repeat").get_to(s.repeat);
    in.at("cachegrind").get_to(s.cachegrind);
    in.at("results").get_to(s.results);
    return s;
}

}  // namespace grading

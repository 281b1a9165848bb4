// Gradescope's "Output Format", field by field.
#include "results_schema.hpp"

#include <nlohmann/json.hpp>
#include <set>

namespace {

using nlohmann::json;

bool one_of(const json& value, const std::set<std::string>& words) {
    return value.is_string() && words.contains(value);
}

const std::set<std::string> kVisibility{"hidden", "after_due_date", "after_published", "visible"};
const std::set<std::string> kFormat{"text", "html", "simple_format", "md", "ansi"};

std::string wrong_with_test(const json& test) {
    static const std::set<std::string> known{"score",       "max_score",  "status",    "name",
                                             "name_format", "number",     "output",    "output_format",
                                             "tags",        "visibility", "extra_data"};
    for (const auto& [key, value] : test.items())
        if (!known.contains(key)) return "a test has the unknown field " + key;
    if (!test.at("name").is_string() || !test.at("output").is_string())
        return "a test's name or output is no string";
    if (!test.at("score").is_number() || !test.at("max_score").is_number())
        return "a test's score is no number";
    if (test.at("score") > test.at("max_score") || test.at("score") < 0)
        return "a score outside of 0 and max_score";
    if (!one_of(test.at("status"), {"passed", "failed"})) return "a status that is neither passed nor failed";
    if (!one_of(test.at("output_format"), kFormat)) return "an unknown output_format";
    if (!one_of(test.at("visibility"), kVisibility)) return "an unknown visibility";
    return "";
}

}  // namespace

std::string wrong_with_results(const std::string& text) {
    try {
        const json all = json::parse(text);  // refuses bytes that are no UTF-8
        static const std::set<std::string> known{"score",         "execution_time",     "output",
                                                 "output_format", "test_output_format", "test_name_format",
                                                 "visibility",    "stdout_visibility",  "extra_data",
                                                 "tests",         "leaderboard"};
        for (const auto& [key, value] : all.items())
            if (!known.contains(key)) return "the unknown field " + key;
        if (!all.at("score").is_number() || !all.at("output").is_string())
            return "score or output has the wrong type";
        if (!one_of(all.at("output_format"), kFormat)) return "an unknown output_format";
        if (!one_of(all.at("visibility"), kVisibility) || !one_of(all.at("stdout_visibility"), kVisibility))
            return "an unknown visibility";
        if (!all.at("tests").is_array()) return "tests is no list";
        double sum = 0;
        for (const json& test : all.at("tests")) {
            if (const std::string wrong = wrong_with_test(test); !wrong.empty()) return wrong;
            sum += test.at("score").get<double>();
        }
        if (std::abs(sum - all.at("score").get<double>()) > 0.005)
            return "the tests' scores do not add up to the score";
        return "";
    } catch (const json::exception& error) {
        return error.what();
    }
}

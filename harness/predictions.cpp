// Reads predictions from the command line or from the reader, and scores them.
#include "harness/predictions.hpp"

#include "harness/interrupt.hpp"
#include "harness/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>

namespace lab {
namespace {

// One line, or nothing at the end of the input or on Ctrl-C.
std::optional<std::string> ask(std::istream& in, std::ostream& out, const std::string& question) {
    out << question << std::flush;
    if (&in == &std::cin && !wait_for_input()) return std::nullopt;
    std::string line;
    if (!std::getline(in, line)) return std::nullopt;
    return std::string(trimmed(line));
}

}  // namespace

std::string question(const Prediction& prediction) {
    return prediction.what +
           (prediction.unit.name.empty() ? "" : ", in " + std::string(prediction.unit.name));
}

std::string take_prediction(std::vector<Prediction>& predictions, const std::string& text,
                            const std::string& now) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
        return fmt::format("--predict takes key=value, such as {}=14ms; got '{}'",
                           predictions.empty() ? "key" : predictions.front().key, text);
    const auto key = trimmed(std::string_view(text).substr(0, equals));
    const auto found =
        std::find_if(predictions.begin(), predictions.end(), [&](const auto& p) { return p.key == key; });
    if (found == predictions.end()) {
        if (predictions.empty()) return "this lab asks for no predictions";
        std::vector<std::string> keys;
        for (const auto& prediction : predictions) keys.push_back(prediction.key);
        const auto near = nearest(key, keys);
        return fmt::format("no prediction is called '{}'; {}", key,
                           near.empty() ? "there are: " + fmt::format("{}", fmt::join(keys, ", "))
                                        : "did you mean '" + near + "'?");
    }
    const auto parsed = parse(text.substr(equals + 1), found->unit);
    if (!parsed.value) return fmt::format("--predict {}: {}", key, parsed.error);
    found->value = parsed.value;
    found->made = now;
    return {};
}

bool ask_predictions(std::vector<Prediction>& predictions, std::istream& in, std::ostream& out,
                     const std::string& now) {
    bool asked = false;
    bool predicted = false;
    for (auto& prediction : predictions) {
        if (prediction.value) continue;
        if (!asked) out << "Predict first. A guess is enough; an empty line skips a question.\n";
        asked = true;
        while (true) {
            const auto answer = ask(in, out, fmt::format("  {}: ", question(prediction)));
            if (interrupted()) return false;
            if (!answer || answer->empty()) break;
            const auto parsed = parse(*answer, prediction.unit);
            if (parsed.value) {
                prediction.value = parsed.value;
                prediction.made = now;
                predicted = true;
                break;
            }
            out << "    " << parsed.error << '\n';
        }
        if (!in) {  // Ctrl-D: the rest stays unpredicted
            out << '\n';
            break;
        }
    }
    if (!predicted || !in) return !interrupted();
    const auto because = ask(in, out, "  why do you think so? ");
    if (interrupted()) return false;
    for (auto& prediction : predictions)
        if (because && prediction.value && prediction.because.empty()) prediction.because = *because;
    return true;
}

std::string score(double predicted, double measured, Kind kind) {
    if (predicted <= 0 || measured <= 0) {
        if (predicted == measured) return "exact";
        return fmt::format("off by {}", show(std::abs(predicted - measured), kind));
    }
    const auto factor = std::max(predicted, measured) / std::min(predicted, measured);
    if (factor <= 1.05) return "within 5 %";
    return fmt::format("{} too {}", show(factor, Kind::ratio), predicted < measured ? "low" : "high");
}

std::string utc_now() {
    const auto now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                       utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace lab

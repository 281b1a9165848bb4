// What follows from the samples of one row.
#include "harness/point.hpp"

namespace lab {

Work::~Work() = default;

std::vector<double> Point::all_samples() const {
    std::vector<double> all;
    for (const auto& visit : visits) all.insert(all.end(), visit.samples.begin(), visit.samples.end());
    return all;
}

std::vector<double> Point::round_medians() const {
    std::vector<double> medians;
    for (const auto& visit : visits)
        if (!visit.samples.empty()) medians.push_back(median(visit.samples));
    return medians;
}

std::string status_text(Status status) {
    switch (status) {
        case Status::not_run: return "not run";
        case Status::measured: return "measured";
        case Status::regimes: return "regimes";
        case Status::refused: return "refused";
        case Status::not_a_result: return "not a result";
    }
    return "unknown";
}

}  // namespace lab

// Reference solution of amdahl: proves that the tests can be passed, and judges hidden cases.
#include "amdahl.hpp"

#include <stdexcept>

namespace amdahl {

namespace {

// Both ask for what is right: a comparison with NaN is false, so NaN is refused too.
void require_part(double part) {
    if (!(part >= 0 && part <= 1)) {
        throw std::invalid_argument("a part is a share from 0 to 1");
    }
}

void require_positive(double value) {
    if (!(value > 0)) {
        throw std::invalid_argument("a factor or a target is larger than 0");
    }
}

}  // namespace

double speedup(double part, double factor) {
    require_part(part);
    require_positive(factor);
    return 1 / ((1 - part) + part / factor);
}

double limit(double part) {
    require_part(part);
    return 1 / (1 - part);
}

std::optional<double> part_needed(double target, double factor) {
    require_positive(target);
    require_positive(factor);
    if (target == 1) {
        return 0.0;
    }
    if (factor == 1) {
        return std::nullopt;
    }
    const double part = (1 - 1 / target) / (1 - 1 / factor);
    if (!(part >= 0 && part <= 1)) {
        return std::nullopt;
    }
    return part;
}

}  // namespace amdahl

// What follows from a whole run.
#include "harness/run.hpp"

#include "harness/checks.hpp"
#include "harness/stats.hpp"

namespace lab {

Table::~Table() = default;

Value effective_clock(const Run& run) {
    std::vector<double> ghz;
    for (const auto& speed : run.speeds)
        if (speed.ghz > 0) ghz.push_back(speed.ghz);
    if (ghz.empty()) return Value::missing("the clock could not be measured", Kind::count);
    if (100 * relative_spread(ghz) > bounds::speed_percent)
        return Value::missing("the core's clock changed during the run: look at the check 'speed'",
                              Kind::count);
    return Value::of(median(ghz), Kind::count);
}

}  // namespace lab

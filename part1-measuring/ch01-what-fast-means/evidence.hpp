// What tells whether a loop ran: its machine code and the checks, as one row of a table.
#pragma once

#include "harness/asm.hpp"
#include "harness/lab.hpp"

#include <string>
#include <vector>

// The cells: the name, the total, the cycles, what stands in the machine code, and which checks refused the row.
inline std::vector<std::string> evidence(const lab::Point& point, const lab::Value& ghz,
                                         const std::string& total) {
    const auto code = lab::code_facts(point.name);
    const auto fact = [&](bool lab::CodeFacts::*member) {
        return std::string(!code ? "unknown" : !code->found ? "gone" : (*code).*member ? "yes" : "no");
    };
    std::string caught;
    for (const auto& verdict : point.verdicts)
        if (verdict.outcome == lab::Outcome::refused) caught += (caught.empty() ? "" : ", ") + verdict.check;
    // Each sum must be inside the loop that repeats it: a load two loops deep, or a call in the loop. The xorshift
    // steps need only their loop.
    const bool works =
        code && (point.subject->owns_loop() ? code->load_depth >= 2 || code->call_in_loop : code->loop);
    if (code && !works) caught += caught.empty() ? "code" : ", code";
    return {point.name,
            total,
            point.status == lab::Status::refused ? "refused"
            : ghz.number ? lab::show(point.best_ns_per_call * *ghz.number, lab::Kind::count)
                         : "unknown",
            fact(&lab::CodeFacts::loop),
            fact(&lab::CodeFacts::load_in_loop),
            fact(&lab::CodeFacts::call_in_loop),
            caught.empty() ? "nothing: it ran" : caught};
}

// Measures one point: proves its answers, finds the batch size, takes the samples of one visit.
#pragma once

#include "harness/point.hpp"
#include "harness/schedule.hpp"

namespace lab {

// Watches the machine around the timed part of a visit. A test puts its own here.
class Witness {
public:
    virtual ~Witness() = default;
    virtual void start() = 0;
    // Adds what happened since start() to the visit. Start and stop may come several times in one visit.
    virtual void stop(Visit& visit) = 0;
};

// Calls the function a few times and writes down its answers: as built, with one element changed, and changed back. Of
// all this, the first call is timed.
void prove_answer(Point& point, Clock& clock);

// Finds how many calls one sample needs and how many samples fit in a visit. For a function that owns its loop,
// also times k and 10 k repeats; the witness sees how much of it was waiting for the CPU.
void calibrate_point(Point& point, Clock& clock, Witness& witness, const SamplePlan& plan);

// One visit: changes one element, so that no answer of an earlier visit is right any more, warms up, and takes the
// samples. A visit in which a competitor had the CPU for over 5 % is taken again, at most twice; the last one
// counts, and the number of tries is kept.
Visit visit_point(Point& point, Clock& clock, Witness& witness);

// What the judgement of a point needs to know about the machine.
struct Surroundings {
    double clock_read_ns = 0;
    double empty_call_ns = 0;
    double fault_ns = 0;
    double ghz = 0;  // the fastest seen: the floor must be safe
    int cpu = -1;    // the one the thread is pinned to; -1: not pinned
    std::string pin_error;
};

// Applies the checks to the recorded evidence and sets verdicts, summary and regimes; then concludes.
void judge_point(Point& point, const Surroundings& around);

// Sets status and why from the verdicts: any refusal refuses the number, but for the checks that the lab named as
// the subject of its lie, of which one must refuse.
void conclude(Point& point);

}  // namespace lab

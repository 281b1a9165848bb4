// The functions of amdahl that the grader calls.
#include "grading/proxy/declare.hpp"
#include "part1-measuring/ch01-what-fast-means/exercises/amdahl/amdahl.hpp"

GRADED(amdahl, speedup)
GRADED(amdahl, limit)
GRADED(amdahl, part_needed)

// The functions of summary that the grader calls.
#include "grading/proxy/declare.hpp"
#include "part1-measuring/ch02-noise-and-clocks/exercises/summary/summary.hpp"

GRADED(summary, minimum)
GRADED(summary, quantile)
GRADED(summary, median)
GRADED(summary, mad)
GRADED(summary, relative_spread)

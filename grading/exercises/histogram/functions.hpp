// The function of histogram that the grader calls.
#include "grading/proxy/declare.hpp"
#include "part1-measuring/ch02-noise-and-clocks/exercises/histogram/histogram.hpp"

GRADED_STRUCT(histogram::Histogram, low, high, width, counts, overflow)
GRADED(histogram, make_histogram)

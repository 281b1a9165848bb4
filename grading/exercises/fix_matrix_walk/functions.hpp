// The function of fix_matrix_walk that the grader calls.
#include "grading/proxy/declare.hpp"
#include "part3-machine/ch10-cache-lines/exercises/fix_matrix_walk/fix_matrix_walk.hpp"

GRADED(fix_matrix_walk, column_sums)

// The functions of cache_geometry that the grader calls.
#include "grading/proxy/declare.hpp"
#include "part3-machine/ch10-cache-lines/exercises/cache_geometry/cache_geometry.hpp"

GRADED_STRUCT(cache_geometry::Cache, size, ways, line)
GRADED(cache_geometry, lines_covered)
GRADED(cache_geometry, straddling_structs)
GRADED(cache_geometry, set_count)
GRADED(cache_geometry, set_index)
GRADED(cache_geometry, next_in_same_set)

#!/usr/bin/env bash
# Prints what one student costs: 100 copies of a right hand-in, sandbox and cost run included. A figure, not a test.
set -euo pipefail
build=${1:?usage: speed.bash BUILD_FOLDER [EXERCISE] [COPIES]}
exercise=${2:-fix_matrix_walk}
copies=${3:-100}
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
reference=$root/grading/exercises/$exercise/reference.cpp
edited=$(sed -n 's/.*"edit": *\["\([^"]*\)".*/\1/p' "$root/grading/exercises/$exercise/exercise.json")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
for ((i = 1; i <= copies; ++i)); do
    mkdir -p "$work/in/student$i"
    cp "$reference" "$work/in/student$i/$edited"
done
"$build/bin/grader" "$work/in" --images "$build/grading" --exercise "$exercise" --seed speed --jobs 2 --out "$work/out" | tail -3
cut -d, -f3- "$work/out/grades.csv" | sort | uniq -c

#!/usr/bin/env bash
# The bundles and the handout, as far as they can be tried without the services.
set -uo pipefail
build=$1 root=$2
work=$(mktemp -d)
chmod 711 "$work"
wrong=0
complain() {
    echo "WRONG: $*"
    wrong=$((wrong + 1))
}
export LAB_ROOT=$root
git -C "$root" rev-parse HEAD >/dev/null 2>&1 || { echo "this copy is no git clone: bundles are made from one"; exit 1; }

# Gradescope: the layout of its documentation, and its two programs with the parts that are already built.
"$root/grading/commands/grade" bundle gradescope "$work/bundle" --exercise amdahl --seed s >/dev/null || complain "bundle gradescope"
for file in setup.sh run_autograder course/CMakeLists.txt course/grading/exercises/amdahl/hidden.cpp; do
    [[ -e $work/bundle/$file ]] || complain "the bundle lacks $file"
done
bash -n "$work/bundle/setup.sh" || complain "setup.sh"
[[ -x $work/bundle/run_autograder ]] || complain "run_autograder can't be run"
grep -rIl "$root" "$work/bundle" --include='*.sh' --include=run_autograder --include=settings && complain "a path of this machine is in the bundle"
mkdir -p "$work/autograder/source" "$work/autograder/submission"
cp -r "$work/bundle/." "$work/autograder/source/"
ln -s "$build" "$work/autograder/source/build"
cp "$root/grading/exercises/amdahl/reference.cpp" "$work/autograder/submission/amdahl.cpp"
# shellcheck disable=SC2016
grep -rn -- '--seed "\$' "$work/bundle/run_autograder" "$root/grading/bundles/github/grade.yml" && complain "a secret is on a command line"
GRADESCOPE_ROOT=$work/autograder "$work/autograder/source/run_autograder" || complain "run_autograder ended with $?"
results=$work/autograder/results/results.json
"$build/bin/check_results" "$results" || complain "results.json: $(cat "$results")"
grep -q '"status": "failed"' "$results" && complain "the reference did not get all points: $(cat "$results")"
grep -q '"status": "passed"' "$results" || complain "results.json holds no test: $(cat "$results")"
# A student who hands in nothing has a valid result, too.
rm "$work/autograder/submission/amdahl.cpp"
GRADESCOPE_ROOT=$work/autograder "$work/autograder/source/run_autograder" || complain "run_autograder without a hand-in"
"$build/bin/check_results" "$results" || complain "results.json without a hand-in: $(cat "$results")"
grep -q 'no amdahl.cpp in the hand-in' "$results" || complain "no reason for a missing file: $(cat "$results")"

# GitHub: the workflow is where GitHub looks for it.
"$root/grading/commands/grade" bundle github "$work/github" >/dev/null || complain "bundle github"
workflow=$work/github/.github/workflows/grade.yml
[[ -s $workflow ]] || complain "no workflow"
# Where a push of a student could start it, a student could change it and read its secrets.
grep -Eq '^on:.*push|^  (push|pull_request|pull_request_target):' "$workflow" && complain "a push starts the workflow"
"$root/grading/commands/grade" bundle github "$work/github" >/dev/null 2>&1 && complain "a bundle was written over another"

# The handout has no grading/, and configures.
"$root/grading/commands/handout" "$work/handout" >"$work/said" 2>&1 || complain "handout: $(cat "$work/said")"
[[ ! -e $work/handout/grading && -x $work/handout/lab && -e $work/handout/CMakeLists.txt ]] || complain "the handout: $(ls "$work/handout")"
grep -rIl 'hidden.cpp' "$work/handout" --include='*.json' && complain "a description of hidden tests is in the handout"
cmake -G Ninja -S "$work/handout" -B "$work/handout-build" >"$work/said" 2>&1 || complain "the handout does not configure: $(tail -20 "$work/said")"

if ((wrong == 0)); then
    rm -rf -- "$work"
    exit 0
fi
echo "$wrong wrong; see $work"
exit 1

#!/usr/bin/env bash
# Grades two students of the real course: one hands in all references, the other what was handed out.
set -uo pipefail
grader=$1 images=$2 root=$3
work=$(mktemp -d)
wrong=0
complain() {
    echo "WRONG: $*"
    wrong=$((wrong + 1))
}
names=()
for description in "$root"/grading/exercises/*/exercise.json; do
    own=$(dirname "$description")
    name=$(basename "$own")
    folder=$(sed -n 's/.*"folder": *"\([^"]*\)".*/\1/p' "$description")
    edited=$(sed -n 's/.*"edit": *\["\([^"]*\)".*/\1/p' "$description")
    names+=("$name")
    mkdir -p "$work/in/reference/$folder" "$work/in/starter/$folder"
    cp "$own/reference.cpp" "$work/in/reference/$folder/$edited"
    # As handed out: a reader may have solved it in this copy.
    git -C "$root" show "HEAD:$folder/$edited" >"$work/in/starter/$folder/$edited" 2>/dev/null ||
        cp "$root/$folder/$edited" "$work/in/starter/$folder/$edited"
done
# A third one returns nothing, and in one exercise refuses everything.
mkdir "$work/in/nothing"
cat >"$work/in/nothing/workloads.cpp" <<'END'
#include "workloads.hpp"
namespace workloads {
std::vector<std::uint32_t> nearly_sorted(std::size_t, std::size_t, std::uint64_t) { return {}; }
std::vector<std::uint32_t> few_distinct(std::size_t, std::uint32_t, std::uint64_t) { return {}; }
std::vector<std::uint32_t> organ_pipe(std::size_t) { return {}; }
std::vector<std::uint32_t> zipf(std::size_t, std::uint32_t, std::uint64_t) { return {}; }
}  // namespace workloads
END
cat >"$work/in/nothing/histogram.cpp" <<'END'
#include "histogram.hpp"
namespace histogram {
std::optional<Histogram> make_histogram(const std::vector<double>&, std::size_t) { return Histogram{}; }
}  // namespace histogram
END
cat >"$work/in/nothing/amdahl.cpp" <<'END'
#include "amdahl.hpp"
#include <stdexcept>
namespace amdahl {
double speedup(double, double) { throw std::invalid_argument(""); }
double limit(double) { throw std::invalid_argument(""); }
std::optional<double> part_needed(double, double) { throw std::invalid_argument(""); }
}  // namespace amdahl
END
# And one that says "nothing" to nothing, and refuses the rest.
mkdir "$work/in/refuses"
cat >"$work/in/refuses/histogram.cpp" <<'END'
#include "histogram.hpp"
#include <stdexcept>
namespace histogram {
std::optional<Histogram> make_histogram(const std::vector<double>& values, std::size_t) {
    if (values.empty()) return std::nullopt;
    throw std::invalid_argument("");
}
}  // namespace histogram
END
{
    echo '#include "summary.hpp"'
    echo '#include <stdexcept>'
    echo 'namespace summary {'
    for name in minimum median mad relative_spread; do
        echo "std::optional<double> $name(const std::vector<double>& v) { if (v.empty()) return {}; throw std::invalid_argument(\"\"); }"
    done
    echo 'std::optional<double> quantile(const std::vector<double>& v, double) { if (v.empty()) return {}; throw std::invalid_argument(""); }'
    echo '}'
} >"$work/in/refuses/summary.cpp"
# Data that stays for as long as the process does, and refusals after the work has begun.
mkdir "$work/in/careless"
sed 's/return std::mt19937_64{seed};/static const auto salt = std::random_device{}(); return std::mt19937_64{seed ^ salt};/' \
    "$root/grading/exercises/workloads/reference.cpp" >"$work/in/careless/workloads.cpp"
sed 's/^Report measure(.*/&\n    batch(1);/; s/^Calibration calibrate(.*/&\n    clock();/' \
    "$root/grading/exercises/mini_harness/reference.cpp" >"$work/in/careless/mini_harness.cpp"
sed 's/^                   std::size_t rounds) {/&\n    clock();/' \
    "$root/grading/exercises/compare_ab/reference.cpp" >"$work/in/careless/compare_ab.cpp"
"$grader" "$work/in" --images "$images" --seed real --jobs 2 --out "$work/out" >"$work/printed" 2>&1 ||
    complain "the grader ended with $?: $(cat "$work/printed")"
for name in "${names[@]}"; do
    row=$(grep "^reference,$name," "$work/out/grades.csv")
    IFS=, read -r _ _ score max status _ <<<"$row"
    [[ $status == passed && $score == "$max" ]] || complain "the reference of $name: $row"
    row=$(grep "^starter,$name," "$work/out/grades.csv")
    # A starter that is right and slow passes, without the points of its cost.
    IFS=, read -r _ _ score max status _ <<<"$row"
    if grep -q '"cost"' "$root/grading/exercises/$name/exercise.json"; then
        [[ $score != "$max" ]] || complain "the starter of $name has all points: $row"
    else
        [[ $status == failed ]] || complain "the starter of $name: $row"
    fi
done
for name in workloads histogram amdahl; do
    row=$(grep "^nothing,$name," "$work/out/grades.csv")
    IFS=, read -r _ _ score max status _ <<<"$row"
    [[ $status == failed ]] || complain "returning nothing in $name: $row"
    [[ $name != amdahl || $score == 0 ]] || complain "refusing everything in $name earns points: $row"
done
for name in histogram summary; do
    row=$(grep "^refuses,$name," "$work/out/grades.csv")
    IFS=, read -r _ _ score max status _ <<<"$row"
    [[ $status == failed ]] || complain "refusing all but nothing in $name: $row"
    [[ $score == 0 || $score == 0.* ]] || complain "a hidden test of $name gives its point for refusing: $row"
done
row=$(grep "^careless,workloads," "$work/out/grades.csv")
[[ $row == *,failed,* ]] || complain "data of a random device: $row"
for name in mini_harness compare_ab; do
    row=$(grep "^careless,$name," "$work/out/grades.csv")
    [[ $row == *,failed,* ]] || complain "refusing after the work has begun passes in $name: $row"
done
if ((wrong == 0)); then
    rm -rf -- "$work"
    exit 0
fi
echo "$wrong wrong; see $work"
exit 1

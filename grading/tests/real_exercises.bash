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
if ((wrong == 0)); then
    rm -rf -- "$work"
    exit 0
fi
echo "$wrong wrong; see $work"
exit 1

#!/usr/bin/env bash
# The middle tier: the hostile hand-ins that matter most without namespaces, graded as a user of their own. Needs root.
set -uo pipefail
grader=$1 images=$2 here=$3 runner=$4
if [[ $(id -u) != 0 ]]; then
    # Without root this tier must say so and grade nothing.
    out=$(mktemp -d)
    "$grader" one "$here/hostile/tiny/honest" --images "$images" --fixtures --exercise fixture_tiny --tier separate-user --out "$out" 2>"$out/said"
    [[ $? == 1 ]] && grep -q 'needs root' "$out/said"
    exit
fi
work=$(mktemp -d)
chmod 711 "$work"
# Judge and hidden tests where that user can't read them, as an instructor would arrange it.
# A course of its own, where they can't be reached either: nothing in this one is closed.
course=$work/course
own=$course/grading/tests/fixtures/fixture_tiny
mkdir -p "$work/private" "$work/images/fixture_tiny" "$course/grading/tests/fixtures" "$course/.git"
chmod 700 "$work/private" "$work/images" "$course/grading" "$course/.git"
cp -r "$here/fixtures/fixture_tiny" "$course/grading/tests/fixtures/"
judge=$(sed -n 's/.*"judge": "\([^"]*\)".*/\1/p' "$images/fixture_tiny/image.json")
cp "$judge" "$judge"_public "$work/private/"
chmod 700 "$work/private"/judge*
sed -e "s|\"judge\": \"[^\"]*\"|\"judge\": \"$work/private/judge_fixture_tiny\"|" \
    -e "s|\"public_judge\": \"[^\"]*\"|\"public_judge\": \"$work/private/judge_fixture_tiny_public\"|" \
    -e "s|\"description\": \"[^\"]*\"|\"description\": \"$own/exercise.json\"|" \
    -e "s|\"root\": \"[^\"]*\"|\"root\": \"$course\"|" \
    "$images/fixture_tiny/image.json" >"$work/images/fixture_tiny/image.json"
{
    head -1 "$here/hostile/tiny.csv"
    grep -E '^(honest|daemon|fork_bomb|kills_its_parent|opens_sockets|exit_before_main|writes_everywhere|infinite_loop|incbin_hidden|memory_hog|traces),' \
        "$here/hostile/tiny.csv"
    echo 'fills_the_disk,passed,4,'
} >"$work/expected.csv"
# Whatever that user could read stops the grading: hand-ins of others, results, references.
code=0
mkdir "$work/open"
cp -r "$here/hostile/tiny/honest" "$work/open/"
"$grader" "$work/open" --images "$work/images" --fixtures --exercise fixture_tiny --tier separate-user --out "$work/out" >"$work/said" 2>&1
[[ $? == 1 ]] && grep -q "could read $work/open" "$work/said" || { echo "WRONG: hand-ins in an open folder: $(cat "$work/said")"; code=1; }
chmod 700 "$work/open"
refused_for() {  # refused_for WHAT: the grader names it and grades nothing
    "$grader" "$work/open" --images "$work/images" --fixtures --exercise fixture_tiny --tier separate-user --out "$work/out" >"$work/said" 2>&1
    [[ $? == 1 ]] && grep -q "could read .*$1\." "$work/said" || { echo "WRONG: $1 is open: $(cat "$work/said")"; code=1; }
}
for folder in "$course/.git" "$course/grading" "$work/private" "$work/images"; do
    chmod 711 "$folder"
    [[ $folder == "$course/grading" ]] && chmod 600 "$own"/{exercise.json,hidden.cpp,reference.cpp}
    refused_for "$folder"
    chmod 700 "$folder"
done
chmod 711 "$course/grading" && chmod 644 "$own/reference.cpp"
refused_for "reference.cpp"
chmod 700 "$course/grading"
before=$(find /tmp /var/tmp /dev/shm -maxdepth 1 -name 'fill*' 2>/dev/null | wc -l)
"$runner" "$grader" "$work/images" fixture_tiny "$here/hostile/tiny" "$work/expected.csv" --tier separate-user || code=1
after=$(find /tmp /var/tmp /dev/shm -maxdepth 1 -name 'fill*' 2>/dev/null | wc -l)
if [[ $before != "$after" ]]; then
    echo "WRONG: a hand-in left files behind"
    code=1
fi
[[ $code == 0 ]] && rm -rf -- "$work"
exit $code

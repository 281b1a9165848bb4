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
mkdir -p "$work/private" "$work/images/fixture_tiny"
chmod 700 "$work/private"
cp -r "$here/fixtures/fixture_tiny" "$work/private/"
judge=$(sed -n 's/.*"judge": "\([^"]*\)".*/\1/p' "$images/fixture_tiny/image.json")
cp "$judge" "$judge"_public "$work/private/"
sed -e "s|\"judge\": \"[^\"]*\"|\"judge\": \"$work/private/judge_fixture_tiny\"|" \
    -e "s|\"public_judge\": \"[^\"]*\"|\"public_judge\": \"$work/private/judge_fixture_tiny_public\"|" \
    -e "s|\"description\": \"[^\"]*\"|\"description\": \"$work/private/fixture_tiny/exercise.json\"|" \
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
chmod 755 "$work/out"
"$grader" "$work/open" --images "$work/images" --fixtures --exercise fixture_tiny --tier separate-user --out "$work/out" >"$work/said" 2>&1
[[ $? == 1 ]] && grep -q "could read $work/out" "$work/said" || { echo "WRONG: results in an open folder: $(cat "$work/said")"; code=1; }
chmod 700 "$work/out"
chmod 711 "$work/private" "$work/private/fixture_tiny"
chmod 600 "$work/private"/judge* "$work/private/fixture_tiny/"{exercise.json,hidden.cpp}
"$grader" "$work/open" --images "$work/images" --fixtures --exercise fixture_tiny --tier separate-user --out "$work/out" >"$work/said" 2>&1
[[ $? == 1 ]] && grep -q "could read .*reference.cpp" "$work/said" || { echo "WRONG: an open reference: $(cat "$work/said")"; code=1; }
chmod 700 "$work/private"/judge* "$work/private"
before=$(find /tmp /var/tmp /dev/shm -maxdepth 1 -name 'fill*' 2>/dev/null | wc -l)
"$runner" "$grader" "$work/images" fixture_tiny "$here/hostile/tiny" "$work/expected.csv" --tier separate-user || code=1
after=$(find /tmp /var/tmp /dev/shm -maxdepth 1 -name 'fill*' 2>/dev/null | wc -l)
if [[ $before != "$after" ]]; then
    echo "WRONG: a hand-in left files behind"
    code=1
fi
[[ $code == 0 ]] && rm -rf -- "$work"
exit $code

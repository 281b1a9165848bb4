#!/usr/bin/env bash
# Grades small classes end to end: odd hand-ins, a second time, one student again, after a kill, late, replayed.
set -uo pipefail
grader=$1 images=$2 here=$3 nothing=$4
work=$(mktemp -d)
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
chmod 711 "$work" "$TMPDIR"
wrong=0
complain() {
    echo "WRONG: $*"
    wrong=$((wrong + 1))
}
grade() { "$grader" "$@" --images "$images" --fixtures --exercise fixture_tiny --seed class >"$work/printed" 2>&1; }
row() { grep -m1 "^$2," "$work/$1/grades.csv"; }
expect() {  # expect OUT STUDENT TEXT
    [[ $(row "$1" "$2") == *"$3"* ]] || complain "row of $2: '$(row "$1" "$2")', expected '$3'"
}

good=$here/hostile/tiny/honest/fixture_tiny.cpp
in=$work/in
mkdir -p "$in/folder too deep/a b/c+d" "$in/carol" "$in/dos" "$in/eve" "$in/twin" "$in/path"
cp "$good" "$in/folder too deep/a b/c+d/"
printf '\xef\xbb\xbf' >"$in/dos/fixture_tiny.cpp"
sed 's/$/\r/' "$good" >>"$in/dos/fixture_tiny.cpp"
ln -s "$good" "$in/eve/fixture_tiny.cpp"
mkdir "$in/twin/1" "$in/twin/2"
cp "$good" "$in/twin/1/"
cp "$here/fixtures/fixture_tiny/exercise/fixture_tiny.cpp" "$in/twin/2/"
# A hand-in that brings its own tests, headers and build files: only the edited file counts.
mkdir -p "$in/path/grading/tests/fixtures/fixture_tiny/exercise"
cp "$here/fixtures/fixture_tiny/exercise/fixture_tiny.cpp" "$in/path/grading/tests/fixtures/fixture_tiny/exercise/"
echo '#define square(x) square(int y) { return y * y; } int other(x)' >"$in/path/grading/tests/fixtures/fixture_tiny/exercise/fixture_tiny.hpp"
echo 'TEST(Square, OfThree) {}' >"$in/path/grading/tests/fixtures/fixture_tiny/exercise/fixture_tiny_test.cpp"
mkdir "$work/zip"
cp "$good" "$work/zip/"
(cd "$work/zip" && cmake -E tar cf "$in/Zoë + C.zip" --format=zip fixture_tiny.cpp)
tar -C "$work/zip" -czf "$in/gz.tar.gz" fixture_tiny.cpp
echo "no archive" >"$in/broken.zip"
echo "notes" >"$in/notes.txt"
touch -d 2020-01-01 "$in/gz.tar.gz"

grade "$in" --out "$work/one" --due 2020-06-01 || complain "the grader ended with $?: $(cat "$work/printed")"
expect one "folder too deep" "4,4,passed,,yes"
expect one dos "4,4,passed"
expect one "Zoë + C" "4,4,passed"
expect one gz "4,4,passed,,no"
expect one carol "0,4,missing,no fixture_tiny.cpp"
expect one eve "0,4,refused"
expect one twin "0,4,refused,two different files"
expect one path "0,4,failed"
expect one broken "0,4,refused"
[[ $(wc -l <"$work/one/grades.csv") == 10 ]] || complain "grades.csv has not ten lines: $(cat "$work/one/grades.csv")"
grep -q 'note: notes.txt' "$work/printed" || complain "no note about notes.txt"
grep -rq 'byte order mark' "$work/one/students/dos/report.html" || complain "no note about the byte order mark"
grep -q '<h2>Errors of the grader</h2>' "$work/one/summary.html" || complain "no part for the grader's errors"

# The same secret, another number of jobs: the same bytes.
grade "$in" --out "$work/two" --due 2020-06-01 --jobs 1 || complain "second grading"
cmp -s "$work/one/grades.csv" "$work/two/grades.csv" || complain "grades.csv differs at the second grading"
for student in "$work"/one/students/*/; do
    name=$(basename "$student")
    cmp -s "$student/results.json" "$work/two/students/$name/results.json" || complain "$name/results.json differs at the second grading"
    cmp -s "$student/report.html" "$work/two/students/$name/report.html" || complain "$name/report.html differs at the second grading"
done

# One student again: the others keep their files.
before=$(stat -c '%i %Y' "$work/one/students/gz/results.json")
cp "$good" "$in/carol/fixture_tiny.cpp"
grade "$in" --out "$work/one" --only carol || complain "--only"
expect one carol "4,4,passed"
expect one gz "4,4,passed"
[[ $(stat -c '%i %Y' "$work/one/students/gz/results.json") == "$before" ]] || complain "regrading carol touched gz"
grade "$in" --out "$work/one" --only nobody
[[ $? == 2 ]] || complain "--only nobody is no bad request"

# Killed in the middle, then --resume: the kept results stay, the rest is graded, nothing is half.
mkdir "$work/many"
for i in 1 2 3 4 5 6; do
    mkdir "$work/many/s$i"
    cp "$good" "$work/many/s$i/"
done
"$grader" "$work/many" --images "$images" --fixtures --exercise fixture_tiny --seed class --jobs 1 --out "$work/three" >"$work/printed" 2>&1 &
pid=$!
for ((i = 0; i < 1200; ++i)); do
    [[ -e $work/three/students/s2/record.json ]] && break
    sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null
sleep 0.3
[[ -e $work/three/students/s6/record.json ]] && complain "the grader was not killed in the middle"
find "$work/three/students" -name results.json | while read -r file; do grep -q '"tests"' "$file" || complain "$file is half"; done
before=$(stat -c '%i %Y' "$work/three/students/s1/results.json")
grade "$work/many" --out "$work/three" --resume || complain "--resume: $(cat "$work/printed")"
[[ $(stat -c '%i %Y' "$work/three/students/s1/results.json") == "$before" ]] || complain "--resume graded s1 again"
grep -q 's1: 4 of 4 (kept)' "$work/printed" || complain "--resume does not say that s1 was kept"
[[ $(grep -c ',4,4,passed,' "$work/three/grades.csv") == 6 ]] || complain "after --resume: $(cat "$work/three/grades.csv")"

# One hand-in for an outside scheduler, and a hidden failure shown again to the instructor.
grade one "$in/gz.tar.gz" --out "$work/four" || complain "one"
expect four gz "4,4,passed"
grade replay "$here/hostile/tiny/prints_pass" --test Tiny.Square || complain "replay: $(cat "$work/printed")"
grep -q 'case 0' "$work/printed" || complain "replay names no case: $(cat "$work/printed")"
grep -q 'PASSED' "$work/printed" || complain "replay does not show what the program printed"
grade replay "$here/hostile/tiny/prints_pass" --test Tiny.Square --case 3
grep -q 'case 3' "$work/printed" || complain "replay --case 3: $(cat "$work/printed")"

# The seed given once stays, and another one is refused; a replay draws none.
[[ $(stat -c %a "$work/one") == 700 && $(stat -c %a "$work/one/secret.txt") == 600 ]] || complain "the results' folder or the secret is open"
"$grader" one "$in/gz.tar.gz" --images "$images" --fixtures --exercise fixture_tiny --seed other --out "$work/four" >"$work/printed" 2>&1
[[ $? == 2 ]] && grep -q 'another seed' "$work/printed" || complain "another seed was taken for the same results"
GRADING_SEED=class "$grader" one "$in/gz.tar.gz" --images "$images" --fixtures --exercise fixture_tiny --out "$work/environment" >"$work/printed" 2>&1
cmp -s "$work/environment/secret.txt" "$work/one/secret.txt" || complain "the seed of the environment was not kept"
"$grader" replay "$in/gz.tar.gz" --images "$images" --fixtures --exercise fixture_tiny --out "$work/no such results" >"$work/printed" 2>&1
[[ $? == 2 && ! -e "$work/no such results" ]] || complain "a replay drew a secret: $(cat "$work/printed")"

# A student that takes too long is ended, and has a row.
"$grader" one "$here/hostile/tiny/sleeps_for_ever" --images "$images" --fixtures --exercise fixture_tiny --student-seconds 1 --out "$work/slow" >"$work/printed" 2>&1
[[ $? == 1 ]] || complain "a student that takes too long: $(cat "$work/printed")"
expect slow sleeps_for_ever "0,4,grader error,the grader's worker was ended after 1 s"

# One exercise again: the others keep their rows. Kept only while the judge is the same.
"$grader" one "$in/gz.tar.gz" --images "$images" --fixtures --out "$work/both" >"$work/printed" 2>&1 || complain "both exercises: $(cat "$work/printed")"
cp "$work/both/grades.csv" "$work/before.csv"
"$grader" one "$in/gz.tar.gz" --images "$images" --fixtures --exercise fixture_tiny --out "$work/both" >"$work/printed" 2>&1 || complain "one of both: $(cat "$work/printed")"
cmp -s "$work/both/grades.csv" "$work/before.csv" || complain "--exercise changed other rows: $(cat "$work/both/grades.csv")"
"$grader" one "$in/gz.tar.gz" --images "$images" --fixtures --exercise fixture_tiny --out "$work/both" --resume >"$work/printed" 2>&1
grep -q '(kept)' "$work/printed" || complain "--resume kept nothing: $(cat "$work/printed")"
mkdir -p "$work/rebuilt/fixture_tiny"
judge=$(sed -n 's/.*"judge": "\([^"]*\)".*/\1/p' "$images/fixture_tiny/image.json")
{ cat "$judge" && echo; } >"$work/judge_fixture_tiny"
chmod 755 "$work/judge_fixture_tiny"
sed -e "s|\"judge\": \"[^\"]*\"|\"judge\": \"$work/judge_fixture_tiny\"|" "$images/fixture_tiny/image.json" >"$work/rebuilt/fixture_tiny/image.json"
"$grader" one "$in/gz.tar.gz" --images "$work/rebuilt" --fixtures --exercise fixture_tiny --out "$work/both" --resume >"$work/printed" 2>&1
grep -q '(kept)' "$work/printed" && complain "--resume kept the results of another judge"

# A record that can't be read is a row, not a student who is missing.
cp -r "$work/one" "$work/halved"
printf '{"half' >"$work/halved/students/gz/record.json"
grade "$in" --out "$work/halved" --only carol
[[ $? == 1 ]] || complain "a record that can't be read: $(cat "$work/printed")"
expect halved gz "record.json,0,0,grader error"
grade "$in" --out "$work/halved" --only gz
# With --exercise it stays open what the other exercises were.
grep -q '^gz,record.json,0,0,grader error' "$work/halved/grades.csv" || complain "one exercise again, and the others are forgotten: $(row halved gz)"
"$grader" "$in" --images "$images" --fixtures --only gz --out "$work/halved" >"$work/printed" 2>&1
grep -q "can't be read" <(grep '^gz,' "$work/halved/grades.csv") && complain "graded again, and the record is still lost"

# Results that were open are closed; a folder that holds other things is not taken.
chmod 755 "$work/halved"
grade "$in" --out "$work/halved" --only carol
[[ $(stat -c %a "$work/halved") == 700 ]] || complain "an open folder of results stayed open"
mkdir -m 755 "$work/shared" && : >"$work/shared/thesis.tex"
grade "$in" --out "$work/shared"
[[ $? == 2 && $(stat -c %a "$work/shared") == 755 ]] || complain "results in an open folder with other things: $(cat "$work/printed")"

# Two graders, one folder: all rows, and the same as of one.
grade "$work/many" --out "$work/both-at-once" --only s1 || complain "before two graders: $(cat "$work/printed")"
for pair in "s1 s2 s3" "s4 s5 s6"; do
    only=()
    for student in $pair; do only+=(--only "$student"); done
    "$grader" "$work/many" --images "$images" --fixtures --exercise fixture_tiny --jobs 1 --out "$work/both-at-once" "${only[@]}" >"$work/printed-$student" 2>&1 &
done
wait
[[ $(grep -c ',4,4,passed,' "$work/both-at-once/grades.csv") == 6 ]] || complain "two graders at once: $(cat "$work/both-at-once/grades.csv")"
find "$work/both-at-once" -name '*.??????' ! -name '*.html' ! -name '*.json' ! -name '*.csv' ! -name '*.txt' | grep -q . && complain "temporary files were left: $(find "$work/both-at-once")"

# No process for a worker: it is tried again when another has ended, and nothing else is killed.
cat >"$work/nofork.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// Fails every second time in the grader's first process, where students are begun, once the file NOFORK is there.
static pid_t first;
__attribute__((constructor)) static void begin(void) { first = getpid(); }
pid_t fork(void) {
    static int calls;
    const char* sign = getenv("NOFORK");
    if (sign != NULL && getpid() == first && access(sign, F_OK) == 0 && calls++ % 2 == 0) return errno = EAGAIN, -1;
    return ((pid_t(*)(void))dlsym(RTLD_NEXT, "fork"))();
}
END
if ! ldd "$grader" | grep -Eq 'lib[at]san' && gcc -shared -fPIC -o "$work/nofork.so" "$work/nofork.c" -ldl 2>/dev/null; then
    # Only while students are graded: the first one's file is the sign that it has begun.
    NOFORK=$work/no-process/students/s1/record.json LD_PRELOAD=$work/nofork.so \
        "$grader" "$work/many" --images "$images" --fixtures --exercise fixture_tiny --seed class --jobs 2 --out "$work/no-process" >"$work/printed" 2>&1
    [[ $? == 0 && $(grep -c ',4,4,passed,' "$work/no-process/grades.csv") == 6 ]] || complain "no process for a worker: $(cat "$work/printed")"
fi

# A starter that is the solution gives no scale for cost: the grader says so and grades nobody.
mkdir -p "$work/solved/images/fixture_sums" "$work/solved/course/grading/tests/fixtures"
cp -r "$here/fixtures/fixture_sums" "$work/solved/course/grading/tests/fixtures/"
cp "$here/fixtures/fixture_sums/reference.cpp" "$work/solved/course/grading/tests/fixtures/fixture_sums/exercise/fixture_sums.cpp"
sed -e "s|\"root\": \"[^\"]*\"|\"root\": \"$work/solved/course\"|" \
    -e "s|\"description\": \"[^\"]*\"|\"description\": \"$work/solved/course/grading/tests/fixtures/fixture_sums/exercise.json\"|" \
    "$images/fixture_sums/image.json" >"$work/solved/images/fixture_sums/image.json"
"$grader" one "$here/hostile/cost/honest" --images "$work/solved/images" --fixtures --out "$work/solved/out" >"$work/printed" 2>&1
[[ $? == 1 && ! -e $work/solved/out/students/honest ]] && grep -q 'costs hardly more than the reference' "$work/printed" ||
    complain "a starter that is the solution: $(cat "$work/printed")"

# What is wrong with the grader itself takes no student's points.
changed() {  # changed NAME SED-EXPRESSION: the images with one thing changed
    mkdir -p "$work/$1/fixture_tiny"
    sed -e "$2" "$images/fixture_tiny/image.json" >"$work/$1/fixture_tiny/image.json"
}
changed no-tests "s|\"public_judge\": \"[^\"]*\"|\"public_judge\": \"$nothing\"|"
"$grader" one "$in/gz.tar.gz" --images "$work/no-tests" --fixtures --out "$work/seven" >"$work/printed" 2>&1
[[ $? == 1 ]] || complain "public tests that are none: $(cat "$work/printed")"
expect seven gz "0,4,grader error,the judge of the public tests holds no test"
changed no-compiler "s|\"compiler\": \"[^\"]*\"|\"compiler\": \"$work/g++\"|"
printf '#!/bin/sh\nexit 1\n' >"$work/g++"
chmod 755 "$work/g++"
"$grader" one "$in/gz.tar.gz" --images "$work/no-compiler" --fixtures --out "$work/eight" >"$work/printed" 2>&1
[[ $? == 1 && ! -e $work/eight/students/gz ]] && grep -q 'the starter' "$work/printed" || complain "a compiler that does not work: $(cat "$work/printed")"

# Another sandbox, named in the result.
if [[ $(id -u) == 0 ]]; then
    # A compiler that breaks after the class was prepared: seen by compiling the starter again.
    printf '#!/bin/sh\n[ -e %q ] && exit 127\n: >%q\nexec g++ "$@"\n' "$work/broken" "$work/broken" >"$work/g++"
    "$grader" one "$in/gz.tar.gz" --images "$work/no-compiler" --fixtures --tier none --trust --out "$work/nine" >"$work/printed" 2>&1
    expect nine gz "0,4,grader error,the starter can't be compiled either"
    grade one "$in/gz.tar.gz" --out "$work/five" --tier none --trust || complain "--trust: $(cat "$work/printed")"
    grep -q 'Sandbox: none (--trust)' "$work/five/students/gz/results.json" || complain "--trust is not named in the result"
fi
grade one "$in/gz.tar.gz" --out "$work/six" --tier none
[[ $? == 1 && ! -e $work/six/students/gz ]] || complain "without a sandbox and without --trust something was graded"
grade "$work/nowhere"
[[ $? == 2 ]] || complain "a folder that is not there is no bad request"

if ((wrong == 0)); then
    chmod -R u+rwx "$work" && rm -rf -- "$work"
    exit 0
fi
echo "$wrong wrong; see $work"
exit 1

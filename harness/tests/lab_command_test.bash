#!/usr/bin/env bash
# Tests of the ./lab command itself, in a small tree with a blank in its path and stand-ins for compiler and apt.
#
#   lab_command_test.bash ROOT NOTEBOOK_PROGRAM CASE     runs one case
#   lab_command_test.bash ROOT NOTEBOOK_PROGRAM          lists the cases
set -u
source_root=$1
notebook_program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/a tree"
build="$tree/build/release"
export LAB_NOTEBOOK="$tree/note book"
unset LAB_PRESET LAB_BUILD_DIR LAB_JOBS CXX CMAKE_PREFIX_PATH

fail() {
    printf 'FAILED: %s\n--- standard output\n%s\n--- standard error\n%s\n' "$1" "$(cat "$work/out" 2>/dev/null)" "$(cat "$work/err" 2>/dev/null)"
    exit 1
}
expect_code() { [[ $code == "$1" ]] || fail "exit code $code, wanted $1"; }
expect_out() { grep -qF -- "$1" "$work/out" || fail "standard output lacks: $1"; }
expect_err() { grep -qF -- "$1" "$work/err" || fail "standard error lacks: $1"; }
expect_file() { [[ -e $1 ]] || fail "there is no $1"; }

# lab ARGUMENT…: runs ./lab from another folder, input not a terminal. Sets code; output is in $work/out and $work/err.
lab() {
    (cd / && PATH=$work/bin "$tree/lab" "$@") </dev/null >"$work/out" 2>"$work/err"
    code=$?
}

# A program for PATH that does what the second argument says.
stand_in() {
    printf '#!/usr/bin/env bash\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

make_tree() {
    local tool folder
    mkdir -p "$tree/harness" "$build/bin" "$work/bin"
    cp -r "$source_root/lab" "$tree/"
    cp -r "$source_root/harness/tools" "$source_root/harness/plot" "$tree/harness/"
    folder=$tree/part3-machine/ch10-cache-lines
    mkdir -p "$folder/exercises/geometry"
    cp "$source_root/part3-machine/ch10-cache-lines/stride.gp" "$folder/"
    printf '# Hints\n\n## 1\n\nfirst words\n\n## 2\n\nsecond words\n' >"$folder/exercises/geometry/hints.md"
    echo 'int student;' >"$folder/exercises/geometry/geometry.cpp"
    printf -- '- **10.1** time, in ms:  predicted [ ]  measured [ ]\n- **10.2** which set? [ ]\n- **10.3** why: [\n  ]\n' >"$folder/worksheet.md"
    printf '10.1 measured stride pass_at_step_1 ms\n10.2 number 13 tolerance 0\n10.3 text Says why.\n' >"$folder/worksheet.key"
    {
        printf '# kind\tname\tchapter\tfolder\tquestion\tpackages\tlast\n'
        printf 'lab\tstride\tch10\tpart3-machine/ch10-cache-lines\tWhat does a step cost?\t\tyes\n'
        printf 'exercise\tgeometry\tch10\tpart3-machine/ch10-cache-lines\tWhich set?\t\tgeometry.cpp\n'
    } >"$build/catalogue.tsv"
    # A finished build, as CMake leaves it.
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$tree" >"$build/CMakeCache.txt"
    echo "LAB_TESTS:STRING=ON" >>"$build/CMakeCache.txt"
    echo "$tree  " >"$build/.lab-configured"
    touch "$build/build.ninja"
    ln -s "$notebook_program" "$build/bin/notebook"
    printf '#!/usr/bin/env bash\nprintf "<%%s>" "$@"\nexit 3\n' >"$build/bin/stride"
    # shellcheck disable=SC2016  # expanded when the stand-in runs
    printf '#!/usr/bin/env bash\nexit "${EXERCISE_CODE:-0}"\n' >"$build/bin/geometry_test"
    chmod +x "$build/bin/stride" "$build/bin/geometry_test"
    # Only what ./lab may use is in PATH: no package is there by chance.
    for tool in bash env awk grep cat mkdir dirname readlink cksum head tail rm mktemp flock stty nproc ln; do
        ln -s "$(command -v $tool)" "$work/bin/$tool"
    done
    for tool in c++ cmake ninja; do stand_in $tool "echo $tool \"\$@\" >>'$work/calls'"; done
}

save_run() {
    mkdir -p "$LAB_NOTEBOOK/stride"
    cp "$source_root/harness/tests/fixtures/notebook/stride/"*.json "$LAB_NOTEBOOK/stride/"
}

case_unknown_lab_suggests_the_nearest() {
    lab run strid
    expect_code 2
    expect_err "Did you mean stride?"
    lab run zzzzzzzz
    expect_code 2
    expect_err "./lab list"
    lab run geometry
    expect_code 2
    expect_err "./lab check geometry"
    lab run
    expect_code 2
    expect_err "./lab list"
}

case_unknown_command_suggests_the_nearest() {
    lab rum stride
    expect_code 2
    expect_err "Did you mean run?"
    lab qqqqqqqq
    expect_code 2
    expect_err "./lab help"
    lab help plto
    expect_code 2
    expect_err "Did you mean plot?"
}

case_run_passes_options_and_the_exit_code() {
    lab run stride --because 'two words' '' --yes
    expect_code 3
    expect_out "<--notebook><$LAB_NOTEBOOK><--because><two words><>"
}

case_works_in_any_locale() {
    LC_ALL=tr_TR.UTF-8 LANG=nonsense lab run STRIDE
    expect_code 2
    LC_ALL=de_DE.UTF-8 lab run strid
    expect_err "Did you mean stride?"
}

case_the_report_is_begun_once_and_checked() {
    folder=$tree/part1-measuring/ch04-harness
    mkdir -p "$folder"
    cp "$source_root/part1-measuring/ch04-harness/honest_report.md" "$folder/"
    printf 'lab\tknown_cost\tch04\tpart1-measuring/ch04-harness\tIs it true?\t\t\n' >>"$build/catalogue.tsv"
    lab check honest_report
    expect_code 2
    expect_err "./lab report"
    lab report
    expect_code 0
    expect_out "./lab run known_cost"
    expect_file "$LAB_NOTEBOOK/worksheets/honest_report.md"
    lab check honest_report
    expect_code 1
    expect_out "1.1  is empty"
    sed -i 's/which version? \[ \]/which version? [ mine ]/' "$LAB_NOTEBOOK/worksheets/honest_report.md"
    lab report
    lab check honest_report
    expect_out "15 to do"
    lab check honest_rep
    expect_err "Did you mean honest_report?"
}

case_bare_lab_before_any_build() {
    rm -rf "$build"
    lab
    expect_code 0
    expect_out "./lab run stride"
    [[ ! -e $build ]] || fail "bare ./lab made $build"
}

case_bare_lab_says_what_is_next() {
    lab
    expect_code 0
    expect_out "Begin with part3-machine/ch10-cache-lines"
    expect_out "./lab run stride"
    save_run
    lab
    expect_out "You are in part3-machine/ch10-cache-lines"
    expect_out "./lab worksheet ch10"
}

case_list_and_help() {
    lab list
    expect_code 0
    expect_out "What does a step cost?"
    expect_out "part3-machine/ch10-cache-lines"
    lab help
    expect_code 0
    expect_out "worksheet"
    lab plot --help
    expect_code 0
    expect_out "--predictions-only"
}

case_a_missing_package_is_named() {
    lab plot stride
    expect_code 2
    expect_err "gnuplot-nox"
    rm "$work/bin/ninja"
    lab run stride
    expect_code 2
    expect_err "ninja-build"
}

# As root the installer runs unasked; for others it needs --yes here, since nobody can be asked.
case_a_missing_package_is_installed() {
    stand_in apt-get "echo apt-get \"\$@\" >>'$work/calls'; [[ \$* != *install* ]] || ln -sf '$work/bin/true' '$work/bin/gnuplot'"
    stand_in true "exit 0"
    stand_in sudo "while [[ \$1 == -* ]]; do shift; done; exec \"\$@\""
    if ((EUID != 0)); then
        lab plot stride
        expect_code 2
        expect_err "sudo apt-get install -y --no-install-recommends gnuplot-nox"
    fi
    save_run
    lab plot stride --yes
    expect_code 0
    grep -q 'apt-get .*install -y --no-install-recommends gnuplot-nox' "$work/calls" || fail "apt-get was not called"
    expect_out "stride.svg"
}

case_a_failed_installation_says_the_command() {
    stand_in apt-get "echo 'E: no network'; exit 100"
    stand_in sudo "exit 1"
    lab plot stride --yes
    expect_code 2
    expect_err "apt-get install -y --no-install-recommends gnuplot-nox"
}

case_plot_without_a_run() {
    stand_in gnuplot "exit 0"
    lab plot stride
    expect_code 2
    expect_err "./lab run stride"
    lab plot stride --recorded
    expect_code 2
}

case_plot_of_a_damaged_run_draws_nothing() {
    stand_in gnuplot "touch '$work/drawn'"
    mkdir -p "$LAB_NOTEBOOK/stride"
    echo '{"schema": 1, "lab": "str' >"$LAB_NOTEBOOK/stride/20260101T000000Z-1.json"
    lab plot stride
    expect_code 2
    expect_err "20260101T000000Z-1.json"
    [[ ! -e $work/drawn ]] || fail "gnuplot was started"
}

case_plot_names_its_files_and_says_what_it_took() {
    stand_in gnuplot "exit 0"
    save_run
    echo garbage >"$LAB_NOTEBOOK/stride/20991231T000000Z-1.json"
    lab plot stride --theme projector
    expect_code 0
    expect_out "stride.png"
    expect_err "20991231T000000Z-1.json"
    lab plot stride --theme purple
    expect_code 2
    stand_in gnuplot "echo 'line 3: bad' >&2; exit 1"
    lab plot stride
    expect_code 1
    expect_err "line 3: bad"
}

case_hints_come_one_at_a_time() {
    lab hint geometry
    expect_code 0
    expect_out "first words"
    grep -q second "$work/out" && fail "two hints at once"
    lab hint geometry
    expect_out "second words"
    expect_err "last one"
    lab hint geometry
    expect_code 0
    expect_out "second words"
    echo rubbish >"$LAB_NOTEBOOK/hints/geometry"
    lab hint geometry
    expect_out "first words"
    lab hint geometri
    expect_code 2
    expect_err "Did you mean geometry?"
}

case_a_notebook_that_cannot_be_written() {
    export LAB_NOTEBOOK=/dev/null/notebook
    lab hint geometry
    expect_code 0
    expect_out "first words"
    expect_err "can't be written"
    lab check geometry
    expect_code 0
    expect_err "can't be written"
    lab worksheet ch10
    expect_code 2
    expect_err "/dev/null/notebook"
}

case_a_build_folder_that_cannot_be_written() {
    export LAB_BUILD_DIR=/dev/null/build
    lab run stride
    expect_code 2
    expect_err "You may not write to /dev/null/build"
}

case_exercise_passes_and_is_remembered() {
    lab check geometry
    expect_code 0
    lab progress
    expect_out "1 of 1 exercises passed"
    echo 'int changed;' >>"$tree/part3-machine/ch10-cache-lines/exercises/geometry/geometry.cpp"
    lab progress
    expect_out "0 of 1 exercises passed"
    expect_out "changed since"
    lab check
    expect_code 0
    expect_out "geometry                 passed"
    EXERCISE_CODE=1 lab check
    expect_code 1
    expect_out "./lab check geometry"
    EXERCISE_CODE=1 lab check geometry
    expect_code 1
    expect_err "geometry.cpp"
    lab progress
    grep -q 'changed since' "$work/out" && fail "a failed check must forget the pass"
    return 0
}

case_check_knows_chapters_and_nearest_names() {
    lab check geometri
    expect_code 2
    expect_err "Did you mean geometry?"
    lab check stride
    expect_code 2
    expect_err "./lab run stride"
    lab check 10
    expect_code 2
    expect_err "./lab worksheet ch10"
}

case_worksheet_is_filled_and_kept() {
    local copy="$LAB_NOTEBOOK/worksheets/ch10.md"
    lab worksheet 10
    expect_code 0
    expect_out "./lab run stride"
    printf -- '- **10.1** time, in ms:  predicted [my guess]  measured [ ]\r\n- **10.2** which set? [ 12 ]\r\n- **10.3** why: [\n  so\n  ]\n\tmine\n' >"$copy"
    save_run
    # A later run in another mode answers other questions: it takes nothing away.
    sed 's/"key": "[a-z_0-9]*"/"key": "other"/; s/2026-11-02T09/2026-11-03T09/; s/"predictions": \[/"predictions": [], "unused": [/; s/"answers": \[/"answers": [], "rest": [/' \
        "$LAB_NOTEBOOK"/stride/*.json >"$LAB_NOTEBOOK/stride/20261103T090000Z-1.json"
    lab worksheet ch10-cache-lines
    expect_code 0
    printf -- '- **10.1** time, in ms:  predicted [my guess]  measured [15.9 ms]\r\n- **10.2** which set? [ 12 ]\r\n- **10.3** why: [\n  so\n  ]\n\tmine\n' >"$work/wanted"
    [[ $(cksum <"$work/wanted") == "$(cksum <"$copy")" ]] || fail "the copy is not as wanted: $(cat "$copy")"
    lab check ch10
    expect_code 1
    expect_out "too small"
    printf -- '- **10.1** time, in ms:  predicted [30]  measured [15.9 ms]\n- **10.2** which set? [ 13 ]\n- **10.3** why: [\n  so\n  ]\n' >"$copy"
    lab check ch10
    expect_code 0
    expect_out "complete"
}

case_instructor_commands_need_the_grading_folder() {
    lab grade class/
    expect_code 2
    expect_err "grading/commands/grade"
    mkdir -p "$tree/grading/commands"
    # shellcheck disable=SC2016  # expanded when the stand-in runs
    printf '#!/usr/bin/env bash\necho "$LAB_ROOT|$1|$2"\nexit 5\n' >"$tree/grading/commands/grade"
    chmod +x "$tree/grading/commands/grade"
    lab grade 'a class' --x
    expect_code 5
    expect_out "$tree|a class|--x"
}

case_a_failed_build_shows_the_compiler() {
    stand_in ninja "echo '[1/2] Building x.o'; echo 'x.cpp:1: error: no'; exit 1"
    lab run stride
    expect_code 1
    expect_err "x.cpp:1: error: no"
    expect_err "ninja -C '$build' stride"
    grep -q '\[1/2\]' "$work/err" && fail "the chatter is shown"
    return 0
}

case_a_moved_tree_is_configured_afresh() {
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else" >"$build/CMakeCache.txt"
    lab run stride
    expect_code 3
    grep -q 'cmake .*--fresh' "$work/calls" || fail "cmake was not asked to start afresh"
    : >"$work/calls"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$tree" >"$build/CMakeCache.txt"
    lab run stride
    grep -q '^cmake' "$work/calls" && fail "configured again without a reason"
    return 0
}

case_two_at_once_wait_for_each_other() {
    local lock child tries=0
    exec {lock}>"$build/.lab-lock"
    flock "$lock"
    (cd / && exec {lock}>&- && PATH=$work/bin exec "$tree/lab" run stride) </dev/null >"$work/out" 2>"$work/err" &
    child=$!
    until grep -q waiting "$work/err" 2>/dev/null; do
        ((++tries < 600)) || fail "nobody waits"
        read -rt 0.1 <> <(:)
    done
    [[ ! -s $work/out ]] || fail "it ran beside the other one"
    exec {lock}>&-
    wait "$child"
    code=$?
    expect_code 3
}

# SIGINT reaches the whole group, as from a keyboard. The stand-in for ninja says when it runs.
case_ctrl_c_in_the_build_ends_cleanly() {
    local child tries=0
    stand_in ninja "echo >'$work/building'; exec '$(command -v sleep)' 60"
    setsid env --default-signal=INT PATH="$work/bin" "$tree/lab" run stride </dev/null >"$work/out" 2>"$work/err" &
    child=$!
    until [[ -e $work/building ]]; do
        ((++tries < 600)) || fail "the build never started"
        read -rt 0.1 <> <(:)
    done
    kill -INT -- "-$child"
    wait "$child"
    code=$?
    expect_code 130
    expect_err "Interrupted"
}

if (($# < 3)); then
    declare -F | LC_ALL=C awk '$3 ~ /^case_/ { print substr($3, 6) }'
    exit 0
fi
make_tree
"case_$3"

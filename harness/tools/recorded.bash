#!/usr/bin/env bash
# Keeps the figures of the chapters and the recorded runs they come from together.
#
#   recorded.bash record LAB…    run each lab at full size; keep its record and its text in the chapter's recorded/
#   recorded.bash refresh        write the recorded text into the marked blocks of every README
#   recorded.bash check          exit 1 when a block differs from the recorded text (this is a test)
#
# A marked block of a README:
#
#   <!-- recorded: stride table -->
#   ```
#   …
#   ```
#
# The second word picks a part of the output: head, table, notes, checks, shows, or all.
set -euo pipefail
root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
programs=${LAB_BIN:-$root/build/release/bin}

# part FILE WORD: a part of a lab's text output. Parts are separated by empty lines and known by how they begin.
part() {
    awk -v word="$2" '
        BEGIN { RS = ""; first = 1 }
        {
            if (/^checks/) is = "checks"
            else if (/^what it shows/) is = "shows"
            else if (/^saved/ || /^  (measured, for|predictions)/) is = "end"
            else if (NR == 1) is = "head"
            else if (NR == 2) is = "table"
            else is = "notes"
            if (is == word || (word == "all" && is != "end")) {
                if (!first) print ""
                print
                first = 0
            }
        }' "$1"
}

record() {
    local lab source folder scratch
    for lab in "$@"; do
        source=$(cd "$root" && ls part*/ch*/"$lab".cpp)
        folder=$root/$(dirname "$source")/recorded
        scratch=$(mktemp -d)
        echo "recording $lab" >&2
        "$programs/$lab" --no-predict --notebook "$scratch" > "$scratch/text" || echo "$lab ended with $?" >&2
        mkdir -p "$folder"
        # Where the record was saved is nobody's business.
        sed '/^saved /,$d' "$scratch/text" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' > "$folder/$lab.txt"
        cp "$scratch/$lab"/*.json "$folder/$lab.json"
        rm -rf "$scratch"
    done
}

# fresh README: the text with every marked block filled from its recorded run.
fresh() {
    local line rest lab word file state=text
    while IFS= read -r line || [[ -n $line ]]; do
        case $state in
            text)
                printf '%s\n' "$line"
                if [[ $line =~ ^'<!-- recorded: '([a-z0-9_]+)' '([a-z]+)' -->'$ ]]; then
                    lab=${BASH_REMATCH[1]} word=${BASH_REMATCH[2]} state=marked
                fi ;;
            marked)
                [[ $line == '```'* ]] || { echo "$1: a block must follow the mark of $lab" >&2; return 1; }
                printf '%s\n' "$line"
                file=$(cd "$root" && ls part*/ch*/recorded/"$lab".txt 2> /dev/null) ||
                    { echo "$1: no run of $lab is recorded: recorded.bash record $lab" >&2; return 1; }
                rest=$(part "$root/$file" "$word")
                [[ -n $rest ]] || { echo "$1: the recorded run of $lab has no part '$word'" >&2; return 1; }
                printf '%s\n' "$rest"
                state=block ;;
            block)
                if [[ $line == '```'* ]]; then printf '%s\n' "$line"; state=text; fi ;;
        esac
    done < "$1"
}

each_readme() {
    local readme wrong=0 text
    for readme in "$root"/README.md "$root"/part*/ch*/README.md; do
        if ! grep -qs '^<!-- recorded: ' "$readme"; then continue; fi
        text=$(fresh "$readme") || { wrong=1; continue; }
        if [[ $1 == refresh ]]; then
            printf '%s\n' "$text" > "$readme"
        elif [[ $text != "$(cat "$readme")" ]]; then
            echo "$readme: a block differs from its recorded run. Type: harness/tools/recorded.bash refresh" >&2
            wrong=1
        fi
    done
    return $wrong
}

case ${1-} in
    record) shift; record "$@" ;;
    refresh) each_readme refresh ;;
    check) each_readme check ;;
    *) sed -n '2,16s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2 ;;
esac

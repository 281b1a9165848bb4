# ./lab submit: packs exactly what the grader takes, and lists it (sourced by ./lab).

# submit [NAME]: writes NAME.tar.gz (default: the login name) into the current folder. In it, with their paths from the root:
# the files of every exercise that its README tells to edit, the worksheets, and the complete runs that hold predictions.
command_submit() {
    local name=${1-${USER:-$(id -un)}} file packed=() changed exercise chapter_folder edited
    if (($# > 1)) || [[ $name == [-.]* || $name == */* || $name == *[[:cntrl:]]* || -z $name ]]; then
        stop 2 "How shall the archive be called? Your name, without '/' or a dot in front: ./lab submit NAME"
    fi
    refresh_catalogue
    [[ -z $(field exercise "$name" 2) ]] || stop 2 "$name is an exercise. All of them go into one archive, which has your name:" "    ./lab submit NAME"
    say "Exercises:"
    while IFS=$'\t' read -r exercise chapter_folder edited; do
        for file in $edited; do
            file=$chapter_folder/exercises/$exercise/$file
            [[ -f $root/$file ]] || continue
            packed+=("$file")
            changed=
            if git -C "$root" diff --quiet HEAD -- "$file" 2>/dev/null; then changed="   (as it was handed out)"; fi
            say "  $file$changed"
        done
    done < <(LC_ALL=C awk -F '\t' '$1 == "exercise" { print $2 "\t" $4 "\t" $7 }' "$catalogue")
    say "Notebook:"
    local count=0
    if [[ -d $notebook ]]; then
        while IFS= read -r -d '' file; do
            count=$((count + 1))
            packed+=("$file")
            case $file in *.md) say "  $file" ;; esac
        done < <(cd "$notebook/.." && find "$(basename "$notebook")" \( -path '*/worksheets/*.md' -o -name '*Z-*.json' \) -type f -size -1024k -print0)
    fi
    say "  $count files of worksheets and runs"
    ((${#packed[@]} > 0)) || stop 2 "There is nothing to pack yet. Where to start: ./lab"
    # The notebook may lie elsewhere (LAB_NOTEBOOK); inside the archive it is notebook/.
    local base
    base=$(basename "$notebook")
    # The grader's limits (IntakeLimits of grading/intake/submission.hpp): beyond them it refuses the whole archive.
    local sizes bytes large
    sizes=$(printf '%s\0' "${packed[@]}" | grep -zv "^$base/" | (cd "$root" && xargs -0r stat -c '%s %n' --)
        printf '%s\0' "${packed[@]}" | grep -z "^$base/" | (cd "$(dirname "$notebook")" && xargs -0r stat -c '%s %n' --))
    bytes=$(awk '{ sum += $1 + length } END { print sum + 0 }' <<<"$sizes")
    large=$(awk '$1 > 1024 * 1024 { sub(/^[0-9]+ /, ""); print "  " $0 }' <<<"$sizes")
    [[ -z $large ]] || say "WARNING: the grader takes no file larger than 1 MiB:" "$large"
    large=0
    [[ ! -d $notebook ]] || large=$(find "$notebook" \( -path '*/worksheets/*.md' -o -name '*Z-*.json' \) -type f -size +1023k | wc -l)
    ((large == 0)) || say "Left out: $large of the notebook's files, larger than 1 MiB. The grader takes none."
    if ((${#packed[@]} > 4000 || bytes > 64 * 1024 * 1024)); then
        stop 1 "The grader takes at most 4000 files and 64 MiB; this would be ${#packed[@]} files and $((bytes >> 20)) MiB." \
            "Move runs that you don't need out of $notebook, then: ./lab submit $name"
    fi
    tar -czf "$name.tar.gz.new" -C "$root" --null --no-recursion --transform "s,^$base/,notebook/," \
            --files-from <(printf '%s\0' "${packed[@]}" | grep -zv "^$base/") \
            -C "$(dirname "$notebook")" --files-from <(printf '%s\0' "${packed[@]}" | grep -z "^$base/") ||
        stop 1 "The archive could not be written here: $PWD/$name.tar.gz"
    mv -f -- "$name.tar.gz.new" "$name.tar.gz" || stop 1 "The archive could not be written here: $PWD/$name.tar.gz"
    say "" "Packed: $PWD/$name.tar.gz   What is in it: tar -tzf '$name.tar.gz'"
}

# Configures and builds what one command of ./lab needs, quietly and one at a time (sourced by ./lab).

preset=${LAB_PRESET:-release}
build=${LAB_BUILD_DIR:-$root/build/$preset}

# Holds the build folder for this process; two ./lab at once would otherwise overwrite each other's files.
lock_build() {
    [[ -n ${build_lock-} ]] && return 0
    if ! mkdir -p "$build" 2>/dev/null || [[ ! -w $build ]] || [[ -e $build/build.ninja && ! -w $build/build.ninja ]]; then
        stop 2 "You may not write to $build." \
            "Work in a copy of your own (git clone), or name a folder for what is built: LAB_BUILD_DIR=~/lab-build ./lab …"
    fi
    command -v flock >/dev/null || return 0
    exec {build_lock}>"$build/.lab-lock"
    flock -n "$build_lock" && return 0
    say "Another ./lab is building here; waiting for it to end (Ctrl-C gives up)."
    flock "$build_lock"
}

unlock_build() {
    [[ -n ${build_lock-} ]] || return 0
    exec {build_lock}>&-
    build_lock=
}

# Configures when there is no build yet, when it belongs to another folder, or when an option must change.
# Arguments: -DNAME=VALUE that must hold.
configure() {
    local want fresh=()
    want="$root ${CXX-} ${LAB_PRESET-}"
    if [[ -e $build/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
        fresh=(--fresh)     # the folder was moved or copied: its cache names files that are elsewhere
    elif [[ -e $build/build.ninja && $(cat "$build/.lab-configured" 2>/dev/null) == "$want" ]] && holds_options "$@"; then
        return 0
    fi
    rm -f "$build/.lab-configured"
    watch_build "Configuring" cmake -S "$root" --preset "$preset" -B "$build" "${fresh[@]}" "$@" ||
        build_failed "cmake -S '$root' --preset $preset -B '$build' $*"
    echo "$want" >"$build/.lab-configured"
}

# True when the cache already holds each -DNAME=VALUE.
holds_options() {
    local option name
    for option in "$@"; do
        name=${option#-D}
        grep -qE "^${name%%=*}:[A-Z]+=${name#*=}\$" "$build/CMakeCache.txt" || return 1
    done
}

# After packages were installed, CMake has to look for them again.
reconfigure_next_time() {
    rm -f "$build/.lab-configured"
}

# Builds the targets named in the arguments ("all" for everything).
build_targets() {
    # One more than there are CPUs: one waits for the disk at times. Ninja itself takes more on a small machine.
    watch_build "Building $*" env NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "${LAB_JOBS:-$(($(nproc) + 1))}" "$@" ||
        build_failed "ninja -C '$build' $*"
}

# Runs a command with its output kept in $build/.lab-log: a short progress line on a terminal, one line elsewhere,
# and nothing at all when there was nothing to do.
watch_build() {
    local what=$1
    shift
    "$@" 2>&1 </dev/null | show_build_progress "$what"
    return "${PIPESTATUS[0]}"
}

show_build_progress() {
    local line counter said=
    while IFS= read -r line; do
        printf '%s\n' "$line" >&3
        # Looking again at the list of chapters is not worth a word.
        [[ $line != *Re-checking* ]] || continue
        [[ $line == \[*/*\]* || $1 == Configuring ]] || continue
        counter=
        [[ $line == \[*/*\]* ]] && counter=${line%%]*}]
        if [[ -t 2 ]]; then
            printf '\r\033[K%s %s' "$1" "$counter" >&2
        elif [[ -z $said ]]; then
            printf '%s …\n' "$1" >&2
        fi
        said=1
    done 3>"$build/.lab-log"
    [[ -n $said && -t 2 ]] && printf '\r\033[K' >&2
    return 0
}

# Shows the compiler's first complaints and how to see everything.
build_failed() {
    # Without the counter lines, and without the long command line that ninja prints after FAILED.
    LC_ALL=C awk 'after_failed { after_failed = 0; next } /^FAILED: / { after_failed = 1 }
        !/^\[[0-9]+\/[0-9]+\] |^ninja: Entering/' "$build/.lab-log" | head -n 60 >&2
    stop 1 "The build failed. All of its output: $build/.lab-log" "The step again, by hand: $1"
}

# Brings the catalogue (labs and exercises with their questions) up to date without building anything.
refresh_catalogue() {
    need_packages "${packages_run[@]}"
    lock_build
    configure
    build_targets build.ninja
}

# Finds which packages a command of ./lab lacks, and installs them or says how (sourced by ./lab).

# What each command needs. Names are Debian's.
packages_run=(g++ cmake ninja-build libfmt-dev libcli11-dev nlohmann-json3-dev)
packages_plot=(gnuplot-nox)
packages_exercise=(libgtest-dev)
packages_test=("${packages_exercise[@]}" "${packages_plot[@]}" libbenchmark-dev valgrind binutils clang)
packages_grading=(libarchive-dev bubblewrap valgrind git)

# Prints what shows that a package is there: a command, or a header. Looking costs no process, unlike asking dpkg,
# and it also finds what was installed some other way.
evidence_of() {
    case $1 in
        g++) echo "command ${CXX:-c++}" ;;
        cmake | valgrind | git) echo "command $1" ;;
        ninja-build) echo "command ninja" ;;
        gnuplot-nox) echo "command gnuplot" ;;
        binutils) echo "command objdump" ;;
        clang) echo "command clang++" ;;
        bubblewrap) echo "command bwrap" ;;
        libfmt-dev) echo "header fmt/core.h" ;;
        libcli11-dev) echo "header CLI/CLI.hpp" ;;
        nlohmann-json3-dev) echo "header nlohmann/json.hpp" ;;
        libgtest-dev) echo "header gtest/gtest.h" ;;
        libbenchmark-dev) echo "header benchmark/benchmark.h" ;;
        libarchive-dev) echo "header archive.h" ;;
        *) echo "dpkg $1" ;;
    esac
}

has_header() {
    local prefix prefixes
    IFS=':;' read -ra prefixes <<<"${CMAKE_PREFIX_PATH:-}"
    for prefix in "${prefixes[@]}" /usr/local /usr; do
        [[ -e $prefix/include/$1 ]] && return 0
    done
    return 1
}

has_package() {
    local how what
    read -r how what <<<"$(evidence_of "$1")"
    case $how in
        command) command -v "$what" >/dev/null ;;
        header) has_header "$what" ;;
        dpkg) [[ $(dpkg-query -W -f '${db:Status-Status}' "$what" 2>/dev/null) == installed ]] ;;
    esac
}

# Makes sure that the packages named in the arguments are there, or ends the script with exit code 2.
need_packages() {
    local package missing=()
    for package in "$@"; do
        has_package "$package" || [[ " ${missing[*]-} " == *" $package "* ]] || missing+=("$package")
    done
    ((${#missing[@]} == 0)) && return 0
    if ! command -v apt-get >/dev/null; then
        need_other_system "${missing[@]}"
    else
        install_packages "${missing[@]}"
    fi
    reconfigure_next_time
}

# Not Debian: tools must be installed by hand; libraries can be fetched by CMake, in pinned versions.
need_other_system() {
    local package tools=() libraries=()
    for package in "$@"; do
        if [[ $(evidence_of "$package") == header* ]]; then libraries+=("$package"); else tools+=("$package"); fi
    done
    if ((${#tools[@]})); then
        stop 2 "Missing: $* (Debian's names)." \
            "This system has no apt-get. Install them with its own package manager, then type the command again."
    fi
    say "Missing: ${libraries[*]} (Debian's names). CMake will fetch them from their home pages."
}

install_command() {
    echo "apt-get install -y --no-install-recommends $*"
}

# Asks once on a terminal; asks nothing as root or with --yes; otherwise stops with the command as the message.
install_packages() {
    local command as_root=()
    command=$(install_command "$@")
    if ((EUID != 0)); then
        command="sudo $command"
        command -v sudo >/dev/null || stop 2 "Missing: $*." "Ask an administrator of this machine to type:" "    ${command#sudo }"
        as_root=(sudo)
        [[ -t 0 && -t 2 ]] || as_root+=(-n)
        if [[ -z $yes ]]; then
            [[ -t 0 && -t 2 ]] || stop 2 "Missing: $*." "Install with:" "    $command" "or repeat your command with --yes."
            say "Missing: $*." "Install with:" "    $command"
            ask "Do it now?" || stop 2 "Nothing was installed. Type the command above, then try again."
        fi
    fi
    say "Installing: $*"
    run_apt "$@" || stop 2 "The installation failed. Try it by hand:" "    $(lists_command)$command"
    hash -r
}

have_lists() {
    compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null
}

lists_command() {
    have_lists || echo "${as_root[0]+sudo }apt-get update && "
}

# Uses as_root of install_packages. Package lists that are missing or too old are fetched first.
run_apt() {
    local log status apt
    apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    log=$(mktemp) || stop 1 "No temporary file can be made in ${TMPDIR:-/tmp}."
    {
        have_lists || "${apt[@]}" update
        if ! "${apt[@]}" install -y --no-install-recommends "$@"; then
            "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "$@"
        fi
    } </dev/null >"$log" 2>&1
    status=$?
    ((status == 0)) || tail -n 15 "$log" >&2
    rm -f "$log"
    return $status
}

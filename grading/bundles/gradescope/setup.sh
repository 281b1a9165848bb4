#!/usr/bin/env bash
# Gradescope runs this once, as root, when it makes the image: packages, then the judges of all exercises.
set -euo pipefail
source=${GRADESCOPE_ROOT:-/autograder}/source
export DEBIAN_FRONTEND=noninteractive
if [[ ${SKIP_PACKAGES-} != 1 ]]; then
    apt-get update
    apt-get install -y g++ cmake ninja-build libgtest-dev libbenchmark-dev libfmt-dev libcli11-dev nlohmann-json3-dev libarchive-dev \
        valgrind bubblewrap
fi
cmake -S "$source/course" -B "$source/build" -G Ninja -DLAB_TESTS=ON
cmake --build "$source/build" --target grading_programs
# Containers often refuse user namespaces. The grader then runs hand-ins as a user of their own, which must not read the
# hidden tests, the judges or the secret.
chmod -R go-rwx "$source"

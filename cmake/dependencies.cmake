# Finds the libraries of the course: the installed package first, else a pinned release from its home page.
include(FetchContent)

# A package manager's copy is preferred; FetchContent asks find_package for it before it downloads.
FetchContent_Declare(fmt GIT_REPOSITORY https://github.com/fmtlib/fmt.git GIT_TAG 9.1.0
                     FIND_PACKAGE_ARGS 9 QUIET)
FetchContent_Declare(CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.1.2
                     FIND_PACKAGE_ARGS 2.1 QUIET)
FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json.git GIT_TAG v3.11.2
                     FIND_PACKAGE_ARGS 3.11 QUIET)
FetchContent_MakeAvailable(fmt CLI11 nlohmann_json)
find_package(Threads REQUIRED)

# The lab known_cost alone needs Google Benchmark, and is left out without it.
find_package(benchmark QUIET)

# No lab needs GoogleTest: a missing one is fetched only when tests are asked for.
if(LAB_TESTS STREQUAL "ON")
    set(INSTALL_GTEST OFF)
    FetchContent_Declare(googletest GIT_REPOSITORY https://github.com/google/googletest.git GIT_TAG release-1.12.1
                         FIND_PACKAGE_ARGS NAMES GTest QUIET)
    FetchContent_MakeAvailable(googletest)
    set(LAB_TESTING ON)
elseif(LAB_TESTS STREQUAL "OFF")
    set(LAB_TESTING OFF)
else()
    find_package(GTest QUIET)
    set(LAB_TESTING ${GTest_FOUND})
endif()
if(LAB_TESTING)
    include(GoogleTest)
else()
    message(STATUS "Tests are left out (GoogleTest is not installed, or LAB_TESTS is OFF). ./lab test brings them in.")
endif()

# The compiler flags that every lab, exercise and test shares, in one place.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()

# -O2, not CMake's usual -O3: it is what most programs ship with, and its machine code is easier to read.
# -g1 keeps line numbers for the disassembly and for perf; it changes no instruction.
# The frame pointer stays, so that perf can walk the stack cheaply (Part 4).
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -fno-omit-frame-pointer -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -fno-omit-frame-pointer")
# valgrind 3.19, Debian 12's, can't read the newer form that Clang writes by itself.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-gdwarf-4)
endif()
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion)

# cold(<target> …): what is neither measured nor slow, such as tests. Unoptimised, and several files at a time so that
# they share the reading of headers, it compiles four times as fast. A file-local name must then be unlike those of
# its neighbours. Line numbers are left to the builds that people debug.
function(cold)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE -O0)
        if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT LAB_SANITIZE)
            target_compile_options(${target} PRIVATE -g0)
        endif()
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    endforeach()
endfunction()

# Empty, or what -fsanitize= takes: "address,undefined" or "thread". See CMakePresets.json.
set(LAB_SANITIZE "" CACHE STRING "sanitizers to build everything with")
if(LAB_SANITIZE)
    add_compile_options(-fsanitize=${LAB_SANITIZE} -fno-sanitize-recover=all)
    add_compile_definitions(LAB_SANITIZED)  # for what a sanitizer makes impossible: a limit on memory, a count of steps
    add_link_options(-fsanitize=${LAB_SANITIZE})
endif()

# What lab.hpp reads of the C++ library, compiled once: that saves a third of a lab's compilation. A target with the
# shared flags and no others takes it: target_precompile_headers(<target> REUSE_FROM standard_headers).
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/standard.cpp" CONTENT "" @ONLY)
add_library(standard_headers OBJECT "${CMAKE_BINARY_DIR}/standard.cpp")
target_precompile_headers(standard_headers PRIVATE "${CMAKE_SOURCE_DIR}/harness/standard.hpp")

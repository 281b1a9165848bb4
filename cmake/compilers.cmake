# Compiles one file with every installed compiler and level, for tests that read the machine code.

# Names that contracts and tests use: g++ and clang++. The compiler of this build stands for its family.
set(lab_levels -O2 -O3)
set(lab_compilers "")
foreach(pair IN ITEMS "g++;GNU" "clang++;Clang")
    list(GET pair 0 name)
    list(GET pair 1 family)
    if(CMAKE_CXX_COMPILER_ID STREQUAL family)
        set(lab_compiler_${name} "${CMAKE_CXX_COMPILER}")
    else()
        find_program(LAB_OTHER_${family} NAMES ${name})
        set(lab_compiler_${name} "${LAB_OTHER_${family}}")
    endif()
    if(lab_compiler_${name})
        list(APPEND lab_compilers ${name})
    endif()
endforeach()

# The other machine, when a cross compiler for it is installed: aarch64 from x86-64, and the other way round.
set(lab_other_machine aarch64)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(lab_other_machine x86_64)
endif()
find_program(LAB_CROSS_COMPILER ${lab_other_machine}-linux-gnu-g++)
find_program(LAB_CROSS_OBJDUMP ${lab_other_machine}-linux-gnu-objdump)

# compile_object(<object> <source> COMMAND compiler flag … [DEPENDS …]): adds the rule that makes <object>.
# The flags of this build's other targets are not added: the caller says all that matters for the machine code.
function(compile_object object source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "COMMAND;DEPENDS")
    cmake_path(GET object FILENAME name)
    add_custom_command(
        OUTPUT "${object}"
        COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${arg_COMMAND} -std=c++20 "-I${CMAKE_SOURCE_DIR}" -MD -MF "${object}.d"
                -MT "${object}" -c "${source}" -o "${object}"
        DEPENDS "${source}" ${arg_DEPENDS}
        DEPFILE "${object}.d"
        COMMENT "Compiling ${name} for its machine code"
        COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Says in every test run what could not be tested here, as a test that ctest lists under "did not run".
function(say_left_out name reason)
    message(STATUS "Left out: ${reason}")
    if(LAB_TESTING)
        add_test(NAME left_out.${name} COMMAND "${CMAKE_COMMAND}" -E echo "left out: ${reason}")
        set_tests_properties(left_out.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "left out: ")
    endif()
endfunction()

# add_exercise declares one graded exercise: the student's file, its public tests, and its entry in the catalogue.

# add_exercise(<name> QUESTION "…"    one line, ends with a question mark
#              [EDIT file …]          what the student edits, default <name>.cpp
#              [LIBS lib …])          libraries beside the student's file
# The folder is exercises/<name> beside the chapter's CMakeLists.txt. Makes the library exercise_<name> and the
# executable <name>_test. Neither is part of "all": a student's half-written code must never break ./lab test.
function(add_exercise name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "QUESTION" "EDIT;LIBS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_QUESTION)
        message(FATAL_ERROR "add_exercise(${name}): needs QUESTION \"…\"; not understood: '${arg_UNPARSED_ARGUMENTS}'")
    endif()
    if(NOT arg_EDIT)
        set(arg_EDIT ${name}.cpp)
    endif()
    set(folder "${CMAKE_CURRENT_SOURCE_DIR}/exercises/${name}")
    foreach(file IN ITEMS README.md hints.md ${name}_test.cpp ${arg_EDIT})
        if(NOT EXISTS "${folder}/${file}")
            message(FATAL_ERROR "add_exercise(${name}): exercises/${name}/${file} is missing.")
        endif()
    endforeach()
    string(JOIN " " edited ${arg_EDIT})
    add_to_catalogue(exercise "${name}" "${arg_QUESTION}" "libgtest-dev" "${edited}")

    # What grading/ reads to prove each exercise: where it is and what the student edits.
    set_property(GLOBAL APPEND PROPERTY lab_exercises "${name}")
    set_property(GLOBAL PROPERTY lab_exercise_folder_${name} "${folder}")
    set_property(GLOBAL PROPERTY lab_exercise_edit_${name} "${arg_EDIT}")
    set_property(GLOBAL PROPERTY lab_exercise_libs_${name} "${arg_LIBS}")

    list(TRANSFORM arg_EDIT PREPEND "${folder}/")
    add_library(exercise_${name} STATIC EXCLUDE_FROM_ALL ${arg_EDIT})
    target_include_directories(exercise_${name} PUBLIC "${folder}" "${CMAKE_SOURCE_DIR}")
    target_link_libraries(exercise_${name} PUBLIC ${arg_LIBS})

    if(LAB_TESTING)
        exercise_main()
        # The tests are compiled once, on their own; what they judge is chosen when they are linked.
        add_library(${name}_test_cases OBJECT EXCLUDE_FROM_ALL "${folder}/${name}_test.cpp")
        target_include_directories(${name}_test_cases PRIVATE "${folder}" "${CMAKE_SOURCE_DIR}")
        target_link_libraries(${name}_test_cases PUBLIC exercise_main ${arg_LIBS})
        cold(${name}_test_cases)
        target_compile_definitions(${name}_test_cases PRIVATE LAB_EXERCISE="${name}" LAB_EXERCISE_FOLDER="${folder}")
        target_precompile_headers(${name}_test_cases REUSE_FROM exercise_main)
        add_executable(${name}_test EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${name}_test_cases>)
        target_link_libraries(${name}_test PRIVATE exercise_main exercise_${name})
    endif()
endfunction()

# The main() of every exercise's tests, made once: it prints what a student needs and ends what never ends.
function(exercise_main)
    if(NOT TARGET exercise_main)
        add_library(exercise_main STATIC EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/harness/exercise/main.cpp")
        target_include_directories(exercise_main PUBLIC "${CMAKE_SOURCE_DIR}")
        target_link_libraries(exercise_main PUBLIC GTest::gtest)
        cold(exercise_main)
        # Half of what a test's compilation costs is reading this. Others use it with REUSE_FROM exercise_main.
        target_precompile_headers(exercise_main PRIVATE <gtest/gtest.h>)
    endif()
endfunction()

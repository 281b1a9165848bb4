# graded_exercise builds what the grader needs of one exercise, from its exercise.json: judges, driver, description.

# Sets <out> to a string of the JSON text, or to <otherwise> where there is none.
function(json_or out text otherwise)
    string(JSON value ERROR_VARIABLE error GET "${text}" ${ARGN})
    if(error)
        set(value "${otherwise}")
    endif()
    set(${out} "${value}" PARENT_SCOPE)
endfunction()

function(graded_exercise description)
    cmake_path(GET description PARENT_PATH own)
    file(READ "${description}" text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${description}")
    string(JSON name GET "${text}" exercise)
    string(JSON folder GET "${text}" folder)
    json_or(kind "${text}" "functions" kind)
    json_or(public_test "${text}" "" public test)
    json_or(public_cases "${text}" "" public cases)
    foreach(file IN ITEMS "${own}/hidden.cpp" "${own}/reference.cpp" "${CMAKE_SOURCE_DIR}/${folder}")
        if(NOT EXISTS "${file}")
            message(FATAL_ERROR "graded exercise ${name}: ${file} is missing (declared in ${description}).")
        endif()
    endforeach()
    set(made "${CMAKE_BINARY_DIR}/grading/${name}")
    set(libraries grading_judge)
    json_or(wanted "${text}" "" libraries)
    if(wanted MATCHES "harness")
        list(APPEND libraries harness)
    endif()

    add_executable(judge_${name} "${own}/hidden.cpp")
    cold(judge_${name})
    target_precompile_headers(judge_${name} REUSE_FROM exercise_main)
    target_link_libraries(judge_${name} PRIVATE ${libraries})
    target_include_directories(judge_${name} PRIVATE "${CMAKE_SOURCE_DIR}/${folder}")
    set(functions "")
    if(kind STREQUAL "functions")
        # The right answers, in a process that never meets a student's code.
        target_sources(judge_${name} PRIVATE "${own}/reference.cpp")
        set_source_files_properties("${own}/reference.cpp" PROPERTIES COMPILE_OPTIONS -O2
                                    SKIP_PRECOMPILE_HEADERS ON)

        cmake_path(RELATIVE_PATH own BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE own_relative)
        file(CONFIGURE OUTPUT "${made}/child.cpp" @ONLY CONTENT
"// The graded functions of @name@, registered in the student's process.
#define GRADED_CHILD
#include \"@own_relative@/functions.hpp\"
")
        add_library(child_${name} OBJECT "${made}/child.cpp")
        target_include_directories(child_${name} PRIVATE "${CMAKE_SOURCE_DIR}" "${CMAKE_SOURCE_DIR}/${folder}")
        set(functions "$<TARGET_OBJECTS:child_${name}>")
    endif()

    # The public tests again, in the judge: the names of the student's functions become those of the proxies.
    if(public_test)
        file(READ "${own}/functions.hpp" declared)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${own}/functions.hpp")
        string(REGEX MATCHALL "GRADED\\([^,()]+,[ ]*[A-Za-z_0-9]+\\)" lines "${declared}")
        set(renames "")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE ".*,[ ]*([A-Za-z_0-9]+)\\)" "\\1" function "${line}")
            string(APPEND renames "#define ${function} graded_public_${function}\n")
        endforeach()
        # What the test includes comes first, so that the new names meet no header.
        file(STRINGS "${CMAKE_SOURCE_DIR}/${folder}/${public_test}" includes REGEX "^#include ")
        list(JOIN includes "\n" includes)
        file(CONFIGURE OUTPUT "${made}/public.cpp" @ONLY CONTENT
"// The public tests of @name@, asking the student's process.
#define GRADED_PUBLIC
#include \"@own_relative@/functions.hpp\"
@includes@
@renames@#include \"@folder@/@public_test@\"
")
        add_executable(judge_${name}_public "${made}/public.cpp")
        cold(judge_${name}_public)
        target_precompile_headers(judge_${name}_public REUSE_FROM exercise_main)
        target_link_libraries(judge_${name}_public PRIVATE ${libraries})
        target_include_directories(judge_${name}_public PRIVATE "${CMAKE_SOURCE_DIR}/${folder}")
    elseif(public_cases)
        add_executable(judge_${name}_public "${CMAKE_SOURCE_DIR}/grading/proxy/public_cases.cpp")
        cold(judge_${name}_public)
        target_link_libraries(judge_${name}_public PRIVATE grading_judge)
        target_compile_definitions(judge_${name}_public PRIVATE
                                   GRADED_CASES="${CMAKE_SOURCE_DIR}/${folder}/${public_cases}")
    endif()
    set(public_judge "")
    if(TARGET judge_${name}_public)
        set(public_judge "$<TARGET_FILE:judge_${name}_public>")
    endif()

    # Where the built parts are: the grader reads this beside exercise.json.
    file(GENERATE OUTPUT "${made}/image.json" CONTENT
"{\"description\": \"${description}\", \"judge\": \"$<TARGET_FILE:judge_${name}>\", \"public_judge\": \"${public_judge}\",
 \"driver\": \"$<TARGET_OBJECTS:grading_driver>\", \"functions\": \"${functions}\", \"harness\": \"$<TARGET_FILE:harness>\",
 \"box\": \"$<TARGET_FILE:box>\", \"compiler\": \"${CMAKE_CXX_COMPILER}\", \"root\": \"${CMAKE_SOURCE_DIR}\"}
")
    add_custom_target(grading_${name} DEPENDS judge_${name} grading_driver box)
    foreach(target IN ITEMS judge_${name}_public child_${name})
        if(TARGET ${target})
            add_dependencies(grading_${name} ${target})
        endif()
    endforeach()
    if(wanted MATCHES "harness")
        add_dependencies(grading_${name} harness)
    endif()
    if(NOT name MATCHES "^fixture_")
        add_dependencies(grading_programs grading_${name})
        add_test(NAME grading.points.${name} COMMAND grader points "${made}/image.json")
    endif()
    set_property(GLOBAL APPEND PROPERTY grading_images "${made}/image.json")
endfunction()

# add_lab declares one lab: its program, and its entry in the catalogue that ./lab, worksheets and slides read.

# add_lab(<name> QUESTION "…"        one line, ends with a question mark
#         [NO_PLOT "why"]            a lab with nothing to draw says why; without it <name>.gp must exist
#         [LIBS lib …]               libraries beside the harness; the lab is left out while an imported one is missing,
#         [PACKAGES debian-name …]   and ./lab installs these packages before it builds the lab
#         [FLAGS flag …])            compiler flags of this lab alone, after the shared ones (cmake/flags.cmake)
# Makes the executable <name> from <name>.cpp, and tests <name>.contract where there is one (contract.cmake).
# The chapter is the folder's name: part3-machine/ch10-cache-lines is ch10.
function(add_lab name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "QUESTION;NO_PLOT" "LIBS;PACKAGES;FLAGS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_QUESTION)
        message(FATAL_ERROR "add_lab(${name}): needs QUESTION \"…\"; not understood: '${arg_UNPARSED_ARGUMENTS}'")
    endif()
    if(arg_NO_PLOT)
        set(plot "${arg_NO_PLOT}")
    elseif(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${name}.gp")
        set(plot "yes")
    else()
        message(FATAL_ERROR "add_lab(${name}): ${name}.gp is missing. Write it, or say NO_PLOT \"why\".")
    endif()
    chapter_of_folder(chapter)
    string(JOIN " " packages ${arg_PACKAGES})
    add_to_catalogue(lab "${name}" "${arg_QUESTION}" "${packages}" "${plot}")

    foreach(library IN LISTS arg_LIBS)
        if(library MATCHES "::" AND NOT TARGET ${library})
            message(STATUS "Lab ${name} is left out: ${library} is not installed (./lab run ${name} installs it).")
            return()
        endif()
    endforeach()
    add_executable(${name} ${name}.cpp)
    target_link_libraries(${name} PRIVATE harness ${arg_LIBS})
    target_compile_options(${name} PRIVATE ${arg_FLAGS})
    if(NOT arg_FLAGS)
        target_precompile_headers(${name} REUSE_FROM standard_headers)
    endif()
    string(COMPARE EQUAL "${plot}" "yes" has_plot)
    target_compile_definitions(${name} PRIVATE LAB_CHAPTER="${chapter}" LAB_HAS_PLOT=$<IF:$<BOOL:${has_plot}>,true,false>)
    if(LAB_TESTING AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${name}.contract")
        add_contract(${name} CHAPTER ${chapter} LIBS ${arg_LIBS} FLAGS ${arg_FLAGS})
    endif()
    # The tests draw each plot from the run that its chapter keeps.
    if(LAB_TESTING AND plot STREQUAL "yes" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/recorded")
        set(draw notebook --root "${CMAKE_SOURCE_DIR}" --catalogue "${CMAKE_BINARY_DIR}/catalogue.tsv"
                 --notebook "${CMAKE_BINARY_DIR}/drawn" plot "${name}" --recorded)
        add_test(NAME "plot.${name}" COMMAND ${draw})
        add_test(NAME "plot.${name}.predictions" COMMAND ${draw} --theme projector --predictions-only)
        add_test(NAME "plot.${name}.terminal" COMMAND ${draw} --terminal --predictions-only)
        # They write the same files.
        set_tests_properties("plot.${name}" "plot.${name}.predictions" "plot.${name}.terminal"
                             PROPERTIES RESOURCE_LOCK "plot.${name}")
    endif()
endfunction()

# Sets <out> to the chapter of the current folder: ch10 in part3-machine/ch10-cache-lines, the folder's name elsewhere.
function(chapter_of_folder out)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE folder)
    string(REGEX MATCH "/(ch[0-9]+)-[^/]*" found "/${folder}/")
    set(chapter "${CMAKE_MATCH_1}")
    if(NOT found)
        cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME chapter)
    endif()
    set(${out} "${chapter}" PARENT_SCOPE)
endfunction()

# add_to_catalogue(<kind> <name> <question> <packages> <last>): one line. kind is lab or exercise; packages are Debian's,
# blank between them; last is, for a lab, "yes" (it has a plot) or why it has none; for an exercise, the files to edit.
function(add_to_catalogue kind name question packages last)
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE folder)
    chapter_of_folder(chapter)
    get_property(lines GLOBAL PROPERTY lab_catalogue)
    if("${lines}" MATCHES "(^|\n)[a-z]+\t${name}\t")
        message(FATAL_ERROR "${name} is declared twice: names of labs and exercises are unique in the whole course.")
    endif()
    string(REPLACE "\t" " " question "${question}")
    set_property(GLOBAL PROPERTY lab_catalogue
                 "${lines}${kind}\t${name}\t${chapter}\t${folder}\t${question}\t${packages}\t${last}\n")
endfunction()

# Writes <build>/catalogue.tsv, only when it changed: kind, name, chapter, folder, question, packages, plot or edited files.
function(write_catalogue)
    get_property(lines GLOBAL PROPERTY lab_catalogue)
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/catalogue.tsv" @ONLY CONTENT
         "# kind\tname\tchapter\tfolder\tquestion\tpackages\tplot or edited files: made by CMake from the chapters' add_lab and add_exercise\n@lines@")
endfunction()

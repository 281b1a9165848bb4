# add_contract builds a lab with every compiler and level, and tests what its .contract file says of each.

set(contract_flags -fno-omit-frame-pointer -DNDEBUG)

# The precompiled headers of each compiler and level (see flags.cmake): standard_g++-O2 is what to include.
if(LAB_ALL_TESTS)
    foreach(compiler IN LISTS lab_compilers)
        foreach(level IN LISTS lab_levels)
            set(header "${CMAKE_BINARY_DIR}/standard/${compiler}${level}/standard.hpp")
            configure_file("${CMAKE_SOURCE_DIR}/harness/standard.hpp" "${header}" COPYONLY)
            compile_object("${header}.gch" "${header}"
                COMMAND "${lab_compiler_${compiler}}" ${level} ${contract_flags} -x c++-header)
            set(standard_${compiler}${level} "${header}")
            list(APPEND compiled "${header}.gch")
        endforeach()
    endforeach()
    add_custom_target(contract_headers DEPENDS ${compiled})
endif()

# add_contract(<lab> LIBS … FLAGS … CHAPTER …): called by add_lab when <lab>.contract stands beside <lab>.cpp.
# A Debug or sanitizer build changes the code that contracts are about: there it does nothing.
function(add_contract lab)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "CHAPTER" "LIBS;FLAGS")
    if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR LAB_SANITIZE OR NOT LAB_ALL_TESTS)
        return()
    endif()
    set(contract "${CMAKE_CURRENT_SOURCE_DIR}/${lab}.contract")
    foreach(compiler IN LISTS lab_compilers)
        foreach(level IN LISTS lab_levels)
            string(MAKE_C_IDENTIFIER "${lab}_${compiler}${level}" variant)
            set(object "${CMAKE_CURRENT_BINARY_DIR}/${variant}.o")
            set(includes "$<TARGET_PROPERTY:${lab},INCLUDE_DIRECTORIES>")
            if("${lab_compiler_${compiler}} ${level}" STREQUAL "${CMAKE_CXX_COMPILER} -O2")
                set(object "$<TARGET_OBJECTS:${lab}>")  # the lab itself, as it is measured
            else()
                set(standard "")
                if(NOT arg_FLAGS)
                    set(standard -include "${standard_${compiler}${level}}")
                endif()
                compile_object("${object}" "${CMAKE_CURRENT_SOURCE_DIR}/${lab}.cpp"
                    COMMAND "${lab_compiler_${compiler}}" ${level} ${contract_flags} ${arg_FLAGS}
                            "-DLAB_CHAPTER=\"${arg_CHAPTER}\"" "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
                            ${standard}
                    DEPENDS "${standard_${compiler}${level}}.gch")
            endif()
            # Both compilers use one C++ library here, so one build of the harness serves all of them.
            add_executable(${variant} "${object}")
            set_target_properties(${variant} PROPERTIES LINKER_LANGUAGE CXX
                                  RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/contracts")
            target_link_libraries(${variant} PRIVATE harness ${arg_LIBS})
            target_link_options(${variant} PRIVATE LINKER:--strip-debug)  # valgrind reads it all, and nobody asks
            add_test(NAME "contract.${lab}.${compiler}${level}"
                     COMMAND contract "${contract}" --program $<TARGET_FILE:${variant}> --compiler ${compiler}
                             --level=${level})
            set_tests_properties("contract.${lab}.${compiler}${level}" PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
        endforeach()
    endforeach()
endfunction()

# A contract says "GCC and Clang". With one of them absent, every test run says what it didn't see.
if(LAB_TESTING AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT LAB_SANITIZE)
    foreach(pair IN ITEMS "g++;g++" "clang++;clang")
        list(GET pair 0 compiler)
        list(GET pair 1 package)
        if(NOT compiler IN_LIST lab_compilers)
            say_left_out(contracts_${compiler}
                         "contracts with ${compiler}: it is not here. To test them: sudo apt install ${package}")
        endif()
    endforeach()
endif()

# One test of ctest for every suite of a GoogleTest program, found by asking it: suites share the start of a process,
# the driver and the compiled shaders, which a process for each test would pay anew.
#
# add_suites(<program> [FIRST <suite>...] [SLOW <suite>...] [LABEL <label>] [PROPERTIES <name> <value>...])
# A test is named <program>.<suite>, as two programs may have suites of one name.
# FIRST are begun before others, so that the longest do not come last. A suite has the label LABEL; without LABEL it is
# labelled slow where SLOW names it, else fast. As a script: -DPROGRAM -DLIST -DFIRST -DSLOW -DLABEL -DPROPERTIES
# writes the list.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(DISCOVER_SUITES ${CMAKE_CURRENT_LIST_FILE})
  function(add_suites program)
    cmake_parse_arguments(PARSE_ARGV 1 suites "" "LABEL" "FIRST;SLOW;PROPERTIES")
    set(list ${CMAKE_CURRENT_BINARY_DIR}/${program}_suites.cmake)
    add_custom_command(TARGET ${program} POST_BUILD
                       COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> -DLIST=${list}
                               "-DFIRST=${suites_FIRST}" "-DSLOW=${suites_SLOW}" -DLABEL=${suites_LABEL}
                               "-DPROPERTIES=${suites_PROPERTIES}" -P ${DISCOVER_SUITES}
                       VERBATIM)
    file(CONFIGURE OUTPUT ${list}.in @ONLY CONTENT
         "if(EXISTS [[@list@]])\n  include([[@list@]])\nelse()\n  add_test([[@program@ is not built]] false)\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list}.in)
  endfunction()
  return()
endif()

cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listing}")
foreach(suite IN LISTS FIRST SLOW)
  if(NOT "${listing}" MATCHES "(^|\n)${suite}\\.")
    message(FATAL_ERROR "${PROGRAM} has no suite ${suite}")
  endif()
endforeach()
get_filename_component(program ${PROGRAM} NAME)
set(text "")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "[\n.]" "" suite "${suite}")
  set(name ${program}.${suite})
  string(APPEND text "add_test([[${name}]] [[${PROGRAM}]] [[--gtest_filter=${suite}.*]])\n")
  set(properties ${PROPERTIES})
  if(suite IN_LIST FIRST)
    list(APPEND properties COST 100)
  endif()
  if(LABEL)
    list(APPEND properties LABELS ${LABEL})
  elseif(suite IN_LIST SLOW)
    list(APPEND properties LABELS slow)
  else()
    list(APPEND properties LABELS fast)
  endif()
  if(properties)
    list(JOIN properties "]] [[" properties)
    string(APPEND text "set_tests_properties([[${name}]] PROPERTIES [[${properties}]])\n")
  endif()
endforeach()
file(WRITE ${LIST} "${text}")

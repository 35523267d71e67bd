# A unit is a file name: core/targets/<id>.cpp with shaders/targets/<id>.glsl, core/samplers/<id>.cpp with
# shaders/samplers/<id>.glsl, core/starts/<id>.cpp alone, and core/lattices/<id>.cpp alone: a target on a lattice,
# which the device reads as a table. Writes the list of all units to `output`, and stops
# with the missing half's name where a pair is incomplete.
function(scan_units output)
  set(declarations "")
  set(lists "")
  foreach(kind IN ITEMS target sampler start)
    file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/core/${kind}s
         ${PROJECT_SOURCE_DIR}/core/${kind}s/*.cpp)
    file(GLOB kernels CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/shaders/${kind}s
         ${PROJECT_SOURCE_DIR}/shaders/${kind}s/*.glsl)
    list(TRANSFORM sources REPLACE "\\.cpp$" "")
    list(TRANSFORM kernels REPLACE "\\.glsl$" "")
    if(NOT kind STREQUAL "start")
      foreach(id IN LISTS sources)
        if(NOT id IN_LIST kernels)
          message(FATAL_ERROR "core/${kind}s/${id}.cpp has no shaders/${kind}s/${id}.glsl: a unit needs both")
        endif()
      endforeach()
      foreach(id IN LISTS kernels)
        if(NOT id IN_LIST sources)
          message(FATAL_ERROR "shaders/${kind}s/${id}.glsl has no core/${kind}s/${id}.cpp: a unit needs both")
        endif()
      endforeach()
    endif()
    string(SUBSTRING ${kind} 0 1 initial)
    string(TOUPPER ${initial} initial)
    string(SUBSTRING ${kind} 1 -1 rest)
    set(interface ${initial}${rest})
    if(kind STREQUAL "target")
      file(GLOB lattices CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/core/lattices
           ${PROJECT_SOURCE_DIR}/core/lattices/*.cpp)
      list(TRANSFORM lattices REPLACE "\\.cpp$" "")
      list(APPEND sources ${lattices})
    endif()
    list(SORT sources)
    set(calls "")
    foreach(id IN LISTS sources)
      string(APPEND declarations "${interface}Unit ${kind}_${id}();\n")
      string(APPEND calls "${kind}_${id}(), ")
    endforeach()
    string(APPEND lists "const std::vector<${interface}Unit>& ${kind}s() {\n"
           "  static const std::vector<${interface}Unit> all = {${calls}};\n  return all;\n}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
       "#include \"core/unit/registry.h\"\n\nnamespace ergo {\n${declarations}\n${lists}}  // namespace ergo\n")
endfunction()

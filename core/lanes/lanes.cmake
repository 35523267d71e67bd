# lanes: the kernel text of all units as vectorised C++, compiled for several instruction sets, and the backend that steps
# with it. kernel_text: what reads the texts and writes the C++.
file(GLOB KERNEL_TEXT_SOURCES CONFIGURE_DEPENDS core/lanes/generator/*.cpp)
list(FILTER KERNEL_TEXT_SOURCES EXCLUDE REGEX "/lanes_generator\\.cpp$")
add_library(kernel_text STATIC ${KERNEL_TEXT_SOURCES})
target_link_libraries(kernel_text PUBLIC core)
target_compile_options(kernel_text PRIVATE ${LIGHT_OPTIMISATION})
add_executable(lanes_generator core/lanes/generator/lanes_generator.cpp)
target_link_libraries(lanes_generator PRIVATE kernel_text)

set(LANES_FOLDER ${PROJECT_BINARY_DIR}/generated/lanes)
file(MAKE_DIRECTORY ${LANES_FOLDER})
set(LANE_KERNELS ${LANES_FOLDER}/list.cpp ${LANES_FOLDER}/gradient_noise.cpp ${LANES_FOLDER}/formula_tape.cpp)
foreach(kind IN ITEMS sampler target)
  file(GLOB units CONFIGURE_DEPENDS core/${kind}s/*.cpp)
  foreach(unit IN LISTS units)
    get_filename_component(id ${unit} NAME_WE)
    list(APPEND LANE_KERNELS ${LANES_FOLDER}/${kind}_${id}.cpp)
  endforeach()
endforeach()
# Of sites, those whose text there is.
foreach(kind IN ITEMS sampler target)
  file(GLOB units CONFIGURE_DEPENDS shaders/site_${kind}s/*.glsl)
  foreach(unit IN LISTS units)
    get_filename_component(id ${unit} NAME_WE)
    list(APPEND LANE_KERNELS ${LANES_FOLDER}/site_${kind}_${id}.cpp)
  endforeach()
endforeach()
# Files whose text stays keep their time, and are not compiled again.
add_custom_command(OUTPUT ${LANES_FOLDER}/written BYPRODUCTS ${LANE_KERNELS}
                   COMMAND lanes_generator ${LANES_FOLDER}
                   COMMAND ${CMAKE_COMMAND} -E touch ${LANES_FOLDER}/written
                   DEPENDS lanes_generator VERBATIM)
add_custom_target(write_lanes DEPENDS ${LANES_FOLDER}/written)

file(GLOB LANE_PICTURES CONFIGURE_DEPENDS core/lanes/pictures/*.cpp)
set_source_files_properties(${LANE_PICTURES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
file(GLOB LANES_SOURCES CONFIGURE_DEPENDS core/lanes/*.cpp)
add_library(lanes STATIC ${LANES_SOURCES})
target_link_libraries(lanes PUBLIC core)

# Clang heeds the order: what it is not to warn of in generated text stands after -Wextra.
add_library(generated_text INTERFACE)
target_compile_options(generated_text INTERFACE
                       "$<$<CXX_COMPILER_ID:Clang,AppleClang>:SHELL:-Wno-unused-parameter -Wno-parentheses-equality>")

# The bits of results must not depend on what a compiler fuses: the kernels say it themselves.
function(compile_lanes target set width)
  add_library(${target} OBJECT ${ARGN})
  add_dependencies(${target} write_lanes)
  target_link_libraries(${target} PRIVATE ergo_options generated_text)
  target_compile_definitions(${target} PRIVATE ERGO_LANE_SET=${set} ERGO_LANES=${width})
  # GCC 12 warns of uninitialised names in its own header for AVX-512.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-psabi
                         -Wno-unused-parameter -Wno-uninitialized $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endfunction()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  target_compile_definitions(lanes PUBLIC ERGO_LANE_SETS_X86)
  set(LANE_SETS sse2 avx2 avx512)
  set(LANE_WIDTH_sse2 4)
  set(LANE_WIDTH_avx2 8)
  set(LANE_OPTIONS_avx2 -mavx2 -mfma)
  set(LANE_WIDTH_avx512 16)
  set(LANE_OPTIONS_avx512 -mavx2 -mfma -mavx512f -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512)
else()
  set(LANE_SETS plain)
  set(LANE_WIDTH_plain 4)
endif()
foreach(set IN LISTS LANE_SETS)
  compile_lanes(lanes_${set} ${set} ${LANE_WIDTH_${set}} ${LANE_KERNELS} ${LANE_PICTURES})
  target_compile_options(lanes_${set} PRIVATE ${LANE_OPTIONS_${set}})
  target_sources(lanes PRIVATE $<TARGET_OBJECTS:lanes_${set}>)
endforeach()

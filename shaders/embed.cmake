# Writes `output`: a C++ function ergo::<function>() from file name (relative to `folder`) to text, for every
# text under the folder. Run again by the build whenever one of them changes.
function(embed_texts output function folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${folder}
       ${PROJECT_SOURCE_DIR}/${folder}/*.glsl ${PROJECT_SOURCE_DIR}/${folder}/*.comp
       ${PROJECT_SOURCE_DIR}/${folder}/*.vert ${PROJECT_SOURCE_DIR}/${folder}/*.frag
       ${PROJECT_SOURCE_DIR}/${folder}/*.json ${PROJECT_SOURCE_DIR}/${folder}/*.py
       ${PROJECT_SOURCE_DIR}/${folder}/*.mjs)
  set(entries "")
  foreach(name IN LISTS files)
    file(READ ${PROJECT_SOURCE_DIR}/${folder}/${name} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/${name})
    string(APPEND entries "      {\"${name}\", R\"ergo_text(${text})ergo_text\"},\n")
  endforeach()
  string(CONCAT code "#include <map>\n#include <string>\n\nnamespace ergo {\n\n"
      "const std::map<std::string, std::string>& ${function}() {\n"
      "  static const std::map<std::string, std::string> texts = {\n${entries}  };\n  return texts;\n}\n\n"
      "}  // namespace ergo\n")
  file(WRITE ${output}.new "${code}")
  file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)
endfunction()

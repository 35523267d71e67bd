# What `cmake --install` puts where, and the Debian package that `cmake --build <folder> --target package` makes of it.
include(GNUInstallDirs)
set(ERGO_RELEASE_DATE 2026-11-26)  # of PROJECT_VERSION
set(INSTALLED_FROM ${CMAKE_CURRENT_LIST_DIR})

# install_text(<folder> <file> <program> <word>...): what the program prints when it is called with these words, made at
# the installation. The folder is one below the prefix.
function(install_text folder file program)
  string(JOIN "]] [[" words ${ARGN})
  set(made ${PROJECT_BINARY_DIR}/installed/${folder})
  install(CODE "
    file(MAKE_DIRECTORY [[${made}]])
    execute_process(COMMAND [[$<TARGET_FILE:${program}>]] [[${words}]] OUTPUT_FILE [[${made}/${file}]]
                    COMMAND_ERROR_IS_FATAL ANY)
    file(INSTALL [[${made}/${file}]] DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${folder}\")")
endfunction()

# install_program(<program> <word>...): the program with its manual page and completions, which it prints when it is
# called with the words and the name of a form.
function(install_program program)
  install(TARGETS ${program} RUNTIME)
  install_text(${CMAKE_INSTALL_MANDIR}/man1 ${program}.1 ${program} ${ARGN} man)
  install_text(${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${program} ${program} ${ARGN} bash)
  install_text(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${program}.fish ${program} ${ARGN} fish)
  install_text(${ERGO_ZSH_FOLDER} _${program} ${program} ${ARGN} zsh)
endfunction()

# Debian's zsh looks for the completions of packages elsewhere than for those of other programs.
install(CODE "
  set(zsh_folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr AND EXISTS /etc/debian_version)
    set(zsh_folder vendor-completions)
  endif()")
set(ERGO_ZSH_FOLDER "${CMAKE_INSTALL_DATADIR}/zsh/\${zsh_folder}")

install_program(ergo manual)
install(FILES README.md CHANGELOG.md LICENSE TYPE DOC)
if(ERGO_WINDOW)
  install_program(ergoscope --manual)
  set(metainfo io.github.ergoscope.Ergoscope.metainfo.xml)
  configure_file(${INSTALLED_FROM}/${metainfo}.in ${PROJECT_BINARY_DIR}/generated/${metainfo} @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/generated/${metainfo} DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES ${INSTALLED_FROM}/ergoscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${INSTALLED_FROM}/ergoscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  install(FILES ${INSTALLED_FROM}/ergoscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Ergoscope developers <ergoscope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "instrument for watching MCMC samplers")
set(CPACK_PACKAGE_DESCRIPTION
"Ergoscope steps thousands of MCMC chains on the GPU over a density you can see,
and shows the exact answer beside them: the band of exact draws, exact
importance weights, exact distributions on lattices.
 ergoscope is the window. ergo is the same engine for the command line.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# OpenGL is opened while the programs run, which dpkg-shlibdeps does not see.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ffmpeg, fonts-dejavu-core, fonts-inter, libgl1-mesa-dri, qt6-wayland")
include(CPack)

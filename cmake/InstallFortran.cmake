# SPDX-License-Identifier: Apache-2.0
# Installs the Fortran module as source and compiled: users of another compiler compile the source themselves.
set(STENCIL_FORTRAN_SOURCE_DIR ${CMAKE_INSTALL_INCLUDEDIR}/stencil-cosim/fortran)
install(FILES ${STENCIL_FORTRAN_SOURCES} DESTINATION ${STENCIL_FORTRAN_SOURCE_DIR})

# A project without Fortran may look for the package, and then needs no Fortran.
set(names "")
foreach(source IN LISTS STENCIL_FORTRAN_SOURCES)
  cmake_path(GET source FILENAME name)
  list(APPEND names ${name})
endforeach()
set(STENCIL_FORTRAN_SOURCE_NAMES ${names})
configure_package_config_file(cmake/stencil_cosim-fortran.cmake.in
  "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-fortran.cmake" INSTALL_DESTINATION ${package_dir}
  PATH_VARS STENCIL_FORTRAN_SOURCE_DIR)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-fortran.cmake" DESTINATION ${package_dir})
if(NOT STENCIL_FORTRAN)
  return()
endif()

install(TARGETS stencil_cosim_fortran EXPORT stencil_cosim-fortran ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY "${CMAKE_BINARY_DIR}/${STENCIL_FORTRAN_MODULES}/"
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/${STENCIL_FORTRAN_MODULES} FILES_MATCHING PATTERN "*.mod")
install(EXPORT stencil_cosim-fortran NAMESPACE stencil_cosim:: DESTINATION ${package_dir}
  FILE stencil_cosim-fortran-targets.cmake)
configure_file(cmake/stencil-cosim-fortran.pc.in "${CMAKE_CURRENT_BINARY_DIR}/stencil-cosim-fortran.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/stencil-cosim-fortran.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# SPDX-License-Identifier: Apache-2.0
# Fortran is optional: without a compiler the module stencil_cosim is not built, and everything else is.
# STENCIL_FORTRAN is whether there is a compiler; STENCIL_FORTRAN_LACKS the reason if there is none.
include(CheckLanguage)

set(STENCIL_FORTRAN OFF)
set(STENCIL_FORTRAN_LACKS "no Fortran compiler was found when CMake ran: install Debian package 'gfortran', or run ci/setup")
check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
  enable_language(Fortran)
  find_package(MPI QUIET COMPONENTS Fortran)
  if(MPI_Fortran_FOUND)
    set(STENCIL_FORTRAN ON)
  else()
    set(STENCIL_FORTRAN_LACKS "MPI's Fortran modules were not found when CMake ran: install Debian package 'libopenmpi-dev'")
  endif()
endif()
if(NOT STENCIL_FORTRAN)
  message(WARNING "the Fortran module stencil_cosim is not built: ${STENCIL_FORTRAN_LACKS}")
  return()
endif()

# The folder of compiled modules below the library folder. The module format of gfortran has a version of its own, and
# Debian names the folder after it.
set(STENCIL_FORTRAN_MODULES "fortran/${CMAKE_Fortran_COMPILER_ID}-${CMAKE_Fortran_COMPILER_VERSION}/stencil-cosim")
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
  set(probe "${CMAKE_BINARY_DIR}/CMakeFiles/stencil_fortran_probe")
  file(WRITE "${probe}/probe.f90" "module stencil_probe\nend module stencil_probe\n")
  execute_process(COMMAND "${CMAKE_Fortran_COMPILER}" -fsyntax-only probe.f90 WORKING_DIRECTORY "${probe}"
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND gzip -dc stencil_probe.mod WORKING_DIRECTORY "${probe}" OUTPUT_VARIABLE head
    COMMAND_ERROR_IS_FATAL ANY)
  if(NOT head MATCHES "^GFORTRAN module version '([0-9]+)'")
    message(FATAL_ERROR "${CMAKE_Fortran_COMPILER} does not write modules as gfortran does, must begin with 'GFORTRAN module version'")
  endif()
  set(STENCIL_FORTRAN_MODULES "fortran/gfortran-mod-${CMAKE_MATCH_1}/stencil-cosim")
endif()

# Warnings: linked to our own targets only.
add_library(stencil_fortran_warnings INTERFACE)
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
  target_compile_options(stencil_fortran_warnings INTERFACE $<$<COMPILE_LANGUAGE:Fortran>:
    -std=f2008 -Wall -Wextra -Wpedantic -Wimplicit-interface -Werror>)
endif()

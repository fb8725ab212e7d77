# SPDX-License-Identifier: Apache-2.0
# Verilog to C++ libraries.

# Our own operators and their behavioural twins: always these, whatever STENCIL_RTL_DIR says. A model that searches
# the twins first gets the twins.
set(STENCIL_ARITHMETIC_DIR "${PROJECT_SOURCE_DIR}/rtl/arithmetic")
set(STENCIL_BEHAVIOURAL_DIR "${PROJECT_SOURCE_DIR}/sim/behavioural")

# stencil_verilate(<target> TOP module PREFIX Vname DIRECTORIES dir... [PARAMETERS NAME=value...] [NO_LINT])
# A static library with the --cc model of one module; its dependencies are found in DIRECTORIES, the first that has
# a module wins. Any lint warning stops the build, unless NO_LINT (RTL that is not ours, or wrong on purpose).
# A further call with the same target adds a model, under another PREFIX.
function(stencil_verilate target)
  cmake_parse_arguments(ARG "NO_LINT" "TOP;PREFIX" "DIRECTORIES;PARAMETERS" ${ARGN})
  set(source "")
  foreach(directory IN LISTS ARG_DIRECTORIES)
    if(NOT source AND EXISTS "${directory}/${ARG_TOP}.v")
      set(source "${directory}/${ARG_TOP}.v")
    endif()
  endforeach()
  if(NOT source)
    message(FATAL_ERROR "${ARG_TOP}.v not found in ${ARG_DIRECTORIES}")
  endif()
  list(TRANSFORM ARG_PARAMETERS PREPEND "-G" OUTPUT_VARIABLE parameters)
  list(TRANSFORM ARG_DIRECTORIES PREPEND "-y;" OUTPUT_VARIABLE search)
  set(lint -Wall)
  if(ARG_NO_LINT)
    set(lint -Wno-lint -Wno-style)
  endif()
  if(NOT TARGET ${target})
    add_library(${target} STATIC)
  endif()
  # Not a variable named VERILATOR_ARGS: verilate() would append to it for every later model.
  verilate(${target}
    SOURCES "${source}"
    TOP_MODULE ${ARG_TOP}
    PREFIX ${ARG_PREFIX}
    OPT_FAST -O2
    OPT_SLOW -O1
    OPT_GLOBAL -O2
    VERILATOR_ARGS ${lint} ${search} ${parameters}
      --x-assign fast --x-initial fast --noassert -O3)
  set_target_properties(${target} PROPERTIES SYSTEM ON)
endfunction()

# All folders below a tree that hold Verilog.
function(stencil_verilog_directories tree result)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${tree}/*.v")
  set(directories "")
  foreach(file IN LISTS files)
    get_filename_component(directory "${file}" DIRECTORY)
    list(APPEND directories "${directory}")
  endforeach()
  list(REMOVE_DUPLICATES directories)
  set(${result} "${directories}" PARENT_SCOPE)
endfunction()

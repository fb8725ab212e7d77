# SPDX-License-Identifier: Apache-2.0
# Verilated models for unit benches.

# stencil_verilate_bench(<library> TOP module PREFIX Vname [OPERATORS|POINTS] [OPTIMISE level]
#                        [DIRECTORIES dir...] [PARAMETERS NAME=value...] [DEPENDS file...])
# Adds the model of a module of STENCIL_BENCH_RTL_DIR, our own rtl/ (never that of STENCIL_RTL_DIR), to a static library; DIRECTORIES are
# searched first, where DEPENDS are made before. OPERATORS uses the host operators, POINTS whole points of the host. Registers start with random contents.
function(stencil_verilate_bench library)
  cmake_parse_arguments(ARG "OPERATORS;POINTS" "TOP;PREFIX;OPTIMISE" "DIRECTORIES;PARAMETERS;DEPENDS" ${ARGN})
  if(NOT ARG_OPTIMISE)
    set(ARG_OPTIMISE 1)
  endif()
  stencil_verilog_directories("${STENCIL_BENCH_RTL_DIR}" directories)
  set(arithmetic rtl)
  if(ARG_POINTS)
    set(arithmetic points)
  elseif(ARG_OPERATORS)
    set(arithmetic operators)
  endif()
  stencil_arithmetic_folders(first ${arithmetic})
  set(toggles "")
  if(ARG_PREFIX IN_LIST STENCIL_TOGGLED)
    set(toggles TOGGLES)
  endif()
  list(PREPEND directories ${first})
  stencil_verilate(${library} TOP ${ARG_TOP} PREFIX ${ARG_PREFIX} OPTIMISE ${ARG_OPTIMISE} RANDOM_STATE ${toggles}
    DIRECTORIES ${ARG_DIRECTORIES} ${directories} PARAMETERS ${ARG_PARAMETERS} DEPENDS ${ARG_DEPENDS})
  # Benches include shared headers by their path from the root.
  target_include_directories(${library} PUBLIC "${PROJECT_SOURCE_DIR}")
endfunction()

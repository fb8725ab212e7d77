# SPDX-License-Identifier: Apache-2.0
# Verilated models for unit benches: many small ones, so each is one compilation unit, made while building.

set(STENCIL_BENCH_RTL_DIR "${PROJECT_SOURCE_DIR}/rtl")
set(STENCIL_BENCH_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/verilate_united.cmake")

# The part of Verilator that all models share.
add_library(verilated_bench_runtime STATIC
  "${VERILATOR_ROOT}/include/verilated.cpp" "${VERILATOR_ROOT}/include/verilated_threads.cpp")
target_include_directories(verilated_bench_runtime SYSTEM PUBLIC
  "${VERILATOR_ROOT}/include" "${VERILATOR_ROOT}/include/vltstd")
target_include_directories(verilated_bench_runtime PUBLIC "${PROJECT_SOURCE_DIR}")
target_compile_definitions(verilated_bench_runtime PUBLIC
  VM_COVERAGE=0 VM_SC=0 VM_TRACE=0 VM_TRACE_FST=0 VM_TRACE_VCD=0)
target_link_libraries(verilated_bench_runtime PUBLIC Threads::Threads)

# stencil_verilate_bench(<library> TOP module PREFIX Vname [BEHAVIOURAL] [OPTIMISE level]
#                        [DIRECTORIES dir...] [PARAMETERS NAME=value...])
# Adds the model of a module of our own rtl/ (whatever STENCIL_RTL_DIR says) to a static library. BEHAVIOURAL takes
# the twins of the operators. Registers start with random contents: what needs a reset must have one.
function(stencil_verilate_bench library)
  cmake_parse_arguments(ARG "BEHAVIOURAL" "TOP;PREFIX;OPTIMISE" "DIRECTORIES;PARAMETERS" ${ARGN})
  if(NOT ARG_OPTIMISE)
    set(ARG_OPTIMISE 1)
  endif()
  stencil_verilog_directories("${STENCIL_BENCH_RTL_DIR}" directories)
  if(ARG_BEHAVIOURAL)
    list(PREPEND directories "${STENCIL_BEHAVIOURAL_DIR}")
  endif()
  list(PREPEND directories ${ARG_DIRECTORIES})
  set(source "")
  foreach(directory IN LISTS directories)
    if(NOT source AND EXISTS "${directory}/${ARG_TOP}.v")
      set(source "${directory}/${ARG_TOP}.v")
    endif()
  endforeach()
  if(NOT source)
    message(FATAL_ERROR "${ARG_TOP}.v not found in ${directories}")
  endif()
  list(TRANSFORM ARG_PARAMETERS PREPEND "-G" OUTPUT_VARIABLE parameters)
  list(TRANSFORM directories PREPEND "-y;" OUTPUT_VARIABLE search)
  list(JOIN search "," search)
  list(JOIN parameters "," parameters)

  set(models "${CMAKE_CURRENT_BINARY_DIR}/models")
  set(united "${models}/${ARG_PREFIX}_united.cpp")
  add_custom_command(
    OUTPUT "${united}" "${models}/${ARG_PREFIX}/${ARG_PREFIX}.h"
    COMMAND ${CMAKE_COMMAND} -DVERILATOR=${VERILATOR_BIN} -DMODELS=${models} -DPREFIX=${ARG_PREFIX} -DTOP=${ARG_TOP}
      -DSOURCE=${source} "-DSEARCH=${search}" "-DPARAMETERS=${parameters}" -P "${STENCIL_BENCH_SCRIPT}"
    DEPENDS "${source}" "${STENCIL_BENCH_SCRIPT}"
    DEPFILE "${united}.d"
    COMMENT "Verilating ${ARG_PREFIX}"
    VERBATIM)
  set_source_files_properties("${united}" PROPERTIES COMPILE_OPTIONS "-O${ARG_OPTIMISE};-w")
  if(NOT TARGET ${library})
    add_library(${library} STATIC)
    target_link_libraries(${library} PUBLIC verilated_bench_runtime)
  endif()
  target_sources(${library} PRIVATE "${united}")
  target_include_directories(${library} SYSTEM PUBLIC "${models}/${ARG_PREFIX}")
endfunction()

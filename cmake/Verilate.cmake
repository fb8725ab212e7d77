# SPDX-License-Identifier: Apache-2.0
# Turns Verilog into C++ libraries during the build: one compilation unit per model.

# Our own operators, their twins on the arithmetic of the host, and whole points on that: always these, whatever
# STENCIL_RTL_DIR is. A model that searches their folder first gets those.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH STENCIL_ARITHMETIC_DIR)
cmake_path(APPEND STENCIL_ARITHMETIC_DIR sim device arithmetic operators OUTPUT_VARIABLE STENCIL_OPERATORS_DIR)
cmake_path(APPEND STENCIL_ARITHMETIC_DIR sim device arithmetic points OUTPUT_VARIABLE STENCIL_POINTS_DIR)
# Memories and delays as a simulator does them fastest, and clocks that rest: for both
cmake_path(APPEND STENCIL_ARITHMETIC_DIR sim device arithmetic parts OUTPUT_VARIABLE STENCIL_PARTS_DIR)
cmake_path(APPEND STENCIL_ARITHMETIC_DIR rtl arithmetic)

set(STENCIL_MODEL_OPTIMISE "" CACHE STRING "0 .. 3: compiler optimisation of all models; empty: each model's own level")

# Models note which lines and branches of their Verilog run (ci/coverage).
option(STENCIL_COVERAGE "Models note what tests reach in their Verilog" OFF)
mark_as_advanced(STENCIL_COVERAGE)

# Sanitizers are for our code: generated code would take four times as long to compile with them. What drives its pins
# keeps them.
set(STENCIL_MODEL_UNSANITIZED "")
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  set(STENCIL_MODEL_UNSANITIZED -fno-sanitize=all)
endif()

# The part of Verilator that all models share.
add_library(verilated_runtime STATIC
  "${VERILATOR_ROOT}/include/verilated.cpp" "${VERILATOR_ROOT}/include/verilated_threads.cpp")
if(STENCIL_COVERAGE)
  target_sources(verilated_runtime PRIVATE "${CMAKE_CURRENT_LIST_DIR}/../tests/support/reached_points.cpp")
endif()
# Modules hide their symbols, so that calls within a module need no indirection.
set_target_properties(verilated_runtime PROPERTIES SYSTEM ON POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
# What a simulation spends its time in stands in the models themselves.
target_compile_options(verilated_runtime PRIVATE -w $<$<CONFIG:Release>:-O1> ${STENCIL_MODEL_UNSANITIZED})
target_include_directories(verilated_runtime SYSTEM PUBLIC
  "${VERILATOR_ROOT}/include" "${VERILATOR_ROOT}/include/vltstd")
target_compile_definitions(verilated_runtime PUBLIC
  VM_COVERAGE=0 VM_SC=0 VM_TRACE=0 VM_TRACE_FST=0 VM_TRACE_VCD=0)
# clang++ -O0 calls a function of this library where g++ emits an instruction.
target_link_libraries(verilated_runtime PUBLIC Threads::Threads $<$<CXX_COMPILER_ID:Clang>:atomic>)

# The same for models that write waves. Its FST writer needs zlib, which who uses an installed package need not have.
if(TARGET ZLIB::ZLIB)
  add_library(verilated_runtime_traced STATIC EXCLUDE_FROM_ALL
    "${VERILATOR_ROOT}/include/verilated.cpp" "${VERILATOR_ROOT}/include/verilated_threads.cpp"
    "${VERILATOR_ROOT}/include/verilated_dpi.cpp" "${VERILATOR_ROOT}/include/verilated_fst_c.cpp")
  set_target_properties(verilated_runtime_traced PROPERTIES SYSTEM ON POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(verilated_runtime_traced PRIVATE -w ${STENCIL_MODEL_UNSANITIZED})
  target_include_directories(verilated_runtime_traced SYSTEM PUBLIC
    "${VERILATOR_ROOT}/include" "${VERILATOR_ROOT}/include/vltstd")
  target_compile_definitions(verilated_runtime_traced PUBLIC
    VM_COVERAGE=0 VM_SC=0 VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0)
  target_link_libraries(verilated_runtime_traced PUBLIC Threads::Threads ZLIB::ZLIB
    $<$<CXX_COMPILER_ID:Clang>:atomic>)
endif()

# The folders to search first for a device with this arithmetic: stencil_arithmetic_folders(<result> <arithmetic>).
# "behavioural" is what operators were called first.
function(stencil_arithmetic_folders result arithmetic)
  if(arithmetic STREQUAL "rtl" OR arithmetic STREQUAL "")
    set(folders "")
  elseif(arithmetic MATCHES "^(operators|behavioural)$")
    set(folders "${STENCIL_OPERATORS_DIR}" "${STENCIL_PARTS_DIR}")
  elseif(arithmetic STREQUAL "points")
    set(folders "${STENCIL_POINTS_DIR}" "${STENCIL_OPERATORS_DIR}" "${STENCIL_PARTS_DIR}")
  else()
    message(FATAL_ERROR "ARITHMETIC='${arithmetic}' must be rtl, operators or points")
  endif()
  set(${result} "${folders}" PARENT_SCOPE)
endfunction()

# stencil_verilate(<library> TOP module PREFIX Vname DIRECTORIES dir... [PARAMETERS NAME=value...]
#                  [OPTIMISE level] [NO_LINT] [RANDOM_STATE] [TRACED [NO_AUDIT]] [COUNTED] [TOGGLES] [WATCH_INPUTS [RESTING_PARTS file]]
#                  [TREE dir]
#                  [DEPENDS file...] [OPTION_FILE file])
# Adds the --cc model of a module to a static library. Submodules are searched in DIRECTORIES; the first folder that has
# one wins. Any lint warning stops the build, unless NO_LINT (RTL that is not ours, or wrong on purpose).
# RANDOM_STATE: registers start with random contents, so that a missing reset shows.
# TRACED: the model can write waves and, where the folders have our three operators, reports their wrong results
# (sim/device/rtl/inspect), unless NO_AUDIT.
# COUNTED: the model notes which of its lines run, for tests/support/reached_points.cpp, which programs with it must have.
# With STENCIL_COVERAGE all models do, and their runtime has it.
# TOGGLES: then it also notes which bits change, which takes much longer to compile and to run.
# WATCH_INPUTS: what hangs on inputs alone is evaluated when one of them has changed; for models whose inputs rest in many
# clocks. Models that are TRACED or count lines are left as they are.
# RESTING_PARTS: and parts of the model have clocks that rest, as this file says (cmake/resting_parts.cmake). Inputs must
# not change between the evaluation with clk 0 and the one with clk 1.
# TREE: also writes models/Vname_sources.cpp, which lists the Verilog files of the model by their paths below TREE.
# OPTION_FILE: more options of Verilator, which may be made while building.
# DEPENDS: files to make before; the Verilog files that it reads are found automatically.
function(stencil_verilate library)
  cmake_parse_arguments(ARG "NO_LINT;RANDOM_STATE;TRACED;NO_AUDIT;COUNTED;TOGGLES;WATCH_INPUTS" "TOP;PREFIX;OPTIMISE;TREE;OPTION_FILE;RESTING_PARTS" "DIRECTORIES;PARAMETERS;DEPENDS" ${ARGN})
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/verilate_one.cmake")
  if(NOT STENCIL_MODEL_OPTIMISE STREQUAL "")
    set(ARG_OPTIMISE ${STENCIL_MODEL_OPTIMISE})
  elseif(NOT ARG_OPTIMISE)
    set(ARG_OPTIMISE 2)
  endif()
  set(source "")
  foreach(directory IN LISTS ARG_DIRECTORIES)
    if(NOT source AND EXISTS "${directory}/${ARG_TOP}.v")
      set(source "${directory}/${ARG_TOP}.v")
    endif()
  endforeach()
  if(NOT source)
    message(FATAL_ERROR "${ARG_TOP}.v not found in ${ARG_DIRECTORIES}")
  endif()
  set(options -Wall)
  if(ARG_NO_LINT OR ARG_TRACED)
    set(options -Wno-lint -Wno-style)
  endif()
  set(runtime verilated_runtime)
  set(beside "")
  if(ARG_TRACED)
    set(runtime verilated_runtime_traced)
    list(APPEND options --trace-fst)
    stencil_has_operators(audited ${ARG_DIRECTORIES})
    if(audited AND NOT ARG_NO_AUDIT)
      cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH beside)
      cmake_path(APPEND beside sim device rtl inspect operator_audit.sv)
    endif()
  endif()
  set(counted "")
  if(ARG_COUNTED OR (STENCIL_COVERAGE AND NOT ARG_TRACED))
    set(counted -DCOUNTED=TRUE)
    # Verilator 5.006 moves the counter of an arm before the assignment that its condition reads, in functions and loops.
    list(APPEND options --coverage-line --coverage-user -fno-split -fno-reorder)
    if(ARG_TOGGLES)
      list(APPEND options --coverage-toggle)
    endif()
    if(STENCIL_COVERAGE)
      stencil_bins(beside ${ARG_TOP} "${source}")
    endif()
    # Verilog beside the model may be SystemVerilog, and has another name than its module.
    if(beside)
      list(APPEND options -Wno-lint -Wno-style)
    endif()
  endif()
  set(watched "")
  if(ARG_WATCH_INPUTS AND NOT ARG_TRACED AND NOT counted)
    set(watched -DWATCH_INPUTS=TRUE "-DPARTS=${ARG_RESTING_PARTS}")
  endif()
  if(ARG_RANDOM_STATE)
    list(APPEND options --x-assign unique --x-initial unique)
  elseif(counted)
    list(APPEND options --x-assign fast --x-initial fast)
  else()
    list(APPEND options --x-assign fast --x-initial fast --noassert)
  endif()
  foreach(parameter IN LISTS ARG_PARAMETERS)
    list(APPEND options "-G${parameter}")
  endforeach()
  foreach(directory IN LISTS ARG_DIRECTORIES)
    list(APPEND options -y "${directory}")
  endforeach()
  if(ARG_OPTION_FILE)
    list(APPEND options -f "${ARG_OPTION_FILE}")
  endif()
  list(JOIN options "," options)
  list(JOIN beside "," beside_list)

  set(models "${CMAKE_CURRENT_BINARY_DIR}/models")
  set(united "${models}/${ARG_PREFIX}_united.cpp")
  set(sources "")
  if(ARG_TREE)
    set(sources "${models}/${ARG_PREFIX}_sources.cpp")
  endif()
  add_custom_command(
    OUTPUT "${united}" "${models}/${ARG_PREFIX}/${ARG_PREFIX}.h" ${sources}
    COMMAND ${CMAKE_COMMAND} -DVERILATOR=${VERILATOR_BIN} -DMODELS=${models} -DPREFIX=${ARG_PREFIX} -DTOP=${ARG_TOP}
      -DSOURCE=${source} "-DBESIDE=${beside_list}" "-DOPTIONS=${options}" "-DTREE=${ARG_TREE}" ${counted} ${watched} -P "${script}"
    DEPENDS "${source}" "${script}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/fast_model.cmake"
      "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/quiet_clocks.cmake" ${beside} ${ARG_DEPENDS}
    DEPFILE "${united}.d"
    COMMENT "Verilating ${ARG_PREFIX}"
    VERBATIM)
  set_source_files_properties("${united}" PROPERTIES COMPILE_OPTIONS "-O${ARG_OPTIMISE};-w;${STENCIL_MODEL_UNSANITIZED}")
  if(NOT TARGET ${library})
    add_library(${library} STATIC)
    if(ARG_TRACED)
      set_target_properties(${library} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    endif()
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
      VISIBILITY_INLINES_HIDDEN ON)
    target_link_libraries(${library} PUBLIC ${runtime})
  endif()
  target_sources(${library} PRIVATE "${united}")
  target_include_directories(${library} SYSTEM PUBLIC "${models}/${ARG_PREFIX}")
endfunction()

# The Verilog that tells which bins of tests/rtl/coverage tests reach, beside models of our own RTL:
# stencil_bins(<result> <top> <source>)
function(stencil_bins result top source)
  set(names "")
  if(top MATCHES "^fp_(add|mul|div5)$" AND source MATCHES "/rtl/arithmetic/[^/]*$")
    list(APPEND names operand)
  endif()
  if(top MATCHES "^(perf_counters|stencil_accel)$")
    list(APPEND names counter)
  endif()
  if(top STREQUAL "stencil_accel")
    list(APPEND names device)
  endif()
  list(TRANSFORM names PREPEND "${PROJECT_SOURCE_DIR}/tests/rtl/coverage/")
  list(TRANSFORM names APPEND "_bins.sv")
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# All folders of a tree that hold Verilog.
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

# Whether these folders have fp_add, fp_mul and fp_div5 with the ports of ours, so that sim/device/rtl/inspect fits them:
# stencil_has_operators(<result> <folder>...)
function(stencil_has_operators result)
  foreach(operator IN ITEMS fp_add=i_sub fp_mul=i_b fp_div5=i_a)
    string(REPLACE "=" ";" operator "${operator}")
    list(GET operator 0 module)
    list(GET operator 1 port)
    set(found FALSE)
    foreach(directory IN LISTS ARGN)
      if(EXISTS "${directory}/${module}.v")
        set(fits TRUE)
        foreach(word IN ITEMS "LATENCY" "clk" "i_a" "o_y" "${port}")
          file(STRINGS "${directory}/${module}.v" lines REGEX "(^|[^A-Za-z0-9_])${word}([^A-Za-z0-9_]|$)")
          if(NOT lines)
            set(fits FALSE)
          endif()
        endforeach()
        set(found ${fits})
        break()
      endif()
    endforeach()
    if(NOT found)
      set(${result} FALSE PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} TRUE PARENT_SCOPE)
endfunction()

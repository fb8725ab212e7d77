# SPDX-License-Identifier: Apache-2.0
# Registration of tests. No other file may call add_test() (ci/lint-tree checks it), so that each test has a time limit,
# labels and declared inputs.
#
# Labels
#   kind      lint unit rtl mpi cosim slow
#   place     the folder below tests/, for example rtl/control
#   alone     needs no model of the whole accelerator (set here for units and benches of modules); runs first in ci/test
#   first     needs one rank and at most one configuration; runs second
#   last      `ci/regression --changed` runs it after all others: an edit fails it until a record is written anew
#   always    ci/test runs it each time, whatever has passed before
# The target tests-<label>, with '/' as '-', builds everything that the tests of a label need.
#
# Inputs. A passed test is a build product (ci/runner/edges.py): ninja runs it again if an input has changed, which are its
# command line and environment, the files named there, and these arguments of every function below, which end up in the
# property REQUIRED_FILES:
#   PROGRAMS t...  targets that the test starts or loads, or a custom target for several; built before the test runs
#   INPUTS f...    files and whole folders, absolute paths
# ci/audit-inputs reports files that a test opens without declaring them.
#
# Bounds. TIMEOUT s (default 120) is a bound in CPU seconds of all processes of a test together;
# tests/launcher/test_launcher.cpp has the other limits. A wall-clock limit alone would fail tests on a busy machine.
include(GoogleTest)
include(RecordCpu)

add_executable(test_launcher "${CMAKE_CURRENT_LIST_DIR}/../tests/launcher/test_launcher.cpp")
set_target_properties(test_launcher PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(STENCIL_TEST_LAUNCHER "${CMAKE_BINARY_DIR}/bin/test_launcher" "${STENCIL_CPU_LOG}")

# Open MPI refuses to run as root or with more ranks than cores unless told otherwise; with binding and busy polling,
# ranks that share two cores would starve each other. After a rank with a status of its own mpirun gives the others a
# second, or two, to end: those that can have ended by then, and the wait would be that of some hundred tests. Without ob1,
# which talks through memory, each rank first looks 0.2 s for network cards of other kinds, with Debian's Open MPI 4.1.4.
set(STENCIL_MPI_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_hwloc_base_binding_policy=none
  OMPI_MCA_mpi_yield_when_idle=1
  OMPI_MCA_odls_base_sigkill_timeout=0
  OMPI_MCA_pml=ob1
  SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
set(STENCIL_TEST_INPUTS "")
set(STENCIL_SLOWER 1)  # factor on the bounds of tests
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  # Up to GCC 13 the leak checker takes memory for a thread's variables by a guess that an address can meet by chance, and
  # then dies after tests that have passed ("Tracer caught signal 11"): the guess is switched off.
  list(APPEND STENCIL_MPI_ENVIRONMENT
    "ASAN_OPTIONS=intercept_tls_get_addr=0"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/ci/lsan-openmpi.supp:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
  list(APPEND STENCIL_TEST_INPUTS "${PROJECT_SOURCE_DIR}/ci/lsan-openmpi.supp")
  set(STENCIL_SLOWER 10)
endif()

# What builds clients of the installed package as the library was built, where that has sanitizers: a sanitized library
# cannot be loaded by a program that is not. Flags for a compiler that is called by name, and an environment from which
# CMake and the compilers of MPI take theirs. Both are empty in other builds.
set(STENCIL_CLIENT_FLAGS "")
set(STENCIL_CLIENT_ENVIRONMENT "")
if("${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize=")
  set(STENCIL_CLIENT_FLAGS " ${CMAKE_C_FLAGS}")
  foreach(names IN ITEMS C=CFLAGS=CC CXX=CXXFLAGS=CXX Fortran=FFLAGS=FC)
    string(REGEX MATCH "^(.*)=(.*)=(.*)$" _ "${names}")
    if(CMAKE_${CMAKE_MATCH_1}_COMPILER)
      list(APPEND STENCIL_CLIENT_ENVIRONMENT "${CMAKE_MATCH_2}=${CMAKE_${CMAKE_MATCH_1}_FLAGS}"
        "OMPI_${CMAKE_MATCH_3}=${CMAKE_${CMAKE_MATCH_1}_COMPILER} ${CMAKE_${CMAKE_MATCH_1}_FLAGS}")
    endif()
  endforeach()
  message(STATUS "Clients of the package are tested with its sanitizers:${STENCIL_CLIENT_FLAGS}")
endif()

# The stages of ci/test, also those without tests.
foreach(stage IN ITEMS alone first lint)
  add_custom_target(tests-${stage})
endforeach()

# Is a model of stencil_accel compiled into any of these targets, or into a target they link or depend on?
function(stencil_needs_accelerator result)
  set(seen "")
  set(open ${ARGN})
  set(${result} FALSE PARENT_SCOPE)
  while(open)
    list(POP_FRONT open target)
    if(NOT TARGET "${target}" OR target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen "${target}")
    get_target_property(whole "${target}" STENCIL_WHOLE_ACCELERATOR)
    if(whole)
      set(${result} TRUE PARENT_SCOPE)
      return()
    endif()
    foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES MANUALLY_ADDED_DEPENDENCIES)
      get_target_property(below "${target}" ${property})
      if(below)
        list(APPEND open ${below})
      endif()
    endforeach()
  endwhile()
endfunction()

# The part that all kinds of tests share. Sets in the caller: labels, inputs (REQUIRED_FILES), environment, bound,
# last_resort.
# Arguments: those of the test, parsed as ARG_*; program: the test's executable, or empty.
macro(stencil_describe_test program)
  set(labels ${ARG_LABELS})
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_CURRENT_SOURCE_DIR}")
  if(folder)
    list(APPEND labels "${folder}")
  endif()
  set(kinds ${labels})
  list(FILTER kinds INCLUDE REGEX "^(lint|mpi|cosim|slow)$")
  if(NOT kinds)
    stencil_needs_accelerator(whole ${program} ${ARG_PROGRAMS})
    if(NOT whole)
      list(APPEND labels alone)
    endif()
  endif()
  list(REMOVE_DUPLICATES labels)
  set(inputs "")
  set(files ${program} ${ARG_PROGRAMS})
  foreach(target IN LISTS ARG_PROGRAMS)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "UTILITY")
      get_target_property(dependencies ${target} MANUALLY_ADDED_DEPENDENCIES)
      list(APPEND files ${dependencies})
    endif()
  endforeach()
  list(FILTER files EXCLUDE REGEX "-NOTFOUND$")
  foreach(target IN LISTS files)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      list(APPEND inputs "$<TARGET_FILE:${target}>")
    endif()
  endforeach()
  list(APPEND inputs ${ARG_INPUTS} ${STENCIL_TEST_INPUTS})
  set(environment ${STENCIL_MPI_ENVIRONMENT} ${ARG_ENVIRONMENT})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  math(EXPR bound "${ARG_TIMEOUT} * ${STENCIL_SLOWER}")
  # The launcher ends a test after ten times its bound; ctest is there for a launcher that hangs.
  math(EXPR last_resort "10 * ${bound} + 60")
  if(NOT ARG_PROCESSORS)
    set(ARG_PROCESSORS 1)
  endif()
  foreach(label IN LISTS labels)
    string(REPLACE "/" "-" target "tests-${label}")
    if(NOT TARGET ${target})
      add_custom_target(${target})
    endif()
    foreach(dependency IN ITEMS test_launcher ${program} ${ARG_PROGRAMS})
      add_dependencies(${target} ${dependency})
    endforeach()
  endforeach()
endmacro()

# stencil_add_test(<name> SOURCES f.cpp... [LIBRARIES t...] [LABELS l...] [TIMEOUT s] [PROCESSORS n]
#                  [PROGRAMS t...] [INPUTS f...] [ENVIRONMENT NAME=value...])
# One ctest entry per TEST(), each in a process of its own, since SystemC can elaborate only once per process.
function(stencil_add_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;PROCESSORS" "SOURCES;LIBRARIES;LABELS;PROGRAMS;INPUTS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} stencil_light stencil_warnings serial_test_main)
  stencil_unite(${name})
  stencil_describe_test(${name})
  if(ARG_PROGRAMS)
    add_dependencies(${name} ${ARG_PROGRAMS})
  endif()
  add_dependencies(${name} test_launcher)
  set_target_properties(${name} PROPERTIES CROSSCOMPILING_EMULATOR "${STENCIL_TEST_LAUNCHER};${name}:;${bound}")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_TYPES NO_PRETTY_VALUES TEST_PREFIX "${name}:"
    PROPERTIES TIMEOUT ${last_resort} PROCESSORS ${ARG_PROCESSORS})
  # Lists as properties cannot pass through gtest_discover_tests: only the first element would count.
  set(lists "${CMAKE_CURRENT_BINARY_DIR}/${name}_lists.cmake")
  file(GENERATE OUTPUT "${lists}" CONTENT "if(${name}_TESTS)
  set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${labels}\"
    ENVIRONMENT \"${environment}\"
    REQUIRED_FILES \"${inputs}\")
endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${lists}")
endfunction()

# stencil_add_command_test(<name> COMMAND program argument... LABELS l... [RANKS n] [TIMEOUT s] [PROCESSORS n]
#                          [PROGRAMS t...] [INPUTS f...] [ENVIRONMENT NAME=value...]
#                          [PASS_REGULAR_EXPRESSION r] [FAIL_REGULAR_EXPRESSION r])
# Any command; program: a target or a path. RANKS: runs it under mpirun on this many ranks.
function(stencil_add_command_test name)
  # Regular expressions may hold semicolons.
  cmake_parse_arguments(PARSE_ARGV 1 ARG ""
    "RANKS;TIMEOUT;PROCESSORS;PASS_REGULAR_EXPRESSION;FAIL_REGULAR_EXPRESSION"
    "COMMAND;LABELS;PROGRAMS;INPUTS;ENVIRONMENT")
  if(NOT ARG_LABELS)
    message(FATAL_ERROR "test ${name} has no LABELS")
  endif()
  # Words may hold semicolons too, which list(POP_FRONT) would forget.
  set(program "")
  set(arguments "")
  foreach(word IN LISTS ARG_COMMAND)
    if(program STREQUAL "")
      set(program "${word}")
    else()
      string(REPLACE ";" "\\;" word "${word}")
      list(APPEND arguments "${word}")
    endif()
  endforeach()
  set(target "")
  if(TARGET "${program}")
    set(target ${program})
    set(program "$<TARGET_FILE:${target}>")
  endif()
  set(launch "")
  if(ARG_RANKS)
    set(launch "${MPIEXEC_EXECUTABLE}" ${MPIEXEC_NUMPROC_FLAG} ${ARG_RANKS} --oversubscribe)
    if(NOT ARG_PROCESSORS)
      set(ARG_PROCESSORS ${ARG_RANKS})
    endif()
  endif()
  stencil_describe_test("${target}")
  add_test(NAME "${name}" COMMAND ${STENCIL_TEST_LAUNCHER} "${name}" ${bound} ${launch} "${program}" ${arguments})
  set_tests_properties("${name}" PROPERTIES LABELS "${labels}" TIMEOUT ${last_resort} PROCESSORS ${ARG_PROCESSORS}
    ENVIRONMENT "${environment}" REQUIRED_FILES "${inputs}")
  foreach(property IN ITEMS PASS_REGULAR_EXPRESSION FAIL_REGULAR_EXPRESSION)
    if(ARG_${property})
      set_tests_properties("${name}" PROPERTIES ${property} "${ARG_${property}}")
    endif()
  endforeach()
endfunction()

# stencil_holds(<test> <clause>... [PLANTED <test>]): the test, registered before in the same folder, holds these clauses
# of rtl/CONTRACT.md; the other one plants faults and sees that it finds them. ci/signoff reads the calls; cases of
# GoogleTest have a comment "Holds C4.1-C4.3, C4.8." instead.
function(stencil_holds test)
  cmake_parse_arguments(ARG "" "PLANTED" "" ${ARGN})
  foreach(name IN ITEMS "${test}" ${ARG_PLANTED})
    if(NOT TEST "${name}")
      message(FATAL_ERROR "stencil_holds: there is no test ${name}")
    endif()
  endforeach()
endfunction()

# stencil_add_mpi_test(<name> RANKS n... SOURCES f.cpp... [LIBRARIES t...] [LABELS l...] [TIMEOUT s]
#                      [PROGRAMS t...] [INPUTS f...] [ENVIRONMENT NAME=value...])
# One ctest entry per rank count; the whole binary runs under mpirun, and a failure on any rank fails it. A run with one
# rank and no compiled accelerator belongs to `first`.
function(stencil_add_mpi_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "RANKS;SOURCES;LIBRARIES;LABELS;PROGRAMS;INPUTS;ENVIRONMENT" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS mpi)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} stencil_light stencil_warnings mpi_test_main)
  stencil_unite(${name})
  stencil_needs_accelerator(needs_accelerator ${name} ${ARG_PROGRAMS})
  foreach(ranks IN LISTS ARG_RANKS)
    set(stage "")
    if(ranks EQUAL 1 AND NOT needs_accelerator)
      set(stage first)
    endif()
    stencil_add_command_test(${name}.ranks${ranks} COMMAND ${name} RANKS ${ranks} LABELS ${ARG_LABELS} ${stage}
      TIMEOUT "${ARG_TIMEOUT}" PROGRAMS ${ARG_PROGRAMS} INPUTS ${ARG_INPUTS} ENVIRONMENT ${ARG_ENVIRONMENT})
  endforeach()
endfunction()

# Files that a program reads to build a module (sim/app/modules), as INPUTS of its tests: stencil_module_inputs(<result>)
function(stencil_module_inputs result)
  set(files "${PROJECT_BINARY_DIR}/lib/stencil-cosim/sources.txt" "${PROJECT_SOURCE_DIR}/rtl")
  foreach(part IN LISTS STENCIL_MODULE_PARTS)
    list(APPEND files "${PROJECT_SOURCE_DIR}/${part}")
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

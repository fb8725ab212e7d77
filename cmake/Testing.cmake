# SPDX-License-Identifier: Apache-2.0
# Registration of tests. Labels: lint unit rtl mpi cosim formal slow.
include(GoogleTest)

# Open MPI refuses root and more ranks than cores unless told; binding and busy polling
# make ranks that share two cores starve each other.
set(STENCIL_MPI_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_hwloc_base_binding_policy=none
  OMPI_MCA_mpi_yield_when_idle=1
  SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  list(APPEND STENCIL_MPI_ENVIRONMENT
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/ci/lsan-openmpi.supp:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
endif()

# stencil_add_test(<name> SOURCES f.cpp... [LIBRARIES t...] [LABELS l...] [TIMEOUT s] [PROCESSORS n])
# One ctest entry per TEST(), each in a process of its own: SystemC elaborates once a process.
function(stencil_add_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;PROCESSORS" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(NOT ARG_PROCESSORS)
    set(ARG_PROCESSORS 1)
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} stencil_light stencil_warnings serial_test_main)
  stencil_unite(${name})
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_TYPES NO_PRETTY_VALUES TEST_PREFIX "${name}:"
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} PROCESSORS ${ARG_PROCESSORS})
  # Properties that are lists cannot pass through gtest_discover_tests: only the first element would count.
  set(lists "${CMAKE_CURRENT_BINARY_DIR}/${name}_lists.cmake")
  file(WRITE "${lists}" "if(${name}_TESTS)
  set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${ARG_LABELS}\"
    ENVIRONMENT \"${STENCIL_MPI_ENVIRONMENT}\")
endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${lists}")
endfunction()

# stencil_add_mpi_test(<name> RANKS n... SOURCES f.cpp... [LIBRARIES t...] [LABELS l...] [TIMEOUT s])
# One ctest entry per rank count; the whole binary runs under mpirun, and a failure on any rank fails it.
function(stencil_add_mpi_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "RANKS;SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS mpi)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} stencil_light stencil_warnings mpi_test_main)
  stencil_unite(${name})
  foreach(ranks IN LISTS ARG_RANKS)
    add_test(NAME ${name}.ranks${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} --oversubscribe
              $<TARGET_FILE:${name}>)
    set_tests_properties(${name}.ranks${ranks} PROPERTIES TIMEOUT ${ARG_TIMEOUT}
      LABELS "${ARG_LABELS}" PROCESSORS ${ranks} ENVIRONMENT "${STENCIL_MPI_ENVIRONMENT}")
  endforeach()
endfunction()

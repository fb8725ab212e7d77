# SPDX-License-Identifier: Apache-2.0
# cmake -P script: another tree that keeps the contract (STENCIL_RTL_DIR), right and slower than ours. The benches of
# stencil_accel judge it without our cycle laws, and the command runs on it. Ends with an error if any of them does.
# Takes SOURCE, the tree of this project, and WORK, a folder for the other tree and its build.
cmake_minimum_required(VERSION 3.25)
set(tree "${WORK}/rtl")
set(build "${WORK}/build")
set(variants "${SOURCE}/tests/variants")

function(step)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: status ${status}")
  endif()
endfunction()

step(${CMAKE_COMMAND} "-DRTL=${SOURCE}/rtl" "-DTREE=${tree}" "-DVARIANTS=${variants}/variants.cmake"
  "-DPORTS=${variants}/ports" "-DALWAYS=bubble-a-row\\;late-done"
  "-DUNPLACED=${WORK}/unplaced" -P "${variants}/Instrument.cmake")
step(${CMAKE_COMMAND} -S "${SOURCE}" -B "${build}" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DSTENCIL_RTL_DIR=${tree}")
step(${CMAKE_COMMAND} --build "${build}" --target rtl_stencil_accel_test stencil-cosim config-small)
step("${build}/bin/rtl_stencil_accel_test" --gtest_brief=1)
foreach(options IN ITEMS "--blocking;overlapped-rows" "--blocking;skewed" "--kernel;gauss-seidel")
  step("${build}/bin/stencil-cosim" run --config small ${options})
endforeach()

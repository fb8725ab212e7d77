# SPDX-License-Identifier: Apache-2.0
# cmake -P script: a capsule on other RTL (replay --rtl). Right calls of our tree are wrong on a copy with a fault; the
# copy is built once, and once for waves; trees that are none, or do not build, end in status 2.
# Takes SOURCE, the tree of this project, COMMAND, stencil-cosim, and WORK, a folder for all files.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/empty")
set(ENV{XDG_CACHE_HOME} "${WORK}/cache")
set(capsule "${WORK}/c.capsule")

# call(<status> <text> <word>...): the command with these words ends so, and prints the text (a regular expression) when
# its wrapped lines are joined; paths break after dots.
function(call status text)
  execute_process(COMMAND "${COMMAND}" ${ARGN} RESULT_VARIABLE got OUTPUT_VARIABLE out ERROR_VARIABLE out)
  string(REGEX REPLACE "([./])\n +" "\\1" out "${out}")
  string(REGEX REPLACE "\n +" " " out "${out}")
  if(NOT got EQUAL status OR NOT out MATCHES "${text}")
    message(FATAL_ERROR "${ARGN}: status ${got}, must be ${status}, with '${text}':\n${out}")
  endif()
endfunction()

function(copy name file from to)
  file(COPY "${SOURCE}/rtl/" DESTINATION "${WORK}/${name}")
  file(READ "${WORK}/${name}/${file}" text)
  string(REPLACE "${from}" "${to}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "rtl/${file} has no '${from}'")
  endif()
  file(WRITE "${WORK}/${name}/${file}" "${changed}")
endfunction()

copy(wrong kernels/shared_adders.v "subtract = i_subtract & ~i_tiles;" "subtract = 1'b0;")
copy(broken kernels/jacobi/jacobi_operator.v "endmodule" "endmodul")
call(0 "is kept in" run --config small --capture 0:1:2 --capsule "${capsule}")
call(0 "as captured.*PASS: 7,777 values" replay "${capsule}")
call(1 "building the module of configuration small of .*cycles by cause: as captured.*FAIL: 7,777 values" replay "${capsule}" --rtl "${WORK}/wrong")
call(1 "captured on [0-9a-f]+\ncycles" replay "${capsule}" --rtl "${WORK}/wrong")
call(0 "PASS: 7,777 values" replay "${capsule}" --rtl "${SOURCE}/rtl")
# Its waves need one more build. The operators of that copy are right: what they are told to do is not.
call(1 "building the traced module of configuration small of .*waves: [^\n]*/c.fst .*marked: cycle [0-9]+, in which the first wrong word leaves the device\n"
  replay "${capsule}" --rtl "${WORK}/wrong" --trace failure)
if(NOT EXISTS "${WORK}/c.fst" OR NOT EXISTS "${WORK}/c.gtkw")
  message(FATAL_ERROR "replay --trace failure has left no waves")
endif()
# A program without the folder that it was built in, and without installed sources, has no traced module.
cmake_path(GET COMMAND PARENT_PATH bin)
file(COPY "${COMMAND}" DESTINATION "${WORK}/installed/bin")
file(COPY "${bin}/../lib/stencil-cosim/accel/small.so" DESTINATION "${WORK}/installed/lib/stencil-cosim/accel")
set(built "${COMMAND}")
set(COMMAND "${WORK}/installed/bin/stencil-cosim")
call(2 "^stencil-cosim: a module cannot be built without the sources of this program: there is no [^\n]*/lib/stencil-cosim/sources.txt\n$"
  run --config small --trace all)
set(COMMAND "${built}")
call(2 "^stencil-cosim: --rtl is [^\n]*: no stencil_accel.v there or below[^\n]*\n$" replay "${capsule}" --rtl "${WORK}/empty")
call(2 "stencil-cosim: --rtl is [^\n]*: the module of configuration small cannot be built of it: [^\n]*jacobi_operator.v:[0-9]+:1: syntax error[^\n]*; see [^\n]*[.]log\n$"
  replay "${capsule}" --rtl "${WORK}/broken")

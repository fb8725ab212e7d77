# SPDX-License-Identifier: Apache-2.0
# cmake -P script: every configuration below is refused with its text; those that differ by one are taken.
# Takes CONFIGURATIONS, the file with the check.

set(sound PES=8 LANES=4 MEMORY_WORDS=327680 MAX_COLS=4096 AXI_DATA_BITS=256 F_BUFFERS=3 LINE_BEATS=1024 ADD_LATENCY=5
  MUL_LATENCY=6)
set(failed 0)

# try(<expected text, empty where the configuration is sound> NAME=value...): sound but for these.
function(try expected)
  set(options "")
  foreach(number IN LISTS sound ARGN)
    list(APPEND options "-DARG_${number}")
  endforeach()
  execute_process(
    COMMAND ${CMAKE_COMMAND} "-DCONFIGURATIONS=${CONFIGURATIONS}" ${options}
      -P "${CMAKE_CURRENT_LIST_DIR}/check_configuration.cmake"
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  string(FIND "${said}" "configuration tried: ${expected}" place)
  if("${expected}" STREQUAL "" AND NOT status EQUAL 0)
    message("${ARGN}: refused, should be taken: ${said}")
    set(failed 1 PARENT_SCOPE)
  elseif(NOT "${expected}" STREQUAL "" AND (status EQUAL 0 OR place EQUAL -1))
    message("${ARGN}: status ${status}, should be refused with '${expected}': ${said}")
    set(failed 1 PARENT_SCOPE)
  endif()
endfunction()

try("" PES=64)
try("PES=65 must be 1..64" PES=65)
try("PES='0' must be a positive number" PES=0)
try("PES='' must be a positive number" PES=)
foreach(lanes IN ITEMS 1 2 4)
  try("" LANES=${lanes} LINE_BEATS=4096)
endforeach()
try("LANES=3 must be 1, 2 or 4" LANES=3 LINE_BEATS=4096)
try("LANES=8 must be 1, 2 or 4" LANES=8)
foreach(bits IN ITEMS 64 128 512)
  try("" AXI_DATA_BITS=${bits})
endforeach()
try("AXI_DATA_BITS=96 must be 64, 128, 256 or 512" AXI_DATA_BITS=96)
try("AXI_DATA_BITS=1024 must be 64, 128, 256 or 512" AXI_DATA_BITS=1024)
try("" F_BUFFERS=2)
try("F_BUFFERS=1 must be 2 or 3" F_BUFFERS=1)
try("F_BUFFERS=4 must be 2 or 3" F_BUFFERS=4)
try("" MEMORY_WORDS=4096)
try("MEMORY_WORDS=4095 of a buffer hold less than one row of MAX_COLS=4096" MEMORY_WORDS=4095)
try("" MEMORY_WORDS=8 MAX_COLS=3 AXI_DATA_BITS=512)
try("MEMORY_WORDS=7 of a buffer are less than the 8 words of one access" MEMORY_WORDS=7 MAX_COLS=3 AXI_DATA_BITS=512)
try("MEMORY_WORDS=3 of a buffer are less than the 4 words of one access" MEMORY_WORDS=3 MAX_COLS=3 AXI_DATA_BITS=64)
try("" MEMORY_WORDS=67108864)
try("MEMORY_WORDS=67108865 of a buffer are more than the 67108864 of its address range" MEMORY_WORDS=67108865)
try("" MAX_COLS=4093)
try("LINE_BEATS=1023 is less than the 1024 beats of one row, MAX_COLS=4093 on LANES=4" MAX_COLS=4093 LINE_BEATS=1023)
try("" ADD_LATENCY=16 MUL_LATENCY=16)
try("ADD_LATENCY=4 must be 5..16" ADD_LATENCY=4)
try("ADD_LATENCY=17 must be 5..16" ADD_LATENCY=17)
try("MUL_LATENCY=5 must be 6..16" MUL_LATENCY=5)
try("MUL_LATENCY=17 must be 6..16" MUL_LATENCY=17)

if(failed)
  message(FATAL_ERROR "see above")
endif()

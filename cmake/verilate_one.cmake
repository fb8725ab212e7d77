# SPDX-License-Identifier: Apache-2.0
# cmake -P script: Verilates one module and unites what comes out into MODELS/PREFIX_united.cpp with a depfile.
# Takes VERILATOR, MODELS, PREFIX, TOP, SOURCE, and OPTIONS of Verilator separated by commas.
# What comes out as it was stays untouched, times included, so that nothing is compiled again for a comment.

set(directory "${MODELS}/${PREFIX}")
set(united "${directory}_united.cpp")
# Verilator works in a folder of its own, which the build does not read: an interruption or a full disk leaves half a
# file there and nowhere else.
set(part "${directory}.part")
file(REMOVE_RECURSE "${part}")
file(MAKE_DIRECTORY "${part}")
string(REPLACE "," ";" options "${OPTIONS}")
execute_process(
  COMMAND "${VERILATOR}" --cc -O3 --prefix ${PREFIX} --top-module ${TOP} --Mdir "${part}" ${options} "${SOURCE}"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "verilator failed for ${PREFIX} (${TOP})")
endif()

# Verilator 5.006 does not notice when a write fails, and ends with 0: refuses a file that was cut off, which without
# room happens at the end of a page, where a line may end as well.
function(refuse_cut_off file)
  file(SIZE "${file}" bytes)
  math(EXPR offset "${bytes} - 40")
  math(EXPR beyond_page "${bytes} % 4096")
  if(offset LESS 0)
    set(offset 0)
  endif()
  file(READ "${file}" tail OFFSET ${offset})
  if(NOT tail MATCHES "\n$" OR (beyond_page EQUAL 0 AND NOT tail MATCHES "(};?|#endif[^\n]*)\n$"))
    message(FATAL_ERROR "verilator left ${file} cut off after ${bytes} bytes: No space left on device?")
  endif()
endfunction()

file(GLOB parts RELATIVE "${part}" LIST_DIRECTORIES false "${part}/*.cpp" "${part}/*.h")
set(includes "")
set(digests "")
foreach(file IN LISTS parts)
  refuse_cut_off("${part}/${file}")
  file(SHA256 "${part}/${file}" digest)
  list(APPEND digests "${file}=${digest}")
  if(file MATCHES "\\.cpp$")
    string(APPEND includes "#include \"${directory}/${file}\"\n")
  endif()
endforeach()
if(NOT includes)
  message(FATAL_ERROR "verilator left nothing for ${PREFIX} (${TOP})")
endif()
string(SHA256 digest "${digests}")
set(text "// ${digest}\n${includes}")

refuse_cut_off("${part}/${PREFIX}__ver.d")
file(READ "${part}/${PREFIX}__ver.d" dependencies)
string(REGEX REPLACE "^[^:]*:" "" dependencies "${dependencies}")
string(STRIP "${dependencies}" dependencies)

set(before "")
if(EXISTS "${united}")
  file(READ "${united}" before)
endif()
file(WRITE "${united}.d" "${united}: ${dependencies}\n")
if(before STREQUAL text AND EXISTS "${directory}/${PREFIX}.h")
  file(REMOVE_RECURSE "${part}")
else()
  # The united file vouches for the folder: away first, back last.
  file(REMOVE "${united}")
  file(REMOVE_RECURSE "${directory}")
  file(RENAME "${part}" "${directory}")
  file(WRITE "${united}.part" "${text}")
  file(RENAME "${united}.part" "${united}")
endif()

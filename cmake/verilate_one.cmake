# SPDX-License-Identifier: Apache-2.0
# cmake -P script: Verilates one module and unites the generated files in MODELS/PREFIX_united.cpp with a depfile.
# Takes VERILATOR, MODELS, PREFIX, TOP, SOURCE, and OPTIONS of Verilator, separated by commas. With TREE, a folder,
# MODELS/PREFIX_sources.cpp lists the Verilog files that were read, by their paths below TREE. Files of BESIDE, if
# given, are read before SOURCE and not listed: they watch the model and are no part of it.
# COUNTED: the counters of --coverage are made for tests/support/reached_points.cpp.
# WATCH_INPUTS: what only hangs on inputs is evaluated when one of those has changed, no more in each call of eval().
# Files with unchanged contents keep their times, so that an edit of a comment compiles nothing.

cmake_minimum_required(VERSION 3.25)
set(directory "${MODELS}/${PREFIX}")
set(united "${directory}_united.cpp")
# Verilator writes to a folder of its own, which the build does not read: after an interruption or on a full disk, half
# written files stay there.
set(part "${directory}.part")
file(REMOVE_RECURSE "${part}")
file(MAKE_DIRECTORY "${part}")
string(REPLACE "," ";" options "${OPTIONS}")
string(REPLACE "," ";" BESIDE "${BESIDE}")
execute_process(
  COMMAND "${VERILATOR}" --cc -O3 --prefix ${PREFIX} --top-module ${TOP} --Mdir "${part}" ${options} ${BESIDE} "${SOURCE}"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "verilator failed for ${PREFIX} (${TOP})")
endif()

# Verilator 5.006 ignores failed writes and ends with 0. Refuses a file that was cut off, which on a full disk happens
# at the end of a page, where a line may end as well.
function(refuse_cut_off file)
  file(SIZE "${file}" bytes)
  math(EXPR offset "${bytes} - 40")
  math(EXPR beyond_page "${bytes} % 4096")
  if(offset LESS 0)
    set(offset 0)
  endif()
  file(READ "${file}" tail OFFSET ${offset})
  # A list of dependencies is one line, which ends with the file, whatever its length.
  if(NOT tail MATCHES "\n$" OR (beyond_page EQUAL 0 AND NOT file MATCHES "\\.d$" AND NOT tail MATCHES "(};?|#endif[^\n]*)\n$"))
    message(FATAL_ERROR "verilator left ${file} cut off after ${bytes} bytes: No space left on device?")
  endif()
endfunction()

# Counters that outlive their models, whatever a test does with those, and need no atomic access: models run in one thread.
function(keep_counters file)
  file(READ "${file}" text)
  string(REPLACE "std::atomic<uint32_t> __Vcoverage[" "static inline uint32_t __Vcoverage[" changed "${text}")
  string(REPLACE "std::atomic<uint32_t>" "uint32_t" changed "${changed}")
  string(REPLACE ".fetch_add(1, std::memory_order_relaxed)" " += 1" changed "${changed}")
  string(REPLACE "*count32p = 0;" "" changed "${changed}")
  if(NOT changed STREQUAL text)
    file(WRITE "${file}" "${changed}")
  endif()
endfunction()

# Verilator evaluates what hangs on inputs at the begin of each eval(), twice a clock, whatever has changed. What registers
# change is evaluated with them, so only another value of an input asks for it. The model keeps what it saw last of each
# input that is read there. <result>: no reason, or why Verilator's text is left as it is.
function(watch_inputs result)
  set(${result} "" PARENT_SCOPE)
  set(root "${PREFIX}___024root")
  file(GLOB texts "${part}/*.cpp")
  set(read "")
  set(asking "")
  foreach(file IN LISTS texts)
    file(READ "${file}" text)
    string(FIND "${text}" "__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);" at)
    if(NOT at EQUAL -1)
      list(APPEND asking "${file}")
    endif()
    # The bodies of the functions whose names have ___ico_
    string(FIND "${text}" "___ico_" at)
    while(NOT at EQUAL -1)
      string(SUBSTRING "${text}" ${at} -1 text)
      string(REGEX MATCH "^___ico_[A-Za-z0-9_]*\\([^();]*\\) {\n" head "${text}")
      if(head)
        string(FIND "${text}" "\n}\n" end)
        string(SUBSTRING "${text}" 0 ${end} body)
        string(APPEND read "${body}")
      endif()
      string(SUBSTRING "${text}" 1 -1 text)
      string(FIND "${text}" "___ico_" at)
    endwhile()
  endforeach()
  if(read STREQUAL "")
    return()
  endif()
  list(LENGTH asking count)
  if(NOT count EQUAL 1 OR NOT EXISTS "${part}/${root}.h")
    set(${result} "its text is not that of Verilator 5.006" PARENT_SCOPE)
    return()
  endif()
  if(read MATCHES "${PREFIX}_[A-Za-z0-9_]*\\(")
    set(${result} "what hangs on inputs calls other functions" PARENT_SCOPE)
    return()
  endif()
  file(READ "${part}/${root}.h" header)
  string(REGEX MATCHALL "VL_IN(8|16|64|W)?\\([A-Za-z0-9_]+,[0-9]+,[0-9]+(,[0-9]+)?\\)" inputs "${header}")
  set(kept "")
  set(compared "")
  set(copied "")
  foreach(input IN LISTS inputs)
    string(REGEX MATCH "\\(([A-Za-z0-9_]+)," _ "${input}")
    set(name "${CMAKE_MATCH_1}")
    if(read MATCHES "(>|TOP\\.)${name}[^A-Za-z0-9_]")
      string(REPLACE "(${name}," "(seen__${name}," member "${input}")
      string(APPEND kept "    ${member};\n")
      if(input MATCHES "^VL_INW")
        string(APPEND compared "        && std::memcmp(&model.seen__${name}, &model.${name}, sizeof model.${name}) == 0\n")
      else()
        string(APPEND compared "        && model.seen__${name} == model.${name}\n")
      endif()
      string(APPEND copied "    model.seen__${name} = model.${name};\n")
    endif()
  endforeach()
  string(REPLACE "    // CONSTRUCTORS\n" "    // Inputs in the last eval()\n    bool seen = false;\n${kept}\n    // CONSTRUCTORS\n" changed "${header}")
  if(changed STREQUAL header)
    set(${result} "its class is not that of Verilator 5.006" PARENT_SCOPE)
    return()
  endif()
  file(WRITE "${part}/${root}.h" "${changed}")
  file(READ "${asking}" text)
  string(REPLACE "(0U == vlSelf->__VicoIterCount);" "((0U == vlSelf->__VicoIterCount) && ${PREFIX}_inputs_changed(*vlSelf));" text "${text}")
  string(REGEX REPLACE "(\n#include \"${root}\\.h\"\n)" "\\1
#include <cstring>

static inline bool ${PREFIX}_inputs_changed(${root}& model) {
    if (model.seen
${compared}    ) return false;
    model.seen = true;
${copied}    return true;
}
" text "${text}")
  file(WRITE "${asking}" "${text}")
endfunction()

# Writes a SHA-256 over all files, then a line "SHA-256 path" per Verilog file, sorted by path; modules of devices carry
# them. Comments and blank lines do not count, since a change of the digest runs the tests of a module again.
function(tell_sources)
  separate_arguments(read UNIX_COMMAND "${dependencies}")
  list(FILTER read INCLUDE REGEX "\\.(v|sv|vh|svh)$")
  list(REMOVE_ITEM read ${BESIDE})
  set(lines "")
  foreach(file IN LISTS read)
    file(READ "${file}" text)
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "[ \t\n]*\n" "\n" text "\n${text}\n")
    string(SHA256 digest "${text}")
    cmake_path(IS_PREFIX TREE "${file}" NORMALIZE inside)
    if(inside)
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${TREE}")
    else()
      cmake_path(GET file FILENAME file)
    endif()
    list(APPEND lines "${file} ${digest}")
  endforeach()
  list(REMOVE_DUPLICATES lines)
  list(SORT lines)
  string(SHA256 tree "${lines}")
  list(TRANSFORM lines REPLACE "^(.*) ([0-9a-f]+)$" "    \"\\2 \\1\\\\n\"")
  list(JOIN lines "\n" lines)
  file(CONFIGURE OUTPUT "${directory}_sources.cpp" CONTENT "// What ${PREFIX} was made from. Generated by cmake/verilate_one.cmake.
extern const char* const stencil_rtl_sources;
const char* const stencil_rtl_sources =
    \"${tree}\\n\"
${lines};
" @ONLY)
endfunction()

if(WATCH_INPUTS)
  watch_inputs(reason)
  if(reason)
    message(NOTICE "${PREFIX}: inputs are not watched, it is simulated some 10 % slower: ${reason}")
  endif()
endif()
file(GLOB parts RELATIVE "${part}" LIST_DIRECTORIES false "${part}/*.cpp" "${part}/*.h")
set(includes "")
set(digests "")
foreach(file IN LISTS parts)
  refuse_cut_off("${part}/${file}")
  if(COUNTED)
    keep_counters("${part}/${file}")
  endif()
  file(SHA256 "${part}/${file}" digest)
  list(APPEND digests "${file}=${digest}")
  if(file MATCHES "\\.cpp$")
    # Without the folder's own path, a compiler cache knows the file again wherever it is built.
    string(APPEND includes "#include \"${PREFIX}/${file}\"\n")
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

if(TREE)
  tell_sources()
endif()

set(before "")
if(EXISTS "${united}")
  file(READ "${united}" before)
endif()
file(WRITE "${united}.d" "${united}: ${dependencies}\n")
if(before STREQUAL text AND EXISTS "${directory}/${PREFIX}.h")
  file(REMOVE_RECURSE "${part}")
else()
  # The united file vouches for the folder: it is removed first and written last. Unchanged files stay, since most edits
  # do not change the header that benches include.
  file(REMOVE "${united}")
  file(MAKE_DIRECTORY "${directory}")
  file(GLOB made RELATIVE "${part}" LIST_DIRECTORIES false "${part}/*")
  file(GLOB old RELATIVE "${directory}" "${directory}/*")
  foreach(file IN LISTS old)
    if(NOT file IN_LIST made)
      file(REMOVE_RECURSE "${directory}/${file}")
    endif()
  endforeach()
  foreach(file IN LISTS made)
    set(was "")
    if(EXISTS "${directory}/${file}")
      file(SHA256 "${directory}/${file}" was)
    endif()
    file(SHA256 "${part}/${file}" is)
    if(NOT was STREQUAL is)
      file(RENAME "${part}/${file}" "${directory}/${file}")
    endif()
  endforeach()
  file(REMOVE_RECURSE "${part}")
  file(WRITE "${united}.part" "${text}")
  file(RENAME "${united}.part" "${united}")
endif()

# SPDX-License-Identifier: Apache-2.0
# cmake -P script: Verilates one module and unites what comes out into MODELS/PREFIX_united.cpp with a depfile.
# Takes VERILATOR, MODELS, PREFIX, TOP, SOURCE, and OPTIONS of Verilator separated by commas.

set(directory "${MODELS}/${PREFIX}")
file(REMOVE_RECURSE "${directory}")
file(MAKE_DIRECTORY "${directory}")
string(REPLACE "," ";" options "${OPTIONS}")
execute_process(
  COMMAND "${VERILATOR}" --cc -O3 --prefix ${PREFIX} --top-module ${TOP} --Mdir "${directory}" ${options} "${SOURCE}"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "verilator failed for ${PREFIX} (${TOP})")
endif()

file(GLOB parts LIST_DIRECTORIES false "${directory}/*.cpp")
set(united "")
foreach(part IN LISTS parts)
  string(APPEND united "#include \"${part}\"\n")
endforeach()
file(WRITE "${MODELS}/${PREFIX}_united.cpp" "${united}")

file(READ "${directory}/${PREFIX}__ver.d" dependencies)
string(REGEX REPLACE "^[^:]*:" "" dependencies "${dependencies}")
string(STRIP "${dependencies}" dependencies)
file(WRITE "${MODELS}/${PREFIX}_united.cpp.d" "${MODELS}/${PREFIX}_united.cpp: ${dependencies}\n")

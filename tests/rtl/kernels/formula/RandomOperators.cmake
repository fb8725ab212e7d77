# SPDX-License-Identifier: Apache-2.0
# Random formulas in RTL. One set in a folder of the build.

# stencil_random_operators(<name> COUNT n SEED n VECTORS n [ARITHMETIC points]): a program that tries random formulas in RTL; each has
# latencies of its own. The host operators compile faster; what is tried are wiring and delays.
function(stencil_random_operators name)
  cmake_parse_arguments(ARG "" "COUNT;SEED;VECTORS;ARITHMETIC" "" ${ARGN})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  file(MAKE_DIRECTORY "${folder}")
  set(sources "${PROJECT_SOURCE_DIR}/tests/rtl/kernels/formula")
  set(oracle "${PROJECT_SOURCE_DIR}/tests/models/formula_oracle")
  set(script "${sources}/random_operators.py")
  add_custom_command(OUTPUT "${folder}/random_operator_set.v" "${folder}/vectors.bin"
    COMMAND python3 -BES "${script}" "$<TARGET_FILE:formula_operator>" "${folder}" ${ARG_COUNT} ${ARG_SEED} ${ARG_VECTORS}
      ${ARG_ARITHMETIC}
    DEPENDS formula_operator "${script}" "${oracle}/formula_oracle.py" "${oracle}/random_formulas.py" VERBATIM)
  add_custom_target(${name}_made DEPENDS "${folder}/random_operator_set.v")
  stencil_verilate_bench(${name}_model TOP random_operators PREFIX Vrandom_operators OPERATORS
    DIRECTORIES "${sources}" "${folder}" DEPENDS "${folder}/random_operator_set.v"
    PARAMETERS COUNT=${ARG_COUNT})
  add_dependencies(${name}_model ${name}_made)
  set(source "${sources}/random_operators_test.cpp")
  set(${name}_test "${source}" PARENT_SCOPE)
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS STENCIL_RANDOM_VECTORS="${folder}/vectors.bin")
endfunction()


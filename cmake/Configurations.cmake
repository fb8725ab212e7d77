# SPDX-License-Identifier: Apache-2.0
# Named parameter sets of the accelerator: one line each, see sim/CMakeLists.txt.

set_property(GLOBAL PROPERTY STENCIL_CONFIGURATION_DECLARATIONS "")
set_property(GLOBAL PROPERTY STENCIL_CONFIGURATION_ROWS "")
set_property(GLOBAL PROPERTY STENCIL_CONFIGURATION_FACTORIES "")
set_property(GLOBAL PROPERTY STENCIL_CONFIGURATION_TARGETS "")

# stencil_add_configuration(<name> PES n LANES n MEMORY_WORDS n MAX_COLS n AXI_DATA_BITS n
#                           [ADD_LATENCY n] [MUL_LATENCY n] [ARITHMETIC rtl|behavioural])
# Verilates stencil_accel of STENCIL_RTL_DIR with these parameters and registers it under the name.
function(stencil_add_configuration name)
  cmake_parse_arguments(ARG ""
    "PES;LANES;MEMORY_WORDS;MAX_COLS;AXI_DATA_BITS;ADD_LATENCY;MUL_LATENCY;ARITHMETIC" "" ${ARGN})
  if(NOT ARG_ADD_LATENCY)
    set(ARG_ADD_LATENCY 5)
  endif()
  if(NOT ARG_MUL_LATENCY)
    set(ARG_MUL_LATENCY 6)
  endif()
  foreach(number IN ITEMS PES LANES MEMORY_WORDS MAX_COLS AXI_DATA_BITS)
    if(NOT "${ARG_${number}}" MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "configuration ${name}: ${number}='${ARG_${number}}' must be a positive number")
    endif()
  endforeach()
  if(ARG_MEMORY_WORDS LESS ARG_MAX_COLS)
    message(FATAL_ERROR "configuration ${name}: MEMORY_WORDS=${ARG_MEMORY_WORDS} holds less than one row "
      "of MAX_COLS=${ARG_MAX_COLS}")
  endif()
  string(MAKE_C_IDENTIFIER "${name}" symbol)

  stencil_verilog_directories("${STENCIL_RTL_DIR}" directories)
  if(ARG_ARITHMETIC STREQUAL "behavioural")
    list(PREPEND directories "${PROJECT_SOURCE_DIR}/sim/behavioural")
  endif()
  stencil_verilate(verilated_${symbol}
    TOP stencil_accel
    PREFIX Vaccel_${symbol}
    DIRECTORIES ${directories}
    PARAMETERS PES=${ARG_PES} LANES=${ARG_LANES} MEMORY_WORDS=${ARG_MEMORY_WORDS} MAX_COLS=${ARG_MAX_COLS}
      AXI_DATA_W=${ARG_AXI_DATA_BITS} ADD_LATENCY=${ARG_ADD_LATENCY} MUL_LATENCY=${ARG_MUL_LATENCY})

  set(PREFIX Vaccel_${symbol})
  set(SYMBOL ${symbol})
  configure_file("${PROJECT_SOURCE_DIR}/sim/rtl/verilated_device.cpp.in"
    "${CMAKE_CURRENT_BINARY_DIR}/device_${symbol}.cpp" @ONLY)

  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_CONFIGURATION_DECLARATIONS
    "std::unique_ptr<Device> make_verilated_${symbol}();\n")
  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_CONFIGURATION_ROWS
    "      {\"${name}\", ${ARG_PES}, ${ARG_LANES}, ${ARG_MEMORY_WORDS}, ${ARG_MAX_COLS}, ${ARG_AXI_DATA_BITS}, ${ARG_ADD_LATENCY}, ${ARG_MUL_LATENCY}},\n")
  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_CONFIGURATION_FACTORIES
    "  if (config == \"${name}\") return make_verilated_${symbol}();\n")
  set_property(GLOBAL APPEND PROPERTY STENCIL_CONFIGURATION_TARGETS ${symbol})
endfunction()

# Gives <target> all configurations registered so far.
function(stencil_link_configurations target)
  get_property(DECLARATIONS GLOBAL PROPERTY STENCIL_CONFIGURATION_DECLARATIONS)
  get_property(ROWS GLOBAL PROPERTY STENCIL_CONFIGURATION_ROWS)
  get_property(FACTORIES GLOBAL PROPERTY STENCIL_CONFIGURATION_FACTORIES)
  get_property(symbols GLOBAL PROPERTY STENCIL_CONFIGURATION_TARGETS)
  configure_file("${PROJECT_SOURCE_DIR}/sim/rtl/configurations.cpp.in"
    "${CMAKE_CURRENT_BINARY_DIR}/configuration_table.cpp" @ONLY)
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/configuration_table.cpp")
  foreach(symbol IN LISTS symbols)
    target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/device_${symbol}.cpp")
    target_link_libraries(${target} PRIVATE verilated_${symbol})
  endforeach()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Named parameter sets of the accelerator: one line each, see sim/CMakeLists.txt.

# Refuses, while configuring, what the device contract does not allow: stencil_check_configuration(<name>), numbers in
# the variables ARG_*.
function(stencil_check_configuration name)
  foreach(number IN ITEMS PES LANES MEMORY_WORDS MAX_COLS AXI_DATA_BITS F_BUFFERS LINE_BEATS ADD_LATENCY MUL_LATENCY)
    if(NOT "${ARG_${number}}" MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "configuration ${name}: ${number}='${ARG_${number}}' must be a positive number")
    endif()
  endforeach()
  if(ARG_PES GREATER 64)
    message(FATAL_ERROR "configuration ${name}: PES=${ARG_PES} must be 1..64")
  endif()
  if(NOT ARG_LANES MATCHES "^(1|2|4)$")
    message(FATAL_ERROR "configuration ${name}: LANES=${ARG_LANES} must be 1, 2 or 4: lanes and words of a beat divide "
      "one another")
  endif()
  if(NOT ARG_AXI_DATA_BITS MATCHES "^(64|128|256|512)$")
    message(FATAL_ERROR "configuration ${name}: AXI_DATA_BITS=${ARG_AXI_DATA_BITS} must be 64, 128, 256 or 512")
  endif()
  if(NOT ARG_F_BUFFERS MATCHES "^(2|3)$")
    message(FATAL_ERROR "configuration ${name}: F_BUFFERS=${ARG_F_BUFFERS} must be 2 or 3")
  endif()
  if(ARG_MEMORY_WORDS LESS ARG_MAX_COLS)
    message(FATAL_ERROR "configuration ${name}: MEMORY_WORDS=${ARG_MEMORY_WORDS} of a buffer hold less than one row "
      "of MAX_COLS=${ARG_MAX_COLS}")
  endif()
  math(EXPR words "${ARG_AXI_DATA_BITS} / 64")
  foreach(access IN ITEMS ${words} ${ARG_LANES})
    if(ARG_MEMORY_WORDS LESS access)
      message(FATAL_ERROR "configuration ${name}: MEMORY_WORDS=${ARG_MEMORY_WORDS} of a buffer are less than "
        "the ${access} words of one access")
    endif()
  endforeach()
  # 29 address bits of bytes.
  if(ARG_MEMORY_WORDS GREATER 67108864)
    message(FATAL_ERROR "configuration ${name}: MEMORY_WORDS=${ARG_MEMORY_WORDS} of a buffer are more than "
      "the 67108864 of its address range")
  endif()
  math(EXPR row_beats "(${ARG_MAX_COLS} + ${ARG_LANES} - 1) / ${ARG_LANES}")
  if(ARG_LINE_BEATS LESS row_beats)
    message(FATAL_ERROR "configuration ${name}: LINE_BEATS=${ARG_LINE_BEATS} is less than the ${row_beats} beats of one "
      "row, MAX_COLS=${ARG_MAX_COLS} on LANES=${ARG_LANES}")
  endif()
  if(ARG_ADD_LATENCY LESS 5 OR ARG_ADD_LATENCY GREATER 16)
    message(FATAL_ERROR "configuration ${name}: ADD_LATENCY=${ARG_ADD_LATENCY} must be 5..16")
  endif()
  if(ARG_MUL_LATENCY LESS 6 OR ARG_MUL_LATENCY GREATER 16)
    message(FATAL_ERROR "configuration ${name}: MUL_LATENCY=${ARG_MUL_LATENCY} must be 6..16")
  endif()
endfunction()

# stencil_add_configuration(<table> <name> PES n LANES n MEMORY_WORDS n MAX_COLS n AXI_DATA_BITS n
#                           [F_BUFFERS n] [LINE_BEATS n] [ADD_LATENCY n] [MUL_LATENCY n]
#                           [ARITHMETIC rtl|behavioural] [RTL_DIR dir] [SIMULATION_ONLY])
# Verilates stencil_accel of RTL_DIR (default: STENCIL_RTL_DIR) with these parameters and enters it into the table.
# MEMORY_WORDS are those of one buffer: F_BUFFERS (default 2) of them hold f, two hold r. LINE_BEATS (default: one row,
# ceil(MAX_COLS/LANES)) bound skewed blocks.
# Our own RTL must pass the lint; another tree is taken as it is. SIMULATION_ONLY: need not fit any chip.
function(stencil_add_configuration table name)
  cmake_parse_arguments(ARG "SIMULATION_ONLY"
    "PES;LANES;MEMORY_WORDS;MAX_COLS;AXI_DATA_BITS;F_BUFFERS;LINE_BEATS;ADD_LATENCY;MUL_LATENCY;ARITHMETIC;RTL_DIR" ""
    ${ARGN})
  set(row_beats "")
  if("${ARG_MAX_COLS};${ARG_LANES}" MATCHES "^[1-9][0-9]*;[1-9][0-9]*$")
    math(EXPR row_beats "(${ARG_MAX_COLS} + ${ARG_LANES} - 1) / ${ARG_LANES}")
  endif()
  foreach(default IN ITEMS ADD_LATENCY=5 MUL_LATENCY=6 F_BUFFERS=2 "LINE_BEATS=${row_beats}"
      "RTL_DIR=${STENCIL_RTL_DIR}")
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" _ "${default}")
    if("${ARG_${CMAKE_MATCH_1}}" STREQUAL "")
      set(ARG_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  stencil_check_configuration("${name}")
  string(MAKE_C_IDENTIFIER "${table}_${name}" symbol)

  stencil_verilog_directories("${ARG_RTL_DIR}" directories)
  if(ARG_ARITHMETIC STREQUAL "behavioural")
    list(PREPEND directories "${PROJECT_SOURCE_DIR}/sim/behavioural")
  endif()
  set(no_lint "")
  if(NOT ARG_RTL_DIR STREQUAL "${PROJECT_SOURCE_DIR}/rtl")
    set(no_lint NO_LINT)
  endif()
  set(parameters PES=${ARG_PES} LANES=${ARG_LANES} MEMORY_WORDS=${ARG_MEMORY_WORDS} MAX_COLS=${ARG_MAX_COLS}
    AXI_DATA_W=${ARG_AXI_DATA_BITS} F_BUFFERS=${ARG_F_BUFFERS} LINE_BEATS=${ARG_LINE_BEATS}
    ADD_LATENCY=${ARG_ADD_LATENCY} MUL_LATENCY=${ARG_MUL_LATENCY})
  stencil_verilate(verilated_${symbol} ${no_lint}
    TOP stencil_accel
    PREFIX V${symbol}
    DIRECTORIES ${directories}
    PARAMETERS ${parameters})

  set(PREFIX V${symbol})
  set(SYMBOL ${symbol})
  configure_file("${PROJECT_SOURCE_DIR}/sim/rtl/verilated_device.cpp.in"
    "${CMAKE_CURRENT_BINARY_DIR}/device_${symbol}.cpp" @ONLY)

  set(row "\"${name}\", ${ARG_PES}, ${ARG_LANES}, ${ARG_MEMORY_WORDS}, ${ARG_MAX_COLS}, ${ARG_AXI_DATA_BITS}")
  set(simulation_only false)
  if(ARG_SIMULATION_ONLY)
    set(simulation_only true)
  endif()
  string(APPEND row ", ${ARG_F_BUFFERS}, ${ARG_LINE_BEATS}, ${ARG_ADD_LATENCY}, ${ARG_MUL_LATENCY}, ${simulation_only}")
  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_TABLE_${table}_DECLARATIONS
    "std::unique_ptr<Device> make_verilated_${symbol}();\n")
  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_TABLE_${table}_ROWS "      {${row}},\n")
  set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_TABLE_${table}_FACTORIES
    "  if (config == \"${name}\") return make_verilated_${symbol}();\n")
  set_property(GLOBAL APPEND PROPERTY STENCIL_TABLE_${table}_SYMBOLS ${symbol})

  string(REGEX REPLACE "([A-Z_]+)=([0-9]+)" "\"\\1\": \\2" parameters "${parameters}")
  string(REPLACE ";" ", " parameters "${parameters}")
  set_property(GLOBAL APPEND PROPERTY STENCIL_TABLE_${table}_JSON
    "{\"name\": \"${name}\", \"simulation_only\": ${simulation_only}, \"parameters\": {${parameters}}}")
endfunction()

# All configurations of a table: configurations() and make_verilated_device(). A program links one such target; its
# objects come along whole, since the simulator archive refers to them. table_<table>.json, beside the generated
# sources, tells the same to tools: names and Verilog parameters.
function(stencil_add_configuration_library target table)
  foreach(part IN ITEMS DECLARATIONS ROWS FACTORIES)
    get_property(${part} GLOBAL PROPERTY STENCIL_TABLE_${table}_${part})
  endforeach()
  get_property(symbols GLOBAL PROPERTY STENCIL_TABLE_${table}_SYMBOLS)
  configure_file("${PROJECT_SOURCE_DIR}/sim/rtl/configurations.cpp.in"
    "${CMAKE_CURRENT_BINARY_DIR}/table_${table}.cpp" @ONLY)
  get_property(json GLOBAL PROPERTY STENCIL_TABLE_${table}_JSON)
  list(JOIN json ",\n " json)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/table_${table}.json" CONTENT "[@json@]\n" @ONLY)
  set(objects ${target}_objects)
  add_library(${objects} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/table_${table}.cpp")
  target_include_directories(${objects} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${objects} PRIVATE stencil_warnings)
  add_library(${target} INTERFACE)
  target_sources(${target} INTERFACE $<TARGET_OBJECTS:${objects}>)
  foreach(symbol IN LISTS symbols)
    target_sources(${objects} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/device_${symbol}.cpp")
    target_link_libraries(${objects} PRIVATE verilated_${symbol})
    target_link_libraries(${target} INTERFACE verilated_${symbol})
  endforeach()
endfunction()

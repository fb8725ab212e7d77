# SPDX-License-Identifier: Apache-2.0
# Named parameter sets of the accelerator: one per line, see sim/CMakeLists.txt.

include("${CMAKE_CURRENT_LIST_DIR}/AcceleratorParameters.cmake")

# The operator of a kernel file, made while building for a configuration: stencil_add_formula_operator(<result> <symbol>
# <file> ADD_LATENCY MUL_LATENCY DIV_LATENCY ARITHMETIC). <result>: the folder that stencil_add_device_module takes as FORMULA_DIR, <result>_made:
# the files there.
function(stencil_add_formula_operator result symbol file add mul div arithmetic)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/formulas/${symbol}")
  file(MAKE_DIRECTORY "${folder}")
  set(made "")
  foreach(name IN ITEMS formula_operator.v formula_point.v formula_facts.v formula_verilator.f)
    list(APPEND made "${folder}/${name}")
  endforeach()
  add_custom_command(OUTPUT ${made} COMMAND formula_operator "${file}" ${add} ${mul} ${div} "${folder}" ${arithmetic}
    DEPENDS formula_operator "${file}" COMMENT "Operator of ${symbol}" VERBATIM)
  add_custom_target(formula-${symbol} DEPENDS ${made})
  set(${result} "${folder}" PARENT_SCOPE)
  set(${result}_made ${made} PARENT_SCOPE)
endfunction()

# A digest of the headers that a program and a module must both have been compiled with. A module made with others is
# refused when it is loaded.
set(STENCIL_DEVICE_INTERFACE "")
foreach(header IN ITEMS host/base/errors.hpp sim/device/contract/contract.hpp sim/device/contract/device.hpp sim/device/contract/device_counts.hpp sim/device/rtl/device_module.hpp
    sim/device/contract/activity.hpp sim/device/contract/bus_rules.hpp sim/device/contract/device_hang.hpp sim/device/contract/handshakes.hpp sim/device/contract/inspection.hpp
    sim/device/contract/port_pins.hpp sim/device/pins/simulation/accel_pins.hpp sim/device/pins/simulation/wide_port.hpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/../${header}")
  file(SHA256 "${CMAKE_CURRENT_LIST_DIR}/../${header}" digest)
  string(APPEND STENCIL_DEVICE_INTERFACE "${digest}")
endforeach()
string(SHA256 STENCIL_DEVICE_INTERFACE "${CMAKE_CXX_COMPILER_ID} ${STENCIL_DEVICE_INTERFACE}")

# What a module is made from beside the Verilog, relative to this tree: what an installed package needs of it, and what
# the program looks at to see whether a module that it has built is still right (sim/app/modules).
set(STENCIL_MODULE_PARTS
  cmake/AcceleratorParameters.cmake
  cmake/Configurations.cmake
  cmake/Verilate.cmake
  cmake/fast_model.cmake
  cmake/module
  cmake/quiet_clocks.cmake
  cmake/resting_parts.cmake
  cmake/verilate_one.cmake
  host/base/errors.hpp
  host/base/ring.hpp
  host/base/text.hpp
  host/device/count_fields.hpp
  sim/device/arithmetic
  sim/device/contract
  sim/device/pins
  sim/device/rtl)

# stencil_add_configuration(<table> <name> PES n LANES n MEMORY_WORDS n MAX_COLS n AXI_DATA_BITS n
#                           [KERNELS jacobi|tiles|change|five-point...] [FORMULA file] [F_BUFFERS n] [LINE_BEATS n]
#                           [ADD_LATENCY n] [MUL_LATENCY n] [DIV_LATENCY n] [TOP module] [OPTIMISE level]
#                           [ARITHMETIC rtl|operators|points] [RTL_DIR dir] [SIMULATION_ONLY] [ON_DEMAND]
#                           [RANDOM_STATE] [TRACED] [PARAMETERS NAME=value...] [DEPENDS file...])
# Enters these parameters of the stencil_accel in RTL_DIR (default: STENCIL_RTL_DIR) into the table, and adds a target
# that Verilates it into the module that sim/device/rtl/module_loader.cpp finds: config-<name> for the table accel of
# the product, config-<table>-<name> for others. verilated_<table>_<name> is the model alone, for benches that drive its
# pins.
#   KERNELS          what the device can do; default: jacobi, tiles and change. The Verilog gets this parameter only if
#                    it differs from the default, so that another tree need not have it
#   FORMULA          a kernel file: the device has its operator beside those of KERNELS, made while building
#   MEMORY_WORDS     doubles per buffer: F_BUFFERS (default 2) of them hold f, two hold r
#   LINE_BEATS       beats per line buffer (default: one row, ceil(MAX_COLS/LANES)); limits skewed blocks
#   DIV_LATENCY      cycles of the division by 5; default: 2. The Verilog gets this parameter only if it differs, likewise
#   SIMULATION_ONLY  the configuration need not fit any chip
#   ON_DEMAND        its module is built only where it is named: by its target, or by a test that needs it
#   TOP              a module with the ports and parameters of stencil_accel around it
#   ARITHMETIC       of the host, which simulates faster: operators replaces each of ours, points all of a point at once;
#                    same bits, same cycles
#   PARAMETERS       further parameters of the Verilog module
#   TRACED           the module writes waves and audits operators, many times slower
#   RANDOM_STATE, OPTIMISE, DEPENDS  as in stencil_verilate
# Our own RTL must pass the lint; another tree is not linted.
function(stencil_add_configuration table name)
  cmake_parse_arguments(ARG "SIMULATION_ONLY;ON_DEMAND;RANDOM_STATE;TRACED"
    "PES;LANES;MEMORY_WORDS;MAX_COLS;AXI_DATA_BITS;F_BUFFERS;LINE_BEATS;ADD_LATENCY;MUL_LATENCY;DIV_LATENCY;ARITHMETIC;RTL_DIR;TOP;OPTIMISE;FORMULA"
    "KERNELS;PARAMETERS;DEPENDS" ${ARGN})
  if("KERNELS" IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    stencil_kernel_mask("${name}" kernels)
  endif()
  set(row_beats "")
  if("${ARG_MAX_COLS};${ARG_LANES}" MATCHES "^[1-9][0-9]*;[1-9][0-9]*$")
    math(EXPR row_beats "(${ARG_MAX_COLS} + ${ARG_LANES} - 1) / ${ARG_LANES}")
  endif()
  foreach(default IN ITEMS ADD_LATENCY=5 MUL_LATENCY=6 DIV_LATENCY=2 F_BUFFERS=2 "LINE_BEATS=${row_beats}"
      "RTL_DIR=${STENCIL_RTL_DIR}" TOP=stencil_accel OPTIMISE=2 ARITHMETIC=rtl "KERNELS=jacobi;tiles;change")
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" _ "${default}")
    if("${ARG_${CMAKE_MATCH_1}}" STREQUAL "")
      set(ARG_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  if(ARG_ARITHMETIC STREQUAL "behavioural")
    set(ARG_ARITHMETIC operators)
  endif()
  # In another tree, modules with the names of our operators may do something else.
  if(NOT STENCIL_OWN_RTL AND ARG_RTL_DIR STREQUAL STENCIL_RTL_DIR)
    set(ARG_ARITHMETIC rtl)
  endif()
  stencil_check_configuration("${name}")
  if("formula" IN_LIST ARG_KERNELS AND NOT ARG_FORMULA)
    message(FATAL_ERROR "configuration ${name}: KERNELS has formula, FORMULA must name its kernel file")
  endif()
  string(MAKE_C_IDENTIFIER "${table}_${name}" symbol)
  set(formula "")
  if(ARG_FORMULA)
    cmake_path(ABSOLUTE_PATH ARG_FORMULA BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    if(NOT EXISTS "${ARG_FORMULA}")
      message(FATAL_ERROR "configuration ${name}: FORMULA='${ARG_FORMULA}' must be a kernel file")
    endif()
    list(APPEND ARG_KERNELS formula)
    stencil_add_formula_operator(formula ${symbol} "${ARG_FORMULA}" ${ARG_ADD_LATENCY} ${ARG_MUL_LATENCY}
      ${ARG_DIV_LATENCY} ${ARG_ARITHMETIC})
  endif()
  stencil_kernel_mask("${name}" kernels ${ARG_KERNELS})
  # An installed package has nothing that makes the operator of a kernel file.
  if(table STREQUAL "accel" AND NOT ARG_FORMULA)
    list(JOIN ARGN " " given)
    set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_CONFIGURATIONS "set(STENCIL_CONFIGURATION_${name} ${given})\n")
  endif()

  # This tree, or what an installed package has of it.
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH home)
  set(options "")
  if(NOT ARG_RTL_DIR STREQUAL "${home}/rtl")
    list(APPEND options NO_LINT)
  endif()
  foreach(option IN ITEMS RANDOM_STATE TRACED)
    if(ARG_${option})
      list(APPEND options ${option})
    endif()
  endforeach()
  set(parameters PES=${ARG_PES} LANES=${ARG_LANES} MEMORY_WORDS=${ARG_MEMORY_WORDS} MAX_COLS=${ARG_MAX_COLS}
    AXI_DATA_W=${ARG_AXI_DATA_BITS} F_BUFFERS=${ARG_F_BUFFERS} LINE_BEATS=${ARG_LINE_BEATS}
    ADD_LATENCY=${ARG_ADD_LATENCY} MUL_LATENCY=${ARG_MUL_LATENCY} ${ARG_PARAMETERS})
  if(NOT ARG_DIV_LATENCY EQUAL 2)
    list(APPEND parameters DIV_LATENCY=${ARG_DIV_LATENCY})
  endif()
  if(NOT kernels EQUAL 7)
    list(APPEND parameters KERNELS=${kernels})
  endif()
  stencil_add_device_module(${table} ${name} ${options} RTL_DIR "${ARG_RTL_DIR}" TOP ${ARG_TOP} OPTIMISE ${ARG_OPTIMISE}
    ARITHMETIC ${ARG_ARITHMETIC} PARAMETERS ${parameters} DEPENDS ${ARG_DEPENDS} ${formula_made} FORMULA_DIR "${formula}")
  set(on_demand false)
  if(ARG_ON_DEMAND)
    set(on_demand true)
    set(module config-${table}-${name})
    if(table STREQUAL "accel")
      set(module config-${name})
    endif()
    set_target_properties(${module} verilated_${symbol} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  list(JOIN parameters " " words)

  set(row "\"${name}\", ${ARG_PES}, ${ARG_LANES}, ${ARG_MEMORY_WORDS}, ${ARG_MAX_COLS}, ${ARG_AXI_DATA_BITS}")
  set(simulation_only false)
  if(ARG_SIMULATION_ONLY)
    set(simulation_only true)
  endif()
  string(APPEND row ", ${ARG_F_BUFFERS}, ${ARG_LINE_BEATS}, ${ARG_ADD_LATENCY}, ${ARG_MUL_LATENCY}, ${simulation_only},"
    "\n       \"${words}\", ${kernels}, \"${ARG_ARITHMETIC}\", ${ARG_DIV_LATENCY}, ${on_demand}")
  set(json_formula "")
  if(ARG_FORMULA)
    # The program knows the formulas of its devices by their text.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${ARG_FORMULA}")
    file(READ "${ARG_FORMULA}" text)
    cmake_path(GET ARG_FORMULA FILENAME file)
    set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_TABLE_${table}_ROWS
      "      with_formula({${row}}, \"${file}\", R\"formula(${text})formula\"),\n")
    set_property(GLOBAL APPEND PROPERTY STENCIL_TABLE_${table}_FORMULAS formula-${symbol})
    set_property(GLOBAL APPEND PROPERTY STENCIL_TABLE_${table}_FORMULA_FILES ${formula_made})
    set(json_formula ", \"formula\": \"${formula}\"")
  else()
    set_property(GLOBAL APPEND_STRING PROPERTY STENCIL_TABLE_${table}_ROWS "      {${row}},\n")
  endif()

  string(REGEX REPLACE "([A-Z_]+)=([0-9]+)" "\"\\1\": \\2" parameters "${parameters}")
  string(REPLACE ";" ", " parameters "${parameters}")
  set_property(GLOBAL APPEND PROPERTY STENCIL_TABLE_${table}_JSON
    "{\"name\": \"${name}\", \"simulation_only\": ${simulation_only}, \"parameters\": {${parameters}}${json_formula}}")
endfunction()

# stencil_add_device_module(<table> <name> RTL_DIR dir PARAMETERS NAME=value... [TOP module] [OPTIMISE level]
#                           [ARITHMETIC rtl|operators|points] [BEFORE dir...] [NO_LINT] [RANDOM_STATE] [TRACED]
#                           [DEPENDS file...] [FORMULA_DIR dir])
# Verilates the stencil_accel, or TOP, of a tree with these parameters into the module of a configuration, below
# lib/stencil-cosim of the build folder and of the installed tree: target config-<name> for the table accel,
# config-<table>-<name> for others. BEFORE: folders that are searched for modules before those of the tree and of the
# arithmetic. FORMULA_DIR: a folder that `formula_operator` has filled; the device has the operator there.
function(stencil_add_device_module table name)
  cmake_parse_arguments(ARG "NO_LINT;RANDOM_STATE;TRACED" "RTL_DIR;TOP;OPTIMISE;FORMULA_DIR;ARITHMETIC" "PARAMETERS;BEFORE;DEPENDS" ${ARGN})
  if(NOT ARG_TOP)
    set(ARG_TOP stencil_accel)
  endif()
  set(options "")
  foreach(option IN ITEMS NO_LINT RANDOM_STATE TRACED)
    if(ARG_${option})
      list(APPEND options ${option})
    endif()
  endforeach()
  if(NOT ARG_ARITHMETIC)
    set(ARG_ARITHMETIC rtl)
  endif()
  set(ARITHMETIC ${ARG_ARITHMETIC})
  stencil_arithmetic_folders(before ${ARITHMETIC})
  list(PREPEND before ${ARG_BEFORE})
  # The audit would have Verilator read operators that such a device does not have.
  if(ARITHMETIC STREQUAL "points")
    list(APPEND options NO_AUDIT)
  endif()
  # RTL is judged as Verilator makes it.
  if(NOT ARITHMETIC STREQUAL "rtl")
    cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH home)
    list(APPEND options WATCH_INPUTS RESTING_PARTS "${home}/cmake/resting_parts.cmake")
  endif()
  if(ARG_FORMULA_DIR)
    list(APPEND options OPTION_FILE "${ARG_FORMULA_DIR}/formula_verilator.f")
    list(APPEND before "${ARG_FORMULA_DIR}")
  endif()
  string(MAKE_C_IDENTIFIER "${table}_${name}" symbol)
  stencil_verilog_directories("${ARG_RTL_DIR}" directories)
  stencil_verilate(verilated_${symbol} ${options}
    TOP ${ARG_TOP}
    PREFIX V${symbol}
    OPTIMISE ${ARG_OPTIMISE}
    DIRECTORIES ${before} ${directories}
    PARAMETERS ${ARG_PARAMETERS}
    TREE "${ARG_RTL_DIR}"
    DEPENDS ${ARG_DEPENDS})
  set_target_properties(verilated_${symbol} PROPERTIES STENCIL_WHOLE_ACCELERATOR TRUE)

  set(module config-${table}-${name})
  if(table STREQUAL "accel")
    set(module config-${name})
  endif()
  set(device verilated_device)
  if(ARG_TRACED)
    set(device traced_device)
  endif()
  set(PREFIX V${symbol})
  list(JOIN ARG_PARAMETERS " " PARAMETERS)
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH home)
  configure_file("${home}/sim/device/pins/${device}.cpp.in"
    "${CMAKE_CURRENT_BINARY_DIR}/device_${symbol}.cpp" @ONLY)
  add_library(${module} MODULE "${CMAKE_CURRENT_BINARY_DIR}/device_${symbol}.cpp")
  target_sources(${module} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/models/V${symbol}_sources.cpp")
  target_include_directories(${module} PRIVATE "${home}")
  target_compile_features(${module} PRIVATE cxx_std_17)
  target_compile_definitions(${module} PRIVATE STENCIL_DEVICE_INTERFACE="${STENCIL_DEVICE_INTERFACE}")
  target_link_libraries(${module} PRIVATE verilated_${symbol} stencil_warnings)
  # Hides the symbols of its archives, so that several modules and a bench with a model of its own can be loaded
  # together.
  target_link_options(${module} PRIVATE LINKER:--exclude-libs,ALL)
  set_target_properties(${module} PROPERTIES
    PREFIX ""
    OUTPUT_NAME ${name}
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/stencil-cosim/${table}")
  set_property(GLOBAL APPEND PROPERTY STENCIL_TABLE_${table}_MODULES ${module})
endfunction()

# The declarations of a table: configurations() and configuration_table(). A program links one such target; it is an
# object library because the simulator archive refers to it. table_<table>.json, beside the generated source, tells
# tools the same: names and Verilog parameters. <target>_modules builds all modules of the table, <target>_formulas what is made
# of kernel files for them.
function(stencil_add_configuration_library target table)
  set(TABLE ${table})
  get_property(ROWS GLOBAL PROPERTY STENCIL_TABLE_${table}_ROWS)
  configure_file("${PROJECT_SOURCE_DIR}/sim/device/rtl/configurations.cpp.in"
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
  # A kernel file that is none is refused by what makes its operator, before the program meets it.
  get_property(formulas GLOBAL PROPERTY STENCIL_TABLE_${table}_FORMULAS)
  add_custom_target(${target}_formulas)
  if(formulas)
    add_dependencies(${target}_formulas ${formulas})
    add_dependencies(${objects} ${target}_formulas)
  endif()
  get_property(modules GLOBAL PROPERTY STENCIL_TABLE_${table}_MODULES)
  foreach(module IN LISTS modules)
    get_target_property(on_demand ${module} EXCLUDE_FROM_ALL)
    if(on_demand)
      list(REMOVE_ITEM modules ${module})
    endif()
  endforeach()
  add_custom_target(${target}_modules)
  add_dependencies(${target}_modules ${modules})
endfunction()

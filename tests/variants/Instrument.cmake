# SPDX-License-Identifier: Apache-2.0
# cmake -P script: makes one copy of our RTL with dormant faults and slow paths; the plusarg +variant=NAME enables one
# when a run starts, so that a new variant costs an edit and no compiled model.
# Takes RTL, the tree to copy; TREE, the folder to copy it to; VARIANTS, the list of variants; and PORTS, the folder of
# the modules around the copy. The files of the folder OPERATORS, if given, come in place of those of rtl/arithmetic,
# or beside them. The variants in the list ALWAYS, if given, are enabled in every run, without those
# modules. UNPLACED: the file that lists variants whose places have changed (tests/support/plants.cmake).
cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/../support/plants.cmake")

# stencil_vary_rtl(<name> <file> <from> <to>): in the copy of rtl/<file>, replaces the text <from>, which must occur
# once, by <to>. In <to>, CHOSEN is a register that is 1 if the variant was chosen and never changes while the device
# runs. A variant may change several places.
function(stencil_vary_rtl name file from to)
  stencil_name_variant(${name})
  string(MAKE_C_IDENTIFIER "variant_${name}" chosen)
  string(REPLACE "CHOSEN" "${chosen}" to "${to}")
  stencil_find_original(original "${file}")
  stencil_plant_text(${name} "rtl/${file}" "${original}" "" "${from}" "${to}")
  if(NOT planted)
    return()
  endif()
  get_property(text GLOBAL PROPERTY "STENCIL_PLANTED_rtl/${file}")
  if(text MATCHES "(reg|wire) +${chosen}( =|;)")
    return()
  endif()
  # After the list of ports, which ends in a line of its own.
  string(FIND "${text}" "\n);\n" ports_end)
  if(ports_end EQUAL -1)
    stencil_leave_out(${name} "rtl/${file} has no line ');' that ends its list of ports")
    return()
  endif()
  math(EXPR ports_end "${ports_end} + 4")
  string(SUBSTRING "${text}" 0 ${ports_end} head)
  string(SUBSTRING "${text}" ${ports_end} -1 body)
  stencil_chosen_register(register "${name}")
  set_property(GLOBAL PROPERTY "STENCIL_PLANTED_rtl/${file}" "${head}${register}${body}")
endfunction()

# The file that becomes rtl/<file> of the copy.
function(stencil_find_original result file)
  set(${result} "${RTL}/${file}" PARENT_SCOPE)
  string(REGEX REPLACE "^arithmetic/" "${OPERATORS}/" twin "${file}")
  if(OPERATORS AND NOT twin STREQUAL file AND EXISTS "${twin}")
    set(${result} "${twin}" PARENT_SCOPE)
  endif()
endfunction()

function(stencil_name_variant name)
  get_property(names GLOBAL PROPERTY STENCIL_VARIANTS)
  if(NOT name IN_LIST names)
    set_property(GLOBAL APPEND PROPERTY STENCIL_VARIANTS ${name})
  endif()
endfunction()

# stencil_vary_ports(<name>...): variants of the wrapper varied_accel.v, which reads the plusarg itself.
function(stencil_vary_ports)
  foreach(name IN LISTS ARGN)
    stencil_name_variant(${name})
  endforeach()
endfunction()

function(stencil_chosen_register result name)
  string(MAKE_C_IDENTIFIER "variant_${name}" chosen)
  if(ALWAYS)
    set(awake 0)
    if(name IN_LIST ALWAYS)
      set(awake 1)
    endif()
    set(${result} "
  wire ${chosen} = 1'b${awake};
" PARENT_SCOPE)
    return()
  endif()
  set(${result} "
  reg ${chosen};
  reg [511:0] ${chosen}_asked;
  initial begin
    ${chosen} = 1'b0;
    if ($value$plusargs(\"variant=%s\", ${chosen}_asked)) ${chosen} = ${chosen}_asked == \"${name}\";
  end
" PARENT_SCOPE)
endfunction()

# Writes the copy, and variant_names, a module that ends the simulation if the chosen variant does not exist. Unchanged
# files keep their times.
function(stencil_write_varied_tree)
  file(GLOB_RECURSE sources RELATIVE "${RTL}" "${RTL}/*.v")
  if(OPERATORS)
    file(GLOB twins RELATIVE "${OPERATORS}" "${OPERATORS}/*.v")
    list(TRANSFORM twins PREPEND "arithmetic/")
    list(APPEND sources ${twins})
    list(REMOVE_DUPLICATES sources)
  endif()
  get_property(varied GLOBAL PROPERTY STENCIL_PLANTED_FILES)
  foreach(source IN LISTS sources)
    if("rtl/${source}" IN_LIST varied)
      get_property(text GLOBAL PROPERTY "STENCIL_PLANTED_rtl/${source}")
      file(CONFIGURE OUTPUT "${TREE}/${source}" CONTENT "${text}" @ONLY)
    else()
      stencil_find_original(original "${source}")
      configure_file("${original}" "${TREE}/${source}" COPYONLY)
    endif()
  endforeach()
  # Removes files that are gone: a module that has moved would be found in its old place.
  file(GLOB_RECURSE copies RELATIVE "${TREE}" "${TREE}/*/*.v")
  foreach(copy IN LISTS copies)
    if(NOT copy IN_LIST sources)
      file(REMOVE "${TREE}/${copy}")
    endif()
  endforeach()
  get_property(names GLOBAL PROPERTY STENCIL_VARIANTS)
  get_property(unplaced GLOBAL PROPERTY STENCIL_UNPLACED)
  set(known "1'b0")
  set(lost "1'b0")
  foreach(name IN LISTS names)
    string(APPEND known " | asked == \"${name}\"")
    if(name IN_LIST unplaced)
      string(APPEND lost " | asked == \"${name}\"")
    endif()
  endforeach()
  list(JOIN names ", " names)
  file(CONFIGURE OUTPUT "${TREE}/variant_names.v" CONTENT "// variant_names: ends a simulation that asks for a variant there is not.
// Generated by tests/variants/Instrument.cmake.
module variant_names;
  reg [511:0] asked;
  initial
    if ($value$plusargs(\"variant=%s\", asked)) begin
      if (!(${known})) begin
        $display(\"variant %0s is not known, must be one of: ${names}\", asked);
        $finish;
      end
      if (${lost}) begin
        $display(\"variant %0s is not in this RTL: its lines have changed, see test plants:placed\", asked);
        $finish;
      end
    end
endmodule
" @ONLY)
endfunction()

stencil_place_plants("${UNPLACED}" "${VARIANTS}")
get_property(unplaced GLOBAL PROPERTY STENCIL_UNPLACED)
foreach(name IN LISTS ALWAYS)
  if(name IN_LIST unplaced)
    file(READ "${UNPLACED}" lines)
    message(FATAL_ERROR "variant ${name} must be enabled, and has no place:\n${lines}")
  endif()
endforeach()
stencil_write_varied_tree()
file(GLOB ports "${PORTS}/*.v")
if(ALWAYS)
  set(ports "")
endif()
foreach(port IN LISTS ports)
  cmake_path(GET port FILENAME name)
  configure_file("${port}" "${TREE}/${name}" COPYONLY)
endforeach()

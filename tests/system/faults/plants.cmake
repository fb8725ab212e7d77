# SPDX-License-Identifier: Apache-2.0
# Faults of C++ files, dormant until PLANT has their name (planted.h): copies of the files, with the replacements of
# *_plants.cmake, one such file for each area. Included by CMakeLists.txt; sets `planted_sources`, with `planted_clients`
# of C programs and `planted_library` of what is in their library alone, and writes the list of plants whose places have changed.
include("${PROJECT_SOURCE_DIR}/tests/support/plants.cmake")

# stencil_plant(<name> <file> <from> <to>): in the copy of <file>, replaces the text <from>, which must occur once, by
# <to>. In <to>, CHOSEN tells whether the fault was chosen. A plant may change several places.
function(stencil_plant name file from to)
  string(REPLACE "CHOSEN" "stencil_planted(\"${name}\")" to "${to}")
  set(head "#include <unistd.h>\n#include <csignal>\n#include \"tests/system/faults/planted.hpp\"\n")
  if(file MATCHES "[.]c$")
    set(head "#include \"tests/system/faults/planted.h\"\n")
  endif()
  stencil_plant_text(${name} "${file}" "${PROJECT_SOURCE_DIR}/${file}" "${head}" "${from}" "${to}")
  set_property(GLOBAL APPEND PROPERTY STENCIL_PLANTS ${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${file}")
endfunction()

# stencil_calls_plants(<file>...): files that call functions of planted ones, and are compiled again with these: in the
# libraries both may be one unit of compilation, whose calls go past the copies.
function(stencil_calls_plants)
  set_property(GLOBAL APPEND PROPERTY STENCIL_CALLS_PLANTS ${ARGN})
endfunction()

file(GLOB areas CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_plants.cmake")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${areas}")
stencil_place_plants("${STENCIL_PLANTS}/host" ${areas})


get_property(files GLOBAL PROPERTY STENCIL_PLANTED_FILES)
set(planted_sources)
set(planted_clients)
set(planted_library)
foreach(file IN LISTS files)
  get_property(text GLOBAL PROPERTY "STENCIL_PLANTED_${file}")
  # Semicolons of C++ stay: @ONLY, and the text is one argument.
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${file}" CONTENT "${text}" @ONLY)
  set(kind planted_sources)
  if(file MATCHES "[.]c$")
    set(kind planted_clients)
  elseif(file MATCHES "^host/c/")
    set(kind planted_library)
  endif()
  list(APPEND ${kind} "${CMAKE_CURRENT_BINARY_DIR}/${file}")
endforeach()
get_property(callers GLOBAL PROPERTY STENCIL_CALLS_PLANTS)
list(REMOVE_DUPLICATES callers)
foreach(file IN LISTS callers)
  if(NOT file IN_LIST files AND EXISTS "${PROJECT_SOURCE_DIR}/${file}")
    list(APPEND planted_sources "${PROJECT_SOURCE_DIR}/${file}")
  endif()
endforeach()

# Names of all plants that are in place, for known_plants.cpp.
get_property(names GLOBAL PROPERTY STENCIL_PLANTS)
get_property(unplaced GLOBAL PROPERTY STENCIL_UNPLACED)
list(REMOVE_DUPLICATES names)
list(APPEND names none)
list(REMOVE_ITEM names "" ${unplaced})
list(JOIN names "\", \"" names)
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/plant_names.hpp"
  CONTENT "constexpr const char* plant_names[] = {\"${names}\"};\n" @ONLY)

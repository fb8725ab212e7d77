# SPDX-License-Identifier: Apache-2.0
# Standard headers that half of the product's units include, whether they name them or not, are compiled once for each set
# of compiler options: half of the time that a small unit takes goes into reading them. A set costs 2.5 CPU seconds.

# stencil_precompile_parts(): for all parts so far, once their properties are final. Not for clang, whose compiled headers
# bear times that ccache cannot compare; not within another project, whose ccache does not know them (ci/record-cpu sets
# what it needs); not where each file is compiled by itself to show which #include it lacks.
function(stencil_precompile_parts)
  if(NOT STENCIL_UNITED OR NOT PROJECT_IS_TOP_LEVEL OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  get_property(parts GLOBAL PROPERTY STENCIL_PARTS)
  foreach(part IN LISTS parts)
    get_target_property(kind ${part} TYPE)
    if(kind STREQUAL "INTERFACE_LIBRARY")
      continue()
    endif()
    # g++ 12 takes headers of other options without complaint and then fails in the middle of a unit.
    set(headers stencil_headers)
    get_target_property(linked ${part} LINK_LIBRARIES)
    set(optimised "")
    foreach(level IN ITEMS light cold)
      if("stencil_${level}" IN_LIST linked)
        set(optimised stencil_${level})
        string(APPEND headers _${level})
      endif()
    endforeach()
    if(NOT TARGET ${headers})
      file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/headers.cpp" CONTENT "// Nothing but its precompiled headers.\n")
      add_library(${headers} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/headers.cpp")
      target_link_libraries(${headers} PRIVATE fmt::fmt ${optimised} stencil_warnings)
      set_target_properties(${headers} PROPERTIES CXX_VISIBILITY_PRESET hidden)
      target_precompile_headers(${headers} PRIVATE <algorithm> <array> <chrono> <cmath> <cstdint> <deque> <filesystem>
        <functional> <iomanip> <map> <memory> <mutex> <optional> <set> <sstream> <string> <thread> <variant> <vector>
        <fmt/format.h>)
    endif()
    target_precompile_headers(${part} REUSE_FROM ${headers})
    # fmt has another interface without its macro: g++ refuses headers that were compiled with it.
    target_compile_definitions(${part} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  endforeach()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Installs one shared library with everything a C or C++ client needs, its headers, a CMake package and a .pc file.
include(CMakePackageConfigHelpers)

add_library(stencil_cosim SHARED
  sim/app/kernels/gauss_seidel/tile_check.cpp sim/app/kernels/gauss_seidel/tile_record.cpp
  sim/app/kernels/gauss_seidel/tiles_report.cpp
  sim/app/hang_detector/calls/by_name/files.cpp sim/app/hang_detector/calls/by_name/groups.cpp
  sim/app/hang_detector/calls/by_name/one_sided.cpp sim/app/hang_detector/calls/collective.cpp
  sim/app/hang_detector/calls/communicators.cpp sim/app/hang_detector/calls/completion.cpp
  sim/app/hang_detector/calls/messages.cpp sim/app/hang_detector/calls/unwatched.cpp)
set_target_properties(stencil_configurations_objects PROPERTIES CXX_VISIBILITY_PRESET hidden)
set(parts stencil_package stencil_modules stencil_json stencil_report stencil_output stencil_progress stencil_blocks
  stencil_capsule stencil_divergence)
stencil_parts_below(sim/app/hang_detector found)
list(APPEND parts ${found})
foreach(folder IN ITEMS models host sim/device)
  stencil_parts_below(${folder} found)
  list(APPEND parts ${found})
endforeach()
foreach(part IN LISTS parts)
  get_target_property(kind ${part} TYPE)
  if(NOT kind STREQUAL "INTERFACE_LIBRARY")
    target_sources(stencil_cosim PRIVATE $<TARGET_OBJECTS:${part}>)
  endif()
endforeach()
set(exports "${PROJECT_SOURCE_DIR}/sim/app/package/exports.map")
target_link_libraries(stencil_cosim
  PUBLIC MPI::MPI_CXX
  PRIVATE stencil_configurations SystemC::systemc Sodium::sodium Zstd::zstd fmt::fmt ${CMAKE_DL_LIBS} stencil_warnings)
target_include_directories(stencil_cosim
  PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/host/c>"
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/host/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/stencil-cosim>")
# The library exports what public headers declare (they mark it by a pragma, all else is hidden), and of that the
# published names only: a client may have any function of its own, for example itstep.
target_link_options(stencil_cosim PRIVATE "LINKER:--version-script=${exports}")
set_target_properties(stencil_cosim PROPERTIES
  CXX_VISIBILITY_PRESET hidden
  EXPORT_NAME host
  LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
  LINK_DEPENDS "${exports}"
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR})
add_library(stencil_cosim::host ALIAS stencil_cosim)

install(TARGETS stencil_cosim EXPORT stencil_cosim
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS stencil-cosim fp64_vectors RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Installs the configurations that were built; the program says how to build another.
get_property(modules GLOBAL PROPERTY STENCIL_TABLE_accel_MODULES)
install(TARGETS ${modules} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/stencil-cosim/accel OPTIONAL)
get_property(man GLOBAL PROPERTY STENCIL_MAN_PAGE)
get_property(completion GLOBAL PROPERTY STENCIL_BASH_COMPLETION)
install(FILES "${man}" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES "${completion}" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME stencil-cosim)
# Public headers: those that users include, and what these include. Headers of C++ keep their folders.
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/stencil-cosim)
install(DIRECTORY host/c/ host/include/ DESTINATION ${include_dir}
  FILES_MATCHING PATTERN "*.h" PATTERN "stencil_cosim.hpp" PATTERN "matrices" EXCLUDE PATTERN "steps" EXCLUDE)
foreach(header IN ITEMS
  host/arrays/block_cyclic/axis.hpp
  host/arrays/block_cyclic/bounds.hpp
  host/arrays/block_cyclic/element.hpp
  host/arrays/block_cyclic/grid_map.hpp
  host/arrays/block_cyclic/layout.hpp
  host/base/errors.hpp
  host/device/accelerator.hpp
  host/device/claims.hpp
  host/device/command.hpp
  host/device/count_fields.hpp
  host/device/device_observer.hpp
  host/device/kernels/sweeps/posted_sweeps.hpp
  host/device/kernels/sweeps/sweep_command.hpp
  host/device/kernels/tiles/tile_command.hpp
  host/device/options.hpp
  host/device/values/capabilities.hpp
  host/device/values/place.hpp
  host/gauss_seidel/accelerator_tiles.hpp
  host/gauss_seidel/axis.hpp
  host/gauss_seidel/executor.hpp
  host/gauss_seidel/grid.hpp
  host/gauss_seidel/group_plan.hpp
  host/gauss_seidel/solver.hpp
  host/gauss_seidel/sweep_tile.hpp
  host/gauss_seidel/time.hpp
  host/gauss_seidel/window.hpp
  host/jacobi/block.hpp
  host/jacobi/itstep.hpp
  host/jacobi/options.hpp
  host/jacobi/plan.hpp
  host/jacobi/scheme.hpp
  host/jacobi/steps/itsteps.hpp
  host/jacobi/steps/resident.hpp
  host/mpi/fatal.hpp
  host/mpi/host_observer.hpp
  host/stages/access.hpp
  host/stages/checker.hpp
  host/stages/datum.hpp
  host/stages/ledger/ledger.hpp
  host/stages/ledger/optimum.hpp
  host/stages/memory/device_memory.hpp
  host/stages/memory/device_slot.hpp
  host/stages/memory/host_claim.hpp
  host/stages/memory/shared_array.hpp
  host/stages/memory/shared_var.hpp
  host/stages/memory/users.hpp
  host/stages/observer.hpp
  host/stages/published/published.hpp
  host/stages/row_ranges.hpp
  host/stages/ahead/run_stages.hpp
  host/stages/run_stage.hpp
  host/stages/stage.hpp
  host/stages/stage_lb.hpp
  models/values/canonical_nan.hpp
  models/values/sweep_weights.hpp
  models/values/tile.hpp)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${include_dir}/${folder})
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stencil_cosim)
install(EXPORT stencil_cosim NAMESPACE stencil_cosim:: DESTINATION ${package_dir} FILE stencil_cosim-targets.cmake)
configure_package_config_file(cmake/stencil_cosim-config.cmake.in
  "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-config.cmake" INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-config.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-config-version.cmake"
  DESTINATION ${package_dir})

# What makes a module without this tree, as CMake package (COMPONENTS rtl) or by the installed program: our RTL, that of
# the program's modules if it is another, and all they are built with, laid out as here.
set(tree ${CMAKE_INSTALL_DATADIR}/stencil-cosim)
install(DIRECTORY rtl DESTINATION ${tree} FILES_MATCHING PATTERN "*.v" PATTERN "CONTRACT.md")
foreach(part IN LISTS STENCIL_MODULE_PARTS)
  cmake_path(GET part PARENT_PATH folder)
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${part}")
    install(DIRECTORY ${part} DESTINATION ${tree}/${folder}
      FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cpp.in" PATTERN "*.sv" PATTERN "*.v" PATTERN "CMakeLists.txt")
  else()
    install(FILES ${part} DESTINATION ${tree}/${folder})
  endif()
endforeach()
set(own_rtl rtl)
if(NOT STENCIL_OWN_RTL)
  set(own_rtl program-rtl)
  install(DIRECTORY "${STENCIL_RTL_DIR}/" DESTINATION ${tree}/${own_rtl}
    FILES_MATCHING PATTERN "*.v" PATTERN "*.sv" PATTERN "*.vh" PATTERN "*.svh")
endif()
# Where the program finds them (sim/app/modules/sources.hpp): in a build folder by absolute paths, in an installation
# relative to the folder of this file, which may be moved with the rest.
cmake_path(GET CMAKE_CXX_COMPILER FILENAME compiler)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/lib/stencil-cosim/sources.txt"
  CONTENT "tree ${PROJECT_SOURCE_DIR}\nrtl ${STENCIL_RTL_DIR}\ncompiler ${CMAKE_CXX_COMPILER}\n")
file(RELATIVE_PATH to_tree "${CMAKE_INSTALL_FULL_LIBDIR}/stencil-cosim" "${CMAKE_INSTALL_FULL_DATADIR}/stencil-cosim")
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/installed-sources.txt"
  CONTENT "tree ${to_tree}\nrtl ${to_tree}/${own_rtl}\ncompiler ${compiler}\n")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/installed-sources.txt" DESTINATION ${CMAKE_INSTALL_LIBDIR}/stencil-cosim
  RENAME sources.txt)
get_property(STENCIL_CONFIGURATIONS GLOBAL PROPERTY STENCIL_CONFIGURATIONS)
configure_package_config_file(cmake/stencil_cosim-rtl.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-rtl.cmake"
  INSTALL_DESTINATION ${package_dir} PATH_VARS tree)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/stencil_cosim-rtl.cmake" DESTINATION ${package_dir})

# Programs to begin with; the tests build and run each.
set(doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/stencil-cosim)
install(DIRECTORY examples DESTINATION ${doc_dir})
install(FILES LICENSE DESTINATION ${doc_dir})

file(RELATIVE_PATH PC_TO_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/stencil-cosim.pc.in "${CMAKE_CURRENT_BINARY_DIR}/stencil-cosim.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/stencil-cosim.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

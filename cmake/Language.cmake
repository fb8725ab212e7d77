# SPDX-License-Identifier: Apache-2.0
# Language level, arithmetic rules and warnings of every target.

# Debian's SystemC is built as C++17 and checks that at link time.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# Within a project around this one only our own folders: a simulation at -O0 is ten times slower.
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
elseif(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Bits are promised: a fused multiply-add would change one result in five.
# g++ fuses by default wherever the target has the instruction.
add_compile_options(-ffp-contract=off)

# A compiler launcher that the user has set is kept.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# Compilers spend most of their time in headers: MPI, fmt, GoogleTest. Compiling the files of a folder as one reads them
# once. OFF compiles each file by itself, which suits edits of a single file and shows which file lacks an #include.
option(STENCIL_UNITED "Compile all files that a target has in a folder as one" ON)

# stencil_unite(<target> [most]): applies the option to all sources that the target has so far. Names in unnamed namespaces
# must differ within a folder, and where folders share a unit, which they do up to `most` files, within the target. A
# source with a UNITY_GROUP of its own keeps it.
function(stencil_unite target)
  if(NOT STENCIL_UNITED)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(base ${target} SOURCE_DIR)
  set(folders "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${base}" NORMALIZE OUTPUT_VARIABLE path)
    get_source_file_property(own "${path}" TARGET_DIRECTORY ${target} UNITY_GROUP)
    if(NOT own)
      cmake_path(GET path PARENT_PATH folder)
      file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
      list(APPEND folders "${folder}")
      list(APPEND in_${folder} "${path}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(SORT folders)
  set(most 0)
  if(ARGC GREATER 1)
    set(most ${ARGV1})
  endif()
  set(files ${most})
  foreach(folder IN LISTS folders)
    list(LENGTH in_${folder} more)
    math(EXPR files "${files} + ${more}")
    if(files GREATER most)
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set(files ${more})
    endif()
    set_source_files_properties(${in_${folder}} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# For code that acts once per run, block or message: options, plans, texts, reports; not once per point, word or cycle.
# -O3 takes twice as long to compile. -Og would take a third less, but leaves pieces of containers as functions: a run on
# the model has 5 % more instructions, and the libraries for programs export them.
add_library(stencil_light INTERFACE)
target_compile_options(stencil_light INTERFACE $<$<CONFIG:Release>:-O1>)
# For code of the program that acts once per call: command lines, and subcommands that look at results. Not for parts of
# the installed library.
add_library(stencil_cold INTERFACE)
target_compile_options(stencil_cold INTERFACE $<$<CONFIG:Release>:-Og>)

# Hundreds of programs and modules are linked: GNU ld takes 9 CPU seconds for a hundred, lld 5. mold takes 3, but Debian's
# 1.10 does so wrong now and then: a program that cannot be loaded (RELRO that begins before a page's border, mold issue
# 1151), and without RELRO a linker that does not end.
find_program(STENCIL_FAST_LINKER NAMES ld.lld DOC "Fast linker; empty: the compiler's own")
if(STENCIL_FAST_LINKER)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=lld)
  check_cxx_source_compiles("int main() { return 0; }" STENCIL_FAST_LINKER_WORKS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(STENCIL_FAST_LINKER_WORKS)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

# Warnings: linked to our own targets only, never to Verilated code. In a unit of many files a local variable may have
# the name of another file's function.
add_library(stencil_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(stencil_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow$<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:=local> $<$<COMPILE_LANGUAGE:CXX>:-Wconversion> -Werror)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    # g++ 12 sees uninitialised members in the standard library's regex where the sanitizers instrument it.
    target_compile_options(stencil_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
else()
  # Warnings differ between compilers and grow with their versions: only the tested ones are errors.
  target_compile_options(stencil_warnings INTERFACE -w)
endif()

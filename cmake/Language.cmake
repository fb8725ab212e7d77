# SPDX-License-Identifier: Apache-2.0
# Language level, arithmetic rules and warnings that hold for every target.

# Debian's SystemC is built as C++17 and checks that at link time.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()

# Bits are promised: a fused multiply-add would change one result in five.
# g++ fuses by default wherever the target has the instruction.
add_compile_options(-ffp-contract=off)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# Linked to our own targets only, never to Verilated code.
add_library(stencil_warnings INTERFACE)
target_compile_options(stencil_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow $<$<COMPILE_LANGUAGE:CXX>:-Wconversion> -Werror)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  # g++ 12 sees uninitialised members in the standard library's regex where the sanitizers instrument it.
  target_compile_options(stencil_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

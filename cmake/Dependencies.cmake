# SPDX-License-Identifier: Apache-2.0
# Finds everything the build needs, all of it in Debian 12. An error about a missing piece names its package.

function(stencil_missing what package)
  message(FATAL_ERROR "${what} not found: install Debian package '${package}' "
    "(apt-get install ${package}), or run ci/setup, which installs everything.")
endfunction()

find_package(Threads REQUIRED)

find_package(verilator 5.006 QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
if(NOT verilator_FOUND)
  stencil_missing("Verilator 5.006 or newer" verilator)
endif()

# Upstream SystemC installs a CMake package, Debian's libsystemc-dev does not.
find_package(SystemCLanguage CONFIG QUIET)
if(NOT TARGET SystemC::systemc)
  find_path(SYSTEMC_INCLUDE_DIR systemc.h)
  find_library(SYSTEMC_LIBRARY systemc)
  if(NOT SYSTEMC_INCLUDE_DIR OR NOT SYSTEMC_LIBRARY)
    stencil_missing("SystemC" libsystemc-dev)
  endif()
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES
    IMPORTED_LOCATION "${SYSTEMC_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${SYSTEMC_INCLUDE_DIR}")
endif()

find_package(MPI QUIET COMPONENTS C CXX)
if(NOT MPI_C_FOUND OR NOT MPI_CXX_FOUND)
  stencil_missing("Open MPI" libopenmpi-dev)
endif()

find_package(nlohmann_json 3 QUIET)
if(NOT nlohmann_json_FOUND)
  stencil_missing("nlohmann-json" nlohmann-json3-dev)
endif()
find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  stencil_missing("CLI11" libcli11-dev)
endif()
find_package(fmt QUIET)
if(NOT fmt_FOUND)
  stencil_missing("fmt" libfmt-dev)
endif()

find_package(spdlog QUIET)
if(NOT spdlog_FOUND)
  stencil_missing("spdlog" libspdlog-dev)
endif()

# SHA-256 for run --digest: a library that depends on the C library only.
find_path(SODIUM_INCLUDE_DIR sodium/crypto_hash_sha256.h)
find_library(SODIUM_LIBRARY sodium)
if(NOT SODIUM_INCLUDE_DIR OR NOT SODIUM_LIBRARY)
  stencil_missing("libsodium" libsodium-dev)
endif()
add_library(Sodium::sodium UNKNOWN IMPORTED)
set_target_properties(Sodium::sodium PROPERTIES
  IMPORTED_LOCATION "${SODIUM_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${SODIUM_INCLUDE_DIR}")

# Capsules (sim/app/capsule) are compressed and checksummed.
find_path(ZSTD_INCLUDE_DIR zstd.h)
find_library(ZSTD_LIBRARY zstd)
if(NOT ZSTD_INCLUDE_DIR OR NOT ZSTD_LIBRARY)
  stencil_missing("Zstandard" libzstd-dev)
endif()
add_library(Zstd::zstd UNKNOWN IMPORTED)
set_target_properties(Zstd::zstd PROPERTIES
  IMPORTED_LOCATION "${ZSTD_LIBRARY}"
  INTERFACE_INCLUDE_DIRECTORIES "${ZSTD_INCLUDE_DIR}")

# Waves (FST) are compressed.
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  stencil_missing("zlib" zlib1g-dev)
endif()

if(STENCIL_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    stencil_missing("GoogleTest" libgtest-dev)
  endif()
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    stencil_missing("Google Benchmark" libbenchmark-dev)
  endif()
endif()

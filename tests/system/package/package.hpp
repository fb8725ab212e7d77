// The package, installed anew for each test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/run_program.hpp"

namespace stencil {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;
using testing_support::shell_quoted;
using Words = std::vector<std::string>;

// The compiler of clients without MPI. Those of MPI, and CMake, take a sanitized build's flags from the environment.
inline const std::string serial_compiler = "cc" STENCIL_CLIENT_FLAGS;

class Package : public ::testing::Test {
 protected:
  void SetUp() override {
    const ProgramResult install = run_program({STENCIL_CMAKE, "--install", STENCIL_BINARY_DIR, "--prefix", prefix()});
    ASSERT_EQ(install.status, 0) << install.err;
  }
  std::string prefix() const { return scratch_ / "prefix"; }

  // Compiles with the flags of pkg-config, and sanitizers where the library has them.
  std::string compile(const std::string& compiler, const Words& sources) {
    std::string command = compiler + " -std=gnu99 -o " + shell_quoted(scratch_ / "client");
    for (const std::string& source : sources) command += " " + shell_quoted(STENCIL_SOURCE_DIR "/" + source);
    command += " $(PKG_CONFIG_PATH=" + shell_quoted(prefix() + "/" STENCIL_LIBDIR "/pkgconfig") +
               " pkg-config --cflags --libs stencil-cosim)";
    const ProgramResult result = run_program({"sh", "-c", command});
    EXPECT_EQ(result.status, 0) << command << "\n" << result.err;
    return scratch_ / "client";
  }
  ProgramResult under_mpirun(int ranks, const std::string& program, const Words& environment) {
    return under_mpirun(ranks, Words{program}, environment);
  }
  ProgramResult under_mpirun(int ranks, const Words& program, Words environment) {
    // Open MPI leaves memory behind, which a client cannot suppress as our own programs do.
    environment.push_back("ASAN_OPTIONS=detect_leaks=0");
    Words words{STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe"};
    words.insert(words.end(), program.begin(), program.end());
    return run_program(words, environment);
  }

  ScratchDirectory scratch_;
};

}  // namespace stencil

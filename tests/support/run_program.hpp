// Runs a program as a user would and returns its output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/scratch_directory.hpp"

namespace stencil::testing_support {

struct ProgramResult {
  int status = -1;  // exit status; 124 if it was stopped at its bound
  std::string out;
  std::string err;
};

inline std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// mpirun as users have it: ranks have a second to tell that another has died. Tests have none (cmake/Testing.cmake).
constexpr const char* second_of_grace = "OMPI_MCA_odls_base_sigkill_timeout=1";

// environment: NAME=VALUE words before the program. bound_s: seconds that it may take.
inline ProgramResult run_program(const std::vector<std::string>& words,
                                 const std::vector<std::string>& environment = {}, int bound_s = 60) {
  const ScratchDirectory scratch;
  std::string command = "env";
  for (const std::string& entry : environment) command += " " + shell_quoted(entry);
  command += " timeout -k 5 " + std::to_string(bound_s);  // an mpiexec that hangs may ignore the first signal
  for (const std::string& word : words) command += " " + shell_quoted(word);
  command += " </dev/null >" + (scratch / "out") + " 2>" + (scratch / "err");
  const int status = std::system(command.c_str());
  ProgramResult result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.out = read_text(scratch / "out");
  result.err = read_text(scratch / "err");
  return result;
}

}  // namespace stencil::testing_support

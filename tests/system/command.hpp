// Runs the built command, alone or under mpirun, and searches its output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/run_program.hpp"

namespace stencil {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;
using testing_support::write_text;
using Words = std::vector<std::string>;

// Arguments that the command refuses, and its message.
struct BadCase {
  Words options;
  std::string line;
};

inline ProgramResult alone(const Words& options, const Words& environment = {}) {
  Words words{STENCIL_COSIM};
  words.insert(words.end(), options.begin(), options.end());
  return run_program(words, environment);
}

inline ProgramResult under_mpirun(int ranks, const std::string& program, const Words& options,
                                  const Words& environment = {}) {
  Words words{STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe", program};
  words.insert(words.end(), options.begin(), options.end());
  return run_program(words, environment);
}

inline std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin + 1, end - begin);
}

inline int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace stencil

// Runs the command on a variant of the RTL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/run_program.hpp"
#include "tests/support/unplaced.hpp"

namespace stencil::test {

// Runs the command with these arguments; name: the variant, or empty.
inline testing_support::ProgramResult run_words(const std::string& name, const std::vector<std::string>& words) {
  std::vector<std::string> environment;
  if (!name.empty()) environment.push_back("STENCIL_PLUSARGS=+variant=" + name);
  return testing_support::run_program(words, environment);
}

// `run` on this many ranks, 40 x 30 points.
inline testing_support::ProgramResult run_variant(const std::string& name, int ranks,
                                                  const std::vector<std::string>& more) {
  std::vector<std::string> words = {STENCIL_MPIEXEC,
                                    "-n",
                                    std::to_string(ranks),
                                    "--oversubscribe",
                                    VARIANT_COSIM,
                                    "run",
                                    "--config",
                                    "varied",
                                    "--rows",
                                    "40",
                                    "--cols",
                                    "30"};
  words.insert(words.end(), more.begin(), more.end());
  return run_words(name, words);
}

// The name of a parameterised test must not contain '-'.
inline std::string test_name(std::string name) {
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

}  // namespace stencil::test

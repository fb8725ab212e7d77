// Plants whose places in the tree have changed: what tests them is skipped, and plants:placed fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

#include "tests/support/scratch_directory.hpp"

namespace stencil::testing_support {

// What is wrong with the place of a plant of this name; empty: it is in place, or there is no such plant.
inline std::string unplaced(const std::string& plant) {
  for (const char* list : {"/rtl", "/host"}) {
    std::istringstream lines(read_text(STENCIL_PLANTS + std::string(list)));
    for (std::string line; std::getline(lines, line);)
      if (line.rfind(plant + ": ", 0) == 0) return "not planted: " + line;
  }
  return {};
}

}  // namespace stencil::testing_support

// In the body of a test.
#define STENCIL_NEEDS_PLANT(plant) \
  if (const std::string why = ::stencil::testing_support::unplaced(plant); !why.empty()) GTEST_SKIP() << why

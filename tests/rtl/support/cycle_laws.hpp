// Whether tests assert the numbers of cycles that our own RTL takes: the environment variable
// STENCIL_CYCLE_LAWS=ON|OFF, else -DSTENCIL_CYCLE_LAWS=ON|OFF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace stencil::test {

// Bits, errors, order and counters are binding (rtl/CONTRACT.md); numbers of cycles are the property of one RTL.
// Another tree (STENCIL_RTL_DIR) is judged without them.
inline const bool cycle_laws = [] {
  const char* const asked = std::getenv("STENCIL_CYCLE_LAWS");
  return asked == nullptr ? STENCIL_CYCLE_LAWS != 0 : std::string(asked) == "ON";
}();

// EXPECT_EQ for a number of cycles.
#define EXPECT_CYCLES(seen, law)      \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_       \
  if (!::stencil::test::cycle_laws) { \
  } else                              \
    EXPECT_EQ(seen, law)

// For a test about cycles alone, or one whose stimuli meet only with the cycles of our own RTL.
#define NEEDS_CYCLE_LAWS() \
  if (!::stencil::test::cycle_laws) GTEST_SKIP() << "cycles of our own RTL, left out by STENCIL_CYCLE_LAWS=OFF"

}  // namespace stencil::test

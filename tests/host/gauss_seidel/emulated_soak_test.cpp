// Thousands of random grids, too long for an ordinary run.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/host/gauss_seidel/emulated_case.hpp"

namespace stencil::test {
namespace {

TEST(EmulatedRanksSoak, EqualTheGoldenLoopBitForBit) {
  expect_emulated_right(3000, {4, 4, 8});
}

}  // namespace
}  // namespace stencil::test

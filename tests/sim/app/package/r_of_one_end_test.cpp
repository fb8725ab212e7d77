// Rows of r that are loaded for one end of a block alone: counted, no warning.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/sim/app/package/sweep_watch_case.hpp"

namespace stencil::r_of_one_end_tests {
namespace {

class ROfOneEndCase : public SweepWatchCase {
 protected:
  void load_r(std::int64_t row, std::int64_t rows) { watch_.loaded(Bank::r, 10 * row, 10 * rows, right_.data()); }
  std::int64_t words() const { return watch_.coverage().r_of_one_end; }
};

TEST_F(ROfOneEndCase, EitherEndIsCountedOnceAndNotWarnedOf) {
  load(0, 6);
  load_r(1, 5);
  sweep(6);
  sweep(6);
  EXPECT_EQ(words(), 10);
  EXPECT_EQ(warnings(), "");
}

TEST_F(ROfOneEndCase, TheLastRowIsAnEndToo) {
  load(0, 6);
  load_r(0, 5);
  sweep(6);
  EXPECT_EQ(words(), 10);
}

TEST_F(ROfOneEndCase, BothEndsOrNeitherAreNoSign) {
  load(0, 6);
  load_r(1, 4);
  sweep(6);
  load_r(0, 6);
  sweep(6);
  EXPECT_EQ(words(), 0);
}

TEST_F(ROfOneEndCase, ASweepOfNoneReadsNoR) {
  load(0, 6);
  load_r(1, 5);
  sweep(6, 0);
  EXPECT_EQ(words(), 0);
}

// Rows of which inner ones are missing too are another mistake, which paranoid finds.
TEST_F(ROfOneEndCase, InnerRowsThatAreMissingAreNotItsMatter) {
  load(0, 6);
  load_r(2, 4);
  sweep(6);
  EXPECT_EQ(words(), 0);
}

}  // namespace
}  // namespace stencil::r_of_one_end_tests

// Owned rows that a program changes between joined steps.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/joined_rows.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace stencil {
namespace {

class JoinedRows : public ::testing::Test {
 protected:
  JoinedRows() {
    for (std::size_t i = 0; i < f_.size(); ++i) f_[i] = static_cast<double>(i);
    left_ = f_;
    step_.number = 3;
    step_.strip.rows = 8;
    step_.strip.cols = 5;
    step_.strip.f = f_.data();
    step_.first_owned = 2;
    step_.owned = 4;
    step_.global_row = 30;
    step_.behind = StepInfo::Behind::joined;
  }
  ChangedRows changed() const { return changed_between_joined(step_, left_); }

  std::vector<double> f_ = std::vector<double>(40), left_;
  StepInfo step_;
};

TEST_F(JoinedRows, HaloRowsMayChange) {
  f_[1 * 5 + 4] = f_[6 * 5] = -1.0;
  EXPECT_EQ(changed().rows, 0);
}

TEST_F(JoinedRows, OwnedOnesAreNamedWithTheFirstWord) {
  f_[2 * 5 + 3] = f_[5 * 5 + 4] = -1.0;
  EXPECT_EQ(changed().rows, 2);
  EXPECT_EQ(
      changed().text,
      "2 rows that the rank owns, from row 30, column 3 of the field on, changed between joined steps, before step "
      "3: the device may have loaded them with their old values; between joined steps halo rows alone may change");
}

TEST_F(JoinedRows, ThoseOfAPartThatStaysAreLostForCertain) {
  step_.behind = StepInfo::Behind::resident;
  f_[2 * 5] = -1.0;
  EXPECT_EQ(
      changed().text,
      "1 row that the rank owns, from row 30, column 0 of the field on, changed between steps of a part that stays "
      "in the device, before step 3: the device has kept its own and does not load them; between these halo rows "
      "alone may change");
}

TEST_F(JoinedRows, TheFirstStepAndOthersMayBeginWithAnything) {
  f_[2 * 5 + 3] = -1.0;
  step_.behind = StepInfo::Behind::any;
  EXPECT_EQ(changed().rows, 0);
  step_.behind = StepInfo::Behind::joined;
  left_.clear();
  EXPECT_EQ(changed().rows, 0);
}

}  // namespace
}  // namespace stencil

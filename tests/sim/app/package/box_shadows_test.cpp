// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/box_shadows.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stencil {
namespace {

// 8 x 10 words: 3 shadow rows above and none below, 1 shadow column on the left, 2 on the right.
class BoxShadowsCase : public ::testing::Test {
 protected:
  std::string step(std::int64_t sweeps, std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols,
                   bool updated = true) {
    if (updated) shadows.updated({reinterpret_cast<const std::byte*>(words.data()), 8, {8, 3, 0}, {10, before, after}});
    StepInfo info;
    info.array = words.data() + row * 10 + col;
    info.stride = 10;
    info.strip = {rows, cols, words.data(), nullptr};
    info.scheme.interval = sweeps;
    return shadows.begins(info);
  }

  BoxShadows shadows;
  std::int64_t before = 1, after = 2;
  std::vector<double> words = std::vector<double>(160);
};

TEST_F(BoxShadowsCase, AsManySweepsAsShadowsAreRight) {
  EXPECT_EQ(step(1, 0, 0, 8, 10), "");
  before = after = 0;
  EXPECT_EQ(step(3, 0, 0, 8, 10), "") << "no other rank has columns";
}

TEST_F(BoxShadowsCase, MoreSweepsThanShadowColumnsAreTold) {
  EXPECT_EQ(
      step(2, 0, 0, 8, 10),
      "sweeps = 2, must be 1 .. 1: f is an array of VSDA_Create_2d with 1 shadow column on the left that another "
      "rank owns, and a step leaves its outermost columns as they are: columns of this rank are computed from old "
      "ones from sweep 2 on; shadowcols must be >= 2");
  before = 0;
  EXPECT_EQ(step(2, 0, 0, 8, 10), "");
  EXPECT_EQ(step(3, 0, 0, 8, 10).substr(0, 87),
            "sweeps = 3, must be 1 .. 2: f is an array of VSDA_Create_2d with 2 shadow columns on th");
  EXPECT_NE(step(2, 0, 0, 8, 9).find("1 .. 1:"), std::string::npos) << "of a part with one of them";
}

TEST_F(BoxShadowsCase, MoreSweepsThanShadowRowsAreTold) {
  before = after = 0;
  EXPECT_NE(step(4, 0, 0, 8, 10).find("with 3 shadow rows above that another rank owns"), std::string::npos);
  EXPECT_NE(step(3, 1, 0, 7, 10).find("shadowrows must be >= 3"), std::string::npos);
}

TEST_F(BoxShadowsCase, OtherStepsAreLeftAlone) {
  EXPECT_EQ(step(5, 3, 1, 5, 7), "") << "reaches no shadow";
  EXPECT_NE(step(5, 0, 0, 8, 10), "");
  EXPECT_EQ(step(5, 0, 0, 8, 10, false), "") << "not updated since the step before";
  EXPECT_EQ(step(5, 8, 0, 8, 10), "") << "another array, behind it";
}

}  // namespace
}  // namespace stencil

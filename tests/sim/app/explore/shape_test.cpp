// Combinations of lists of options as shapes, and their text.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/shape.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

TEST(Shapes, AreEveryCombinationWithTheLastListFastest) {
  const ShapeLists lists{
      {"a", "b"}, {Schedule::overlapped}, {Blocking::skewed, Blocking::overlapped_rows}, {5}, {10, 20}, {3}, {2, 4}};
  const std::vector<Shape> shapes = combine(lists);
  ASSERT_EQ(shapes.size(), 16u);
  EXPECT_EQ(readable(shapes[0]), "a overlapped skewed: 20 x 5 in blocks of 10 rows, 3 sweeps");
  EXPECT_EQ(readable(shapes[1]), "a overlapped skewed: 40 x 5 in blocks of 10 rows, 3 sweeps");
  EXPECT_EQ(readable(shapes[2]), "a overlapped skewed: 40 x 5 in blocks of 20 rows, 3 sweeps");
  EXPECT_EQ(readable(shapes[15]), "b overlapped overlapped-rows: 80 x 5 in blocks of 20 rows, 3 sweeps");
}

TEST(Shapes, AnEmptyListGivesNone) {
  EXPECT_TRUE(combine({{"a"}, {Schedule::overlapped}, {}, {5}, {10}, {3}, {2}}).empty());
}

}  // namespace
}  // namespace stencil

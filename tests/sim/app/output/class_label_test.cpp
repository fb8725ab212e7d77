// Classes of blocks as text.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/blocks_json.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

const ClassContext context{"jacobi", "small +variant=x", "sequential", "overlapped-rows", "", {}};

BlockClass block() {
  BlockClass shape;
  shape.rows = 25;
  shape.cols = 77;
  shape.niter = 5;
  shape.keep = 15;
  shape.chain = ChainLinks{};
  shape.place = StepPlace::middle;
  return shape;
}

TEST(ClassLabel, OfABlock) {
  BlockClass shape = block();
  EXPECT_EQ(class_label(context, shape),
            "middle block of 25 x 77, 5 sweeps, keep 15 (small sequential overlapped-rows)");
  EXPECT_EQ(class_label({}, shape), "middle block of 25 x 77, 5 sweeps, keep 15") << "a C client";
  shape.chain = ChainLinks{true, false};
  EXPECT_EQ(shape_label(shape), "middle block of 25 x 77, 5 sweeps, keep 15, joined above");
  shape.chain = ChainLinks{true, true};
  shape.place.reset();
  EXPECT_EQ(shape_label(shape), "block of 25 x 77, 5 sweeps, keep 15, joined above and below");
  shape.chain = ChainLinks{false, true};
  shape.keep.reset();
  shape.niter = 1;
  EXPECT_EQ(shape_label(shape), "block of 25 x 77, 1 sweep, joined below");
}

TEST(ClassLabel, OfATile) {
  BlockClass shape = block();
  shape.keep.reset();
  shape.chain.reset();
  shape.tile = TileKind{TileClass::send, false};
  EXPECT_EQ(shape_label(shape), "send tile of 25 x 77, 5 sweeps forward");
  shape.tile->backward = true;
  shape.place = StepPlace::only;
  EXPECT_EQ(shape_label(shape), "send only tile of 25 x 77, 5 sweeps backward");
}

}  // namespace
}  // namespace stencil

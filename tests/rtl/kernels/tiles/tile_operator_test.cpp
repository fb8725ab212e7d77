// tile_operator: every bit of the average of five, and its latency.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "Vtile_operator_points.h"
#include "Vtile_operator_points_slow.h"
#include "Vtile_operator_rtl.h"
#include "Vtile_operator_slow.h"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::tile_operator_test {
namespace {

template <class V, std::size_t AddLatency, std::size_t DivLatency>
struct Shape {
  using Model = V;
  static constexpr std::size_t add_latency = AddLatency;
  static constexpr std::size_t latency = 4 * AddLatency + DivLatency;
};

template <class Shape>
class TileOperator : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vtile_operator_rtl, 5, 2>, Shape<Vtile_operator_slow, 7, 3>,
                                Shape<Vtile_operator_points, 5, 2>, Shape<Vtile_operator_points_slow, 7, 3>>;
TYPED_TEST_SUITE(TileOperator, Shapes);

TYPED_TEST(TileOperator, OneMeanACycleWithEachOperandInItsTime) {
  Clocked<typename TypeParam::Model> dut;
  Random random(155);
  constexpr std::size_t points = 3000;
  for (const bool odd : {false, true}) {
    const Words values = odd ? odd_values(5 * points, random) : ordinary_values(5 * points, random);
    // North and south with the cell, each other operand an addition later.
    for (std::size_t cycle = 0; cycle < points; ++cycle) {
      for (std::size_t which = 0; which < 5; ++which) {
        const std::size_t late = which < 2 ? 0 : (which - 1) * TypeParam::add_latency;
        set_word(dut->i_operands, which, cycle < late ? 0 : values[5 * (cycle - late) + which]);
      }
      dut.settle();
      if (cycle >= TypeParam::latency) {
        const std::uint64_t* was = &values[5 * (cycle - TypeParam::latency)];
        ASSERT_EQ(dut->o_point, tile_point(was[0], was[1], was[2], was[3], was[4]))
            << "cycle " << cycle << ", seed 155";
      }
      dut.edge();
    }
  }
}

}  // namespace
}  // namespace stencil::test::tile_operator_test

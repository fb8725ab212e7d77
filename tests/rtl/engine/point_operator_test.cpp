// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "Vpoint_operator_rtl.h"
#include "Vpoint_operator_slow.h"
#include "Vpoint_operator_twin.h"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {
namespace {

template <class V, std::size_t Latency>
struct Shape {
  using Model = V;
  static constexpr std::size_t latency = Latency;
};

template <class Shape>
class PointOperator : public ::testing::Test {};
using Shapes =
    ::testing::Types<Shape<Vpoint_operator_rtl, 27>, Shape<Vpoint_operator_twin, 27>, Shape<Vpoint_operator_slow, 39>>;
TYPED_TEST_SUITE(PointOperator, Shapes);

TYPED_TEST(PointOperator, OneResultACycleInTheOrderOfOperations) {
  Clocked<typename TypeParam::Model> dut;
  Random random(151);
  for (const bool odd : {false, true})
    for (const Weights& weights :
         {Weights{0.3, 0.2, 0.9}, Weights{10000.0, 1e-3, 2.4e-5}, Weights{1e300, 1e-300, 1e8}}) {
      dut->i_rdx2 = to_bits(weights.rdx2);
      dut->i_rdy2 = to_bits(weights.rdy2);
      dut->i_beta = to_bits(weights.beta);
      constexpr std::size_t points = 3000;
      const Words values = odd ? odd_values(5 * points, random) : ordinary_values(5 * points, random);
      for (std::size_t cycle = 0; cycle < points; ++cycle) {
        const std::uint64_t* in = &values[5 * cycle];
        drive(dut->i_count, cycle % 64);
        dut->i_north = in[0];
        dut->i_south = in[1];
        dut->i_west = in[2];
        dut->i_east = in[3];
        dut->i_r = in[4];
        dut.settle();
        if (cycle >= TypeParam::latency) {
          const std::uint64_t* was = &values[5 * (cycle - TypeParam::latency)];
          ASSERT_EQ(dut->o_f, point(was[0], was[1], was[2], was[3], was[4], weights))
              << "cycle " << cycle << ", seed 151";
          ASSERT_EQ(dut->o_r, was[4]) << "cycle " << cycle;
        }
        dut.edge();
      }
    }
}

}  // namespace
}  // namespace stencil::test

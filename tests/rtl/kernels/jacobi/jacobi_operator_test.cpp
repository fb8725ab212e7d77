// jacobi_operator in its place (sweep_operator): every bit of sweeps, and of tiles that share its adders; latencies.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "Vjacobi_operator_rtl.h"
#include "Vjacobi_operator_slow.h"
#include "Vjacobi_operator_twin.h"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::jacobi_operator_test {
namespace {

template <class V, std::size_t Latency, std::size_t AddLatency, std::size_t DivLatency>
struct Shape {
  using Model = V;
  static constexpr std::size_t latency = Latency;
  static constexpr std::size_t add_latency = AddLatency;
  static constexpr std::size_t tile_latency = 4 * AddLatency + DivLatency;
};

template <class Shape>
class JacobiOperator : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vjacobi_operator_rtl, 27, 5, 2>, Shape<Vjacobi_operator_twin, 27, 5, 2>,
                                Shape<Vjacobi_operator_slow, 39, 7, 3>>;
TYPED_TEST_SUITE(JacobiOperator, Shapes);

// Holds C8.1.
TYPED_TEST(JacobiOperator, OneResultACycleInTheOrderOfOperations) {
  Clocked<typename TypeParam::Model> dut;
  Random random(151);
  dut->i_tiles = 0;
  for (const bool odd : {false, true})
    for (const Weights& weights :
         {Weights{0.3, 0.2, 0.9}, Weights{10000.0, 1e-3, 2.4e-5}, Weights{1e300, 1e-300, 1e8}}) {
      set_word(dut->i_weights, 0, to_bits(weights.rdx2));
      set_word(dut->i_weights, 1, to_bits(weights.rdy2));
      set_word(dut->i_weights, 2, to_bits(weights.beta));
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

// Shared with tiles between two sweeps, until all points under way are done.
TYPED_TEST(JacobiOperator, MeanOfATileWithEachOperandInItsTime) {
  Clocked<typename TypeParam::Model> dut;
  Random random(153);
  constexpr std::size_t add = TypeParam::add_latency;
  constexpr std::size_t points = 3000;
  for (const bool odd : {false, true, false}) {
    for (std::size_t word = 0; word < 3; ++word) set_word(dut->i_weights, word, to_bits(0.3));
    dut->i_tiles = 1;
    const Words values = odd ? odd_values(5 * points, random) : ordinary_values(5 * points, random);
    const auto operand = [&](std::size_t cycle, std::size_t late, std::size_t which) {
      return cycle < late ? 0 : values[5 * (cycle - late) + which];
    };
    for (std::size_t cycle = 0; cycle < points; ++cycle) {
      drive(dut->i_count, cycle % 64);
      // The Jacobi ports must not matter.
      for (auto* port : {&dut->i_north, &dut->i_south, &dut->i_west, &dut->i_east, &dut->i_r}) *port = values[cycle];
      set_word(dut->i_operands, 0, operand(cycle, 0, 0));
      set_word(dut->i_operands, 1, operand(cycle, 0, 1));
      set_word(dut->i_operands, 2, operand(cycle, add, 2));
      set_word(dut->i_operands, 3, operand(cycle, 2 * add, 3));
      set_word(dut->i_operands, 4, operand(cycle, 3 * add, 4));
      dut.settle();
      if (cycle >= TypeParam::tile_latency) {
        const std::uint64_t* was = &values[5 * (cycle - TypeParam::tile_latency)];
        ASSERT_EQ(dut->o_point, tile_point(was[0], was[1], was[2], was[3], was[4]))
            << "cycle " << cycle << ", seed 153";
      }
      dut.edge();
    }
    // And back: a point of Jacobi, whose sums hold nothing of the tile.
    dut->i_tiles = 0;
    const std::uint64_t* in = &values[0];
    dut->i_north = in[0];
    dut->i_south = in[1];
    dut->i_west = in[2];
    dut->i_east = in[3];
    dut->i_r = in[4];
    for (std::size_t cycle = 0; cycle < TypeParam::latency; ++cycle) {
      drive(dut->i_count, (points + cycle) % 64);
      dut.settle();
      dut.edge();
    }
    dut.settle();
    ASSERT_EQ(dut->o_f, point(in[0], in[1], in[2], in[3], in[4], Weights{0.3, 0.3, 0.3}));
  }
}

}  // namespace
}  // namespace stencil::test::jacobi_operator_test

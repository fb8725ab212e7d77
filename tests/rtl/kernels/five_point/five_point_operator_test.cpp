// The operator of five-point sweeps in its place (sweep_operator), alone, with Jacobi and with tiles, against the
// published order of operations.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "Vfive_point_operator_alone.h"
#include "Vfive_point_operator_rtl.h"
#include "Vfive_point_operator_slow.h"
#include "models/five_point/five_point_row.hpp"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::five_point_operator_test {
namespace {

template <class V, bool Jacobi, std::size_t AddLatency, std::size_t MulLatency, std::size_t DivLatency>
struct Shape {
  using Model = V;
  static constexpr bool jacobi = Jacobi;
  static constexpr std::size_t latency = 4 * AddLatency + 2 * MulLatency;
  static constexpr std::size_t add_latency = AddLatency;
  static constexpr std::size_t tile_latency = 4 * AddLatency + DivLatency;
};

template <class Shape>
class FivePointOperator : public ::testing::Test {
 protected:
  static constexpr std::size_t operands = 6;  // north, south, west, east, centre, r

  void set_weights(const Weights& weights) {
    const Coefficients c = weights.five_point.value_or(Coefficients{});
    const double words[] = {weights.rdx2, weights.rdy2, weights.beta, c.an, c.as, c.aw, c.ae, c.ac};
    for (std::size_t word = 0; word < 8; ++word) set_word(dut->i_weights, word, to_bits(words[word]));
    set_word(dut->i_weights, 8, weights.five_point.has_value());
  }
  static std::uint64_t expected(const std::uint64_t* in, const Weights& weights) {
    return weights.five_point ? five_point(in[0], in[1], in[2], in[3], in[4], in[5], *weights.five_point, weights.beta)
                              : point(in[0], in[1], in[2], in[3], in[5], weights);
  }
  // A point per cycle; checks every result in its cycle.
  void expect_exact(const Words& values, const Weights& weights) {
    set_weights(weights);
    dut->i_tiles = 0;
    const std::size_t points = values.size() / operands;
    for (std::size_t cycle = 0; cycle < points + Shape::latency; ++cycle) {
      const std::uint64_t* in = &values[operands * (cycle % points)];
      drive(dut->i_count, count++ % 64);
      dut->i_north = in[0];
      dut->i_south = in[1];
      dut->i_west = in[2];
      dut->i_east = in[3];
      dut->i_centre = in[4];
      dut->i_r = in[5];
      dut.settle();
      if (cycle >= Shape::latency) {
        const std::uint64_t* was = &values[operands * (cycle - Shape::latency)];
        ASSERT_EQ(dut->o_f, expected(was, weights)) << "cycle " << cycle << ", seed 157";
        ASSERT_EQ(dut->o_r, was[5]) << "cycle " << cycle;
      }
      dut.edge();
    }
  }

  Clocked<typename Shape::Model> dut;
  Random random{157};
  std::size_t count = 0;
};
using Shapes =
    ::testing::Types<Shape<Vfive_point_operator_rtl, true, 5, 6, 2>, Shape<Vfive_point_operator_alone, false, 5, 6, 2>,
                     Shape<Vfive_point_operator_slow, true, 7, 9, 3>>;
TYPED_TEST_SUITE(FivePointOperator, Shapes);

// Holds C8.5.
TYPED_TEST(FivePointOperator, OneResultACycleInTheOrderOfOperations) {
  for (const bool odd : {false, true})
    for (const Weights& weights :
         {Weights{9, 9, 0.9, Coefficients{}}, Weights{9, 9, 2.4e-5, Coefficients{1e4, 1e4, 1e-3, 1e3, -4e4}},
          Weights{9, 9, 1e8, Coefficients{1e300, -1e300, 1e-300, 1e-308, -0.0}}}) {
      const std::size_t words = this->operands * 3000;
      this->expect_exact(odd ? odd_values(words, this->random) : ordinary_values(words, this->random), weights);
      if (this->HasFatalFailure()) return;
    }
}

// Coefficients that no solver accepts but any host may write: subnormals, infinities, NaN.
TYPED_TEST(FivePointOperator, AnyBitsAsCoefficients) {
  for (int round = 0; round < 40; ++round) {
    const Words c = odd_values(6, this->random);
    const Coefficients coefficients{to_double(c[0]), to_double(c[1]), to_double(c[2]), to_double(c[3]),
                                    to_double(c[4])};
    const Words values = round % 2 == 0 ? ordinary_values(this->operands * 100, this->random)
                                        : odd_values(this->operands * 100, this->random);
    this->expect_exact(values, Weights{9, 9, to_double(c[5]), coefficients});
    if (this->HasFatalFailure()) return;
  }
}

// The golden row of the models, which the software and model backends run, gives the operator's bits.
// Holds C8.2, C8.5.
TYPED_TEST(FivePointOperator, IsTheGoldenRow) {
  constexpr std::size_t cols = 2000;
  for (const bool odd : {false, true}) {
    Words (*values)(std::size_t, Random&) = odd ? odd_values : ordinary_values;
    const Words north = values(cols, this->random), row = values(cols, this->random),
                south = values(cols, this->random);
    const Words r = values(cols, this->random);
    const Coefficients c;
    const double beta = 0.9;
    const auto numbers = [](const Words& words) {
      std::vector<double> result(words.size());
      std::memcpy(result.data(), words.data(), 8 * words.size());
      return result;
    };
    std::vector<double> golden(cols);
    five_point_row(cols, numbers(north).data(), numbers(row).data(), numbers(south).data(), numbers(r).data(),
                   golden.data(), FivePointWeights{c.an, c.as, c.aw, c.ae, c.ac, beta});
    Words points;
    for (std::size_t col = 1; col + 1 < cols; ++col) {
      points.insert(points.end(), {north[col], south[col], row[col - 1], row[col + 1], row[col], r[col]});
      ASSERT_EQ(five_point(north[col], south[col], row[col - 1], row[col + 1], row[col], r[col], c, beta),
                to_bits(golden[col]))
          << "column " << col << ", seed 157";
    }
    this->expect_exact(points, Weights{9, 9, beta, c});
    if (this->HasFatalFailure()) return;
  }
}

// Signs of zero sums and places of rounding: all operands from +-0, +-1 and +-2^-53.
TYPED_TEST(FivePointOperator, EveryChoiceOfZerosOnesAndHalfUlps) {
  const std::vector<double> choices = {0.0, -0.0, 1.0, -1.0, 0x1p-53};
  Words values;
  for (std::size_t choice = 0; choice < 15625; ++choice)
    for (std::size_t operand = 0, rest = choice; operand < this->operands; ++operand, rest /= choices.size())
      values.push_back(to_bits(choices[rest % choices.size()]));
  this->expect_exact(values, Weights{9, 9, 1.0, Coefficients{1, 1, 1, 1, 1}});
  this->expect_exact(values, Weights{9, 9, -1.0, Coefficients{1, -1, 1, 0x1.0000000000001p0, -1}});
  if (TypeParam::jacobi) {
    this->expect_exact(values, Weights{1.0, 1.0, 1.0});
    this->expect_exact(values, Weights{-1.0, 0x1.0000000000001p0, -1.0});
  }
}

// Jobs of both kernels by turns: no trace of the previous one, and Jacobi has the same latency.
// Holds C8.6.
TYPED_TEST(FivePointOperator, JacobiByTurns) {
  if (!TypeParam::jacobi) return;
  for (int round = 0; round < 30; ++round) {
    Weights weights{this->random.real(-1, 1), this->random.real(-1, 1), this->random.real(-2, 2)};
    if (round % 2 == 0) weights.five_point.emplace();
    const std::size_t words = this->operands * static_cast<std::size_t>(this->random.in(1, 150));
    this->expect_exact(round % 3 == 0 ? odd_values(words, this->random) : ordinary_values(words, this->random),
                       weights);
    if (this->HasFatalFailure()) return;
  }
}

// Shared with tiles, whatever the kernel of the previous job.
TYPED_TEST(FivePointOperator, MeanOfATileWithEachOperandInItsTime) {
  auto& dut = this->dut;
  constexpr std::size_t add = TypeParam::add_latency;
  constexpr std::size_t points = 2000;
  for (const bool five_point : {false, true})
    for (const bool odd : {false, true}) {
      Weights weights{0.3, 0.3, 0.3};
      if (five_point) weights.five_point.emplace();
      this->set_weights(weights);
      dut->i_tiles = 1;
      const Words values = odd ? odd_values(5 * points, this->random) : ordinary_values(5 * points, this->random);
      const auto operand = [&](std::size_t cycle, std::size_t late, std::size_t which) {
        return cycle < late ? 0 : values[5 * (cycle - late) + which];
      };
      for (std::size_t cycle = 0; cycle < points; ++cycle) {
        drive(dut->i_count, this->count++ % 64);
        // The ports of sweeps must not matter.
        for (auto* port : {&dut->i_north, &dut->i_south, &dut->i_west, &dut->i_east, &dut->i_centre, &dut->i_r})
          *port = values[cycle];
        set_word(dut->i_operands, 0, operand(cycle, 0, 0));
        set_word(dut->i_operands, 1, operand(cycle, 0, 1));
        set_word(dut->i_operands, 2, operand(cycle, add, 2));
        set_word(dut->i_operands, 3, operand(cycle, 2 * add, 3));
        set_word(dut->i_operands, 4, operand(cycle, 3 * add, 4));
        dut.settle();
        if (cycle >= TypeParam::tile_latency) {
          const std::uint64_t* was = &values[5 * (cycle - TypeParam::tile_latency)];
          ASSERT_EQ(dut->o_point, tile_point(was[0], was[1], was[2], was[3], was[4]))
              << "cycle " << cycle << ", seed 157";
        }
        dut.edge();
      }
      // And back: sums hold nothing of the tile.
      if (five_point || TypeParam::jacobi) {
        this->expect_exact(ordinary_values(this->operands * 9, this->random), weights);
        if (this->HasFatalFailure()) return;
      }
    }
}

}  // namespace
}  // namespace stencil::test::five_point_operator_test

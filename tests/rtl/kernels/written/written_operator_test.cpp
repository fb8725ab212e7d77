// Every operator of sweeps that is written by hand, in its place (sweep_operator): the bits of its golden row in its
// latency, also of special values.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "Vpoints_both.h"
#include "Vpoints_five_point.h"
#include "Vpoints_jacobi.h"
#include "Vwritten_five_point.h"
#include "Vwritten_jacobi.h"
#include "models/jacobi.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"

namespace stencil::test::written_operator_test {
namespace {

// Latency: of a slower operator beside it; 0: its own.
template <class V, class OperatorWeights, std::size_t Latency = 0>
struct Operator {
  using Model = V;
  using Weights = OperatorWeights;
  static constexpr std::size_t latency = Latency;
};
using Operators =
    ::testing::Types<Operator<Vwritten_jacobi, JacobiWeights>, Operator<Vwritten_five_point, FivePointWeights>,
                     Operator<Vpoints_jacobi, JacobiWeights>, Operator<Vpoints_five_point, FivePointWeights>,
                     Operator<Vpoints_both, JacobiWeights, 32>, Operator<Vpoints_both, FivePointWeights, 32>>;

constexpr std::size_t operands = 6;  // north, south, west, east, centre, r

template <class Operator>
class WrittenOperator : public ::testing::Test {
 protected:
  WrittenOperator() : weights(typename Operator::Weights{}) {
    const contract::KernelRow& row = contract::sweep_operator_rows[weights.index()];
    latency = Operator::latency != 0 ? Operator::latency : static_cast<std::size_t>(row.adds * 5 + row.muls * 6);
  }

  // Each number of the operator is one of these, in turn.
  void set_weights(const std::vector<double>& numbers) {
    std::size_t next = 0;
    for_each_weight(weights, [&](Weight, double& value) { value = numbers[next++ % numbers.size()]; });
    // Those of other operators, and which one is chosen, where there is room for it.
    for (std::size_t word = 0; word < 8; ++word) give(word, to_bits(0x1p1000));
    for_each_weight(weights,
                    [&](Weight weight, double value) { give(static_cast<std::size_t>(weight), to_bits(value)); });
    give(8, contract::sweep_operator_rows[weights.index()].choice >> 3);
  }
  std::uint64_t golden(const std::uint64_t* in) const {
    const std::array<double, 3> north{0, to_double(in[0]), 0}, south{0, to_double(in[1]), 0};
    const std::array<double, 3> row{to_double(in[2]), to_double(in[4]), to_double(in[3])}, r{0, to_double(in[5]), 0};
    std::array<double, 3> out{};
    sweep_row(3, north.data(), row.data(), south.data(), r.data(), out.data(), weights);
    return to_bits(out[1]);
  }
  // A point per cycle; checks every result in its cycle.
  void expect_golden(const Words& values) {
    dut->i_tiles = 0;
    const std::size_t points = values.size() / operands;
    for (std::size_t cycle = 0; cycle < points + latency; ++cycle) {
      const std::uint64_t* in = &values[operands * (cycle % points)];
      drive(dut->i_count, count++ % 64);
      dut->i_north = in[0];
      dut->i_south = in[1];
      dut->i_west = in[2];
      dut->i_east = in[3];
      dut->i_centre = in[4];
      dut->i_r = in[5];
      dut.settle();
      if (cycle >= latency) {
        const std::uint64_t* was = &values[operands * (cycle - latency)];
        ASSERT_EQ(dut->o_f, golden(was)) << operator_name(weights) << ", cycle " << cycle << ", seed 211";
        ASSERT_EQ(dut->o_r, was[5]) << operator_name(weights) << ", cycle " << cycle;
      }
      dut.edge();
    }
  }

  Clocked<typename Operator::Model> dut;
  SweepWeights weights;
  std::size_t latency = 0;
  Random random{211};
  std::size_t count = 0;

 private:
  void give(std::size_t word, std::uint64_t bits) {
    if (word < sizeof(dut->i_weights) / 8) set_word(dut->i_weights, word, bits);
  }
};
TYPED_TEST_SUITE(WrittenOperator, Operators);

// Holds C8.1, C8.2, C8.5.
TYPED_TEST(WrittenOperator, HasTheBitsOfItsGoldenRowInItsLatency) {
  for (const std::vector<double>& numbers :
       {std::vector<double>{0.9, -0.25, 1.0 / 3}, {1e4, 2.4e-5, -4e4, 1e-3}, {1e300, -1e300, 1e-308, 1e8, -0.0}}) {
    this->set_weights(numbers);
    for (const bool odd : {false, true}) {
      this->expect_golden(odd ? odd_values(operands * 2000, this->random)
                              : ordinary_values(operands * 2000, this->random));
      if (this->HasFatalFailure()) return;
    }
  }
}

// Subnormals, infinities, NaN: no solver takes them, but any host may write them.
TYPED_TEST(WrittenOperator, AnyBitsAsNumbers) {
  for (int round = 0; round < 40; ++round) {
    std::vector<double> numbers;
    for (const std::uint64_t word : odd_values(8, this->random)) numbers.push_back(to_double(word));
    this->set_weights(numbers);
    this->expect_golden(odd_values(operands * 100, this->random));
    if (this->HasFatalFailure()) return;
  }
}

// Signs of zero sums and places of rounding.
TYPED_TEST(WrittenOperator, EveryChoiceOfZerosOnesAndHalfUlps) {
  const std::vector<double> choices = {0.0, -0.0, 1.0, -1.0, 0x1p-53};
  Words values;
  for (std::size_t choice = 0; choice < 15625; ++choice)
    for (std::size_t operand = 0, rest = choice; operand < operands; ++operand, rest /= choices.size())
      values.push_back(to_bits(choices[rest % choices.size()]));
  for (const std::vector<double>& numbers : {std::vector<double>{1.0}, {1.0, -1.0, 1.0, 0x1.0000000000001p0}}) {
    this->set_weights(numbers);
    this->expect_golden(values);
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil::test::written_operator_test

// Operators made of formulas have the bits and the latencies of those written by hand, cycle by cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "Vformula_twins_points.h"
#include "Vformula_twins_rtl.h"
#include "Vformula_twins_slow_add.h"
#include "Vformula_twins_slow_mul.h"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/engine/values.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::formula_twins_test {
namespace {

template <class V, std::size_t JacobiLatency, std::size_t FivePointLatency>
struct Shape {
  using Model = V;
  static constexpr std::size_t jacobi = JacobiLatency;
  static constexpr std::size_t five_point = FivePointLatency;
};

template <class Shape>
class FormulaTwins : public ::testing::Test {};
// Latencies of adder and multiplier: 5 and 6, 16 and 6, 5 and 16.
using Shapes = ::testing::Types<Shape<Vformula_twins_rtl, 27, 32>, Shape<Vformula_twins_slow_add, 60, 76>,
                                Shape<Vformula_twins_slow_mul, 47, 52>, Shape<Vformula_twins_points, 27, 32>>;
TYPED_TEST_SUITE(FormulaTwins, Shapes);

// FORMULA_VECTORS: how many, in place of 20,000; the test labelled slow sets it.
std::size_t vectors() {
  const char* const text = std::getenv("FORMULA_VECTORS");
  return text == nullptr ? 20000 : static_cast<std::size_t>(std::atoll(text));
}

template <std::size_t Words>
void expect_twins(const VlWide<Words>& both, const char* kernel, std::size_t cycle) {
  for (std::size_t word = 0; word < Words / 2; ++word)
    ASSERT_EQ(both[word + Words / 2], both[word]) << kernel << ", word " << word << ", cycle " << cycle;
}

std::uint64_t word_of(const EData* words, std::size_t word) {
  return words[2 * word] | std::uint64_t{words[2 * word + 1]} << 32;
}

// Holds C8.7.
TYPED_TEST(FormulaTwins, SameBitsInEachCycle) {
  std::optional<Clocked<typename TypeParam::Model>> model;
  constexpr std::uint64_t seed = 157;
  Random random(seed);
  constexpr std::size_t epoch = 5000;  // cycles with the same numbers
  std::size_t compared = 0, nans = 0;
  const std::size_t wanted = vectors();
  for (std::size_t turn = 0; compared < wanted; ++turn) {
    if (turn % 100 == 0) model.emplace();  // a model has a bound of cycles
    auto& dut = *model;
    const Words numbers = turn % 3 == 0 ? odd_values(8, random) : ordinary_values(8, random);
    for (std::size_t word = 0; word < 8; ++word) {
      dut->i_numbers[2 * word] = static_cast<EData>(numbers[word]);
      dut->i_numbers[2 * word + 1] = static_cast<EData>(numbers[word] >> 32);
    }
    const Words values = turn % 2 == 0 ? odd_values(6 * epoch, random) : ordinary_values(6 * epoch, random);
    for (std::size_t cycle = 0; cycle < epoch; ++cycle) {
      const std::uint64_t* in = &values[6 * cycle];
      dut->i_count = static_cast<CData>((turn * epoch + cycle) % 128);
      dut->i_north = in[0];
      dut->i_south = in[1];
      dut->i_centre = in[2];
      dut->i_west = in[3];
      dut->i_east = in[4];
      dut->i_r = in[5];
      dut.settle();
      // Before, a result is of operands with other numbers, or of none.
      if (cycle >= TypeParam::five_point) {
        expect_twins(dut->o_jacobi, "jacobi", cycle);
        expect_twins(dut->o_five_point, "five-point", cycle);
        if (this->HasFatalFailure()) FAIL() << "seed " << seed << ", turn " << turn;
        // r passes with the result: the latency is that of the law.
        ASSERT_EQ(word_of(dut->o_jacobi, 3), values[6 * (cycle - TypeParam::jacobi) + 5]) << cycle;
        ASSERT_EQ(word_of(dut->o_five_point, 3), values[6 * (cycle - TypeParam::five_point) + 5]) << cycle;
        nans += word_of(dut->o_jacobi, 2) == 0x7ff8000000000000;
        ++compared;
      }
      dut.edge();
    }
  }
  EXPECT_GT(nans, compared / 100);
  EXPECT_LT(nans, compared);
}

}  // namespace
}  // namespace stencil::test::formula_twins_test

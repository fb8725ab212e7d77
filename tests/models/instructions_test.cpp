// Every loop over points, for every instruction set of this CPU, against the operations of a point in integers.
// SPDX-License-Identifier: Apache-2.0
#include "models/instructions/instructions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "models/formula/exact_sweeps.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/kernel_rows/row_program.hpp"
#include "models/largest_change.hpp"
#include "models/memory_loops/folded_sweeps.hpp"
#include "models/memory_loops/memory_block.hpp"
#include "models/memory_loops/memory_rows.hpp"
#include "models/memory_loops/memory_sweeps.hpp"
#include "models/memory_loops/memory_tile.hpp"
#include "tests/models/kernel_rows/row_values.hpp"
#include "tests/models/uneven_weights.hpp"

namespace stencil::instructions_test {
namespace {

using Field = std::vector<double>;

// Each kind of operation and of operand, signs flipped in front of each.
SweepWeights formula_with(Instructions instructions) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\nsource q\n"
                                       "number a\n"
                                       "number b\n"
                                       "new u = (-(u[i-1,j-1]*a) - -q/5)*(u[i+1,j+1] - 0.75) + (-u[i,j+1]/4 + b)*-a - "
                                       "(b - u[i,j-1])*(a*b) + -u[i+1,j]\n");
  FormulaWeights weights = with_numbers(formula_weights(formula), {-0.7, 3.0});
  weights.program = std::make_shared<const RowProgram>(formula, instructions);
  return weights;
}

Field three_rows(std::int64_t cols, unsigned seed) {
  Field rows;
  for (unsigned row = 0; row < 3; ++row)
    for (const double value : row_values(cols, 3 * seed + row)) rows.push_back(value);
  return rows;
}

// Everyday values, subnormal ones among them.
Field numbers(std::size_t words, unsigned seed) {
  std::mt19937_64 random(seed);
  Field values(words);
  for (double& value : values) {
    const std::uint64_t bits = random();
    value = static_cast<double>(static_cast<std::int64_t>(bits) >> 11) * (bits % 8 == 0 ? 0x1p-1074 : 0x1p-53);
  }
  return values;
}

Field middle(const Field& rows, std::int64_t cols) {
  return {rows.begin() + cols, rows.begin() + 2 * cols};
}

class OnInstructions : public ::testing::TestWithParam<Instructions> {
 protected:
  void SetUp() override {
    if (!cpu_has(GetParam())) GTEST_SKIP() << "not compared: this CPU lacks " << name_of(GetParam());
  }
  static std::vector<SweepWeights> operators() {
    std::vector<SweepWeights> all = test::uneven_weights();
    all.push_back(formula_with(GetParam()));
    return all;
  }
};

std::string name_of_test(const ::testing::TestParamInfo<Instructions>& info) {
  return name_of(info.param);
}
INSTANTIATE_TEST_SUITE_P(Each, OnInstructions, ::testing::ValuesIn(all_instructions), name_of_test);

// All lengths of the rest behind whole registers, and pieces of formulas (64 and 256 points) with a rest.
TEST_P(OnInstructions, RowsHaveTheBitsOfTheFormulaInIntegers) {
  for (const SweepWeights& weights : operators()) {
    for (const std::int64_t cols :
         {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 26, 66, 67, 77, 281}) {
      SCOPED_TRACE(::testing::Message() << operator_name(weights) << ", " << cols << " columns");
      const Field rows = three_rows(cols, static_cast<unsigned>(cols)), r = three_rows(cols, 1000);
      Field exact = rows;
      exact_sweeps(3, cols, exact.data(), r.data(), weights, 1);
      Field golden = middle(rows, cols), memory = golden;
      const double *const north = rows.data(), *const row = north + cols, *const south = row + cols;
      sweep_row(cols, north, row, south, r.data() + cols, golden.data(), weights, GetParam());
      EXPECT_EQ(words_of(golden), words_of(middle(exact, cols))) << "golden";
      memory_row(cols, north, row, south, r.data() + cols, memory.data(), weights, GetParam());
      EXPECT_EQ(words_of(memory), words_of(middle(exact, cols))) << "local memory";
    }
  }
}

TEST_P(OnInstructions, TwoRowsAtOnceHaveTheBitsOfEachAlone) {
  for (const SweepWeights& weights : operators()) {
    for (const std::int64_t cols : {2, 3, 4, 9, 10, 11, 17, 18, 66, 281}) {
      SCOPED_TRACE(::testing::Message() << operator_name(weights) << ", " << cols << " columns");
      Field rows, r = row_values(2 * cols, 7);
      for (unsigned row = 0; row < 4; ++row)
        for (const double value : row_values(cols, row)) rows.push_back(value);
      const double* const north = rows.data();
      Field alone(static_cast<std::size_t>(2 * cols)), together = alone;
      for (std::int64_t row = 0; row < 2; ++row) {
        const double* const at = north + row * cols;
        memory_row(cols, at, at + cols, at + 2 * cols, r.data() + row * cols, alone.data() + row * cols, weights,
                   GetParam());
      }
      memory_rows(cols, {north, north + cols, north + 2 * cols, north + 3 * cols}, {r.data(), r.data() + cols},
                  {together.data(), together.data() + cols}, weights, GetParam());
      EXPECT_EQ(words_of(together), words_of(alone));
    }
  }
}

// The largest change in each place in turn.
TEST_P(OnInstructions, TheLargestChangeIsFoundInEveryColumn) {
  for (const std::int64_t cols : {3, 4, 7, 10, 18, 19, 35}) {
    Field before(static_cast<std::size_t>(cols), 1.5), after = before;
    for (double& value : after) value += 0x1p-40;
    after.front() = before.back() = 1e9;  // the border does not count
    for (std::int64_t at = 1; at < cols - 1; ++at) {
      for (const double changed : {-0.25, 4.0, HUGE_VAL, static_cast<double>(NAN)}) {
        Field row = after;
        row[static_cast<std::size_t>(at)] = changed;
        const double change = std::fabs(changed - 1.5);
        const std::uint64_t want = change == change ? bits_of(change) : canonical_nan_bits;
        EXPECT_EQ(largest_change_of_row(cols, before.data(), row.data(), GetParam()), want)
            << "column " << at << " of " << cols << ": " << changed;
      }
    }
  }
}

// 20 elements stand in a row at most, fewer for long rows.
TEST(MemorySweeps, HaveTheBitsOfGoldenSweeps) {
  MemorySweeps sweeps;
  for (const SweepWeights& weights : test::uneven_weights()) {
    for (const std::int64_t cols : {2, 3, 5, 11000}) {
      for (const std::int64_t rows : {2, 3, 4, 9}) {
        for (const std::int64_t niter : {0, 1, 2, 3, 19, 20, 21, 43}) {
          if (cols > 100 && (rows < 9 || niter > 3)) continue;
          const auto words = static_cast<unsigned>(rows * cols);
          const Field r = row_values(words, 5);
          Field golden = row_values(words, words), memory = golden;
          LargestChange change;
          golden_sweeps(rows, cols, golden.data(), r.data(), weights, niter, &change);
          EXPECT_EQ(sweeps.sweep(rows, cols, memory.data(), r.data(), weights, niter, true), change.bits());
          ASSERT_EQ(words_of(memory), words_of(golden)) << rows << " x " << cols << ", " << niter << " sweeps";
        }
      }
    }
  }
}

// Every number of columns behind the last whole register of each part; rows that are no multiple of those that one
// element sweeps at once; elements in one pass and, of long rows, in several.
TEST_P(OnInstructions, FoldedRowsHaveTheBitsOfGoldenSweeps) {
  FoldedSweeps sweeps;
  for (const SweepWeights& weights : test::uneven_weights()) {
    const std::int64_t least = 4 * points_of(GetParam()) + 1;
    std::vector<std::int64_t> all_cols{2500};
    for (std::int64_t more = 0; more <= points_of(GetParam()) * points_of(GetParam()) + 1; ++more)
      all_cols.push_back(least + more);
    for (const std::int64_t cols : all_cols) {
      for (const std::int64_t rows : {5, 6, 7, 8, 9, 14, 61}) {
        for (const std::int64_t niter : {12, 13, 28}) {
          if ((cols > 100 && rows % 7 != 0) || (rows > 14 && cols > least + 4)) continue;
          SCOPED_TRACE(::testing::Message()
                       << operator_name(weights) << ", " << rows << " x " << cols << ", " << niter << " sweeps");
          const auto words = static_cast<unsigned>(rows * cols);
          const Field r = numbers(words, 5);
          // Sweeps carry what is no number to all points: so not in every field.
          Field golden = niter == 12 ? row_values(words, words) : numbers(words, words), memory = golden;
          LargestChange change;
          golden_sweeps(rows, cols, golden.data(), r.data(), weights, niter, &change);
          const MemoryBlock block{rows, cols, memory.data(), r.data(), weights, GetParam()};
          ASSERT_TRUE(FoldedSweeps::suits(block, niter));
          EXPECT_EQ(sweeps.sweep(block, niter, true), change.bits());
          ASSERT_EQ(words_of(memory), words_of(golden));
        }
      }
    }
  }
}

TEST_P(OnInstructions, FoldingPaysForManySweepsOfWrittenOperators) {
  Field f(100000), r = f;
  const std::int64_t least = 4 * points_of(GetParam()) + 1;
  for (const SweepWeights& weights : operators()) {
    const bool written = !std::holds_alternative<FormulaWeights>(weights);
    const auto suits = [&](std::int64_t rows, std::int64_t cols, std::int64_t niter) {
      return FoldedSweeps::suits({rows, cols, f.data(), r.data(), weights, GetParam()}, niter);
    };
    EXPECT_EQ(suits(5, least, 12), written);
    EXPECT_FALSE(suits(4, least, 12));
    EXPECT_FALSE(suits(5, least - 1, 12));
    EXPECT_FALSE(suits(5, least, 11));
    EXPECT_EQ(suits(5, 3600, 12), written);
    EXPECT_FALSE(suits(5, 3800, 12));
  }
}

TEST_P(OnInstructions, TilesHaveTheBitsOfTheGoldenTile) {
  std::mt19937_64 random(35);
  const auto below = [&](std::int64_t bound) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
  };
  int set = 0;
  for (int round = 0; round < 600; ++round) {
    Tile tile;
    tile.rows = 3 + below(60);
    tile.cols = 3 + below(60);
    tile.sweeps = below(5);
    tile.backward = below(2) == 1;
    const auto edge = [&](std::int64_t last) { return TileEdge{1 + below(last), static_cast<int>(below(3)) - 1}; };
    tile.top = edge(tile.rows - 1);
    tile.bottom = edge(tile.rows - 1);
    tile.left = edge(tile.cols - 1);
    tile.right = edge(tile.cols - 1);
    // A sweep carries what is no number to most points: so not in every tile.
    const auto words = static_cast<std::size_t>(tile.rows * tile.cols);
    const Field before = round % 4 == 0 ? row_values(tile.rows * tile.cols, static_cast<unsigned>(round))
                                        : numbers(words, static_cast<unsigned>(round));
    Field golden = before, memory = before;
    try {
      golden_tile(tile, golden.data());
    } catch (const std::invalid_argument&) {
      continue;  // an edge that leaves the block
    }
    memory_tile(tile, memory.data(), GetParam());
    ASSERT_EQ(words_of(memory), words_of(golden)) << "round " << round;
    set += golden != before ? 1 : 0;
  }
  EXPECT_GT(set, 50);
}

TEST(Instructions, AreChosenByName) {
  for (const Instructions each : all_instructions) {
    if (!cpu_has(each)) continue;
    EXPECT_EQ(read_instructions("it", name_of(each)), each);
  }
  try {
    read_instructions("it", "sse9");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()).rfind("it is 'sse9', must be one of those that this CPU has: usual", 0), 0u)
        << error.what();
  }
}

}  // namespace
}  // namespace stencil::instructions_test

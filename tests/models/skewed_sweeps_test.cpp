// A field swept in skewed blocks against the same field swept whole.
// SPDX-License-Identifier: Apache-2.0
#include "models/skewed_sweeps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil::skewed_sweeps_test {
namespace {

using Field = std::vector<double>;

constexpr JacobiWeights weights{4.0, 0.25, 0.125};

Field problem(ProblemArray array, std::int64_t rows, std::int64_t cols) {
  Field field(static_cast<std::size_t>(rows * cols));
  fill_problem_rows(23, array, 0, rows, cols, field.data());
  return field;
}

bool same_bits(const Field& a, const Field& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// Sweeps blocks of the given rows, which add up to all rows; returns the finished rows one after another.
Field swept_in_blocks(SkewedSweeps& sweeps, const Field& f, const Field& r, std::int64_t cols, std::int64_t niter,
                      const std::vector<std::int64_t>& blocks) {
  Field result;
  std::int64_t first = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const SkewedBlock block{blocks[b], cols, niter, weights, b > 0, b + 1 < blocks.size()};
    // Exactly the promised room, poisoned except for the loaded rows.
    Field buffer(static_cast<std::size_t>(std::max(block.rows, block.finished()) * cols),
                 std::numeric_limits<double>::quiet_NaN());
    std::copy_n(f.begin() + first * cols, block.rows * cols, buffer.begin());
    const Field rhs(r.begin() + first * cols, r.begin() + (first + block.rows) * cols);
    sweeps.sweep(block, buffer.data(), rhs.data());
    result.insert(result.end(), buffer.begin(), buffer.begin() + block.finished() * cols);
    first += block.rows;
  }
  return result;
}

TEST(SkewedSweeps, EqualSweepsOfTheWholeFieldForAnyCut) {
  // One for all chains, since no chain may affect the next.
  SkewedSweeps golden_loops(Loops::golden), own_loops(Loops::own);
  std::mt19937_64 random(7);
  for (const std::int64_t cols : {1, 2, 3, 8}) {
    for (std::int64_t niter = 1; niter <= 6; ++niter) {
      for (std::int64_t rows = niter + 2; rows <= 30; ++rows) {
        std::vector<std::int64_t> blocks{std::min(rows - 1, niter + 1 + static_cast<std::int64_t>(random() % 4))};
        for (std::int64_t left = rows - blocks[0]; left > 0; left -= blocks.back()) {
          blocks.push_back(1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(left)));
        }
        const Field f = problem(ProblemArray::f, rows, cols);
        const Field r = problem(ProblemArray::r, rows, cols);
        Field expected = f;
        golden_sweeps(rows, cols, expected.data(), r.data(), weights, niter);
        for (SkewedSweeps* const sweeps : {&golden_loops, &own_loops}) {
          ASSERT_TRUE(same_bits(swept_in_blocks(*sweeps, f, r, cols, niter, blocks), expected))
              << rows << " x " << cols << ", niter " << niter << ", " << blocks.size() << " blocks, first "
              << blocks[0];
          ASSERT_FALSE(sweeps->open());
        }
      }
    }
  }
}

TEST(SkewedSweeps, KeepNotANumberCanonicalAndBordersUntouched) {
  const std::int64_t rows = 17;
  const std::int64_t cols = 5;
  Field f = problem(ProblemArray::f, rows, cols);
  const Field r = problem(ProblemArray::r, rows, cols);
  f[0] = from_bits(0xfff8000000000123u);
  f[8 * 5 + 2] = std::numeric_limits<double>::infinity();
  f[static_cast<std::size_t>(rows * cols - 1)] = from_bits(0x7ff4000000000001u);
  Field expected = f;
  golden_sweeps(rows, cols, expected.data(), r.data(), weights, 4);
  SkewedSweeps sweeps;
  EXPECT_TRUE(same_bits(swept_in_blocks(sweeps, f, r, cols, 4, {6, 1, 5, 3, 2}), expected));
}

TEST(SkewedSweeps, ABlockOfItsOwnIsSweptWholeAndEndsTheChain) {
  const Field before = problem(ProblemArray::f, 6, 4);
  const Field r = problem(ProblemArray::r, 6, 4);
  SkewedSweeps sweeps;
  Field f = before;
  sweeps.sweep({6, 4, 2, weights, false, true}, f.data(), r.data());
  EXPECT_TRUE(sweeps.open());
  f = before;
  sweeps.sweep({6, 4, 2, weights, false, false}, f.data(), r.data());
  Field expected = before;
  golden_sweeps(6, 4, expected.data(), r.data(), weights, 2);
  EXPECT_TRUE(same_bits(f, expected));
  EXPECT_FALSE(sweeps.open());
}

std::string refusal(SkewedSweeps& sweeps, const SkewedBlock& block) {
  Field f(100, 1.0);
  try {
    sweeps.sweep(block, f.data(), f.data());
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SkewedSweeps, SayWhatTheyCannotDo) {
  SkewedSweeps sweeps;
  EXPECT_EQ(refusal(sweeps, {3, 4, 3, weights, false, true}), "SkewedSweeps: rows is 3, must be at least 4");
  EXPECT_EQ(refusal(sweeps, {3, 0, 1, weights, false, true}), "SkewedSweeps: cols is 0, must be at least 1");
  EXPECT_EQ(refusal(sweeps, {3, 4, 0, weights, false, true}), "SkewedSweeps: niter is 0, must be at least 1");
  EXPECT_EQ(refusal(sweeps, {3, 4, 2, weights, true, false}),
            "SkewedSweeps: no chain is open that a block could continue");
  EXPECT_EQ(refusal(sweeps, {3, 4, 2, weights, false, true}), "accepted");
  EXPECT_EQ(refusal(sweeps, {0, 4, 2, weights, true, true}), "SkewedSweeps: rows is 0, must be at least 1");
  const std::string other =
      "SkewedSweeps: the block has 4 columns and 1 sweeps, must be as the chain, 4 and 2, "
      "with equal weights";
  EXPECT_EQ(refusal(sweeps, {3, 4, 1, weights, true, true}), other);
  EXPECT_NE(refusal(sweeps, {3, 5, 2, weights, true, true}), "accepted");
  EXPECT_NE(refusal(sweeps, {3, 4, 2, JacobiWeights{4.0, 0.25, 0.5}, true, true}), "accepted");
  EXPECT_EQ(refusal(sweeps, {3, 4, 2, weights, true, true}), "accepted") << "a refusal leaves the chain as it was";
  sweeps.abandon();
  EXPECT_NE(refusal(sweeps, {3, 4, 2, weights, true, true}), "accepted");
}

}  // namespace
}  // namespace stencil::skewed_sweeps_test

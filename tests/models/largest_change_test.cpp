// SPDX-License-Identifier: Apache-2.0
#include "models/largest_change.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "models/jacobi.hpp"
#include "models/local_memory.hpp"

namespace stencil::largest_change_test {
namespace {

using Field = std::vector<double>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr JacobiWeights weights{2.0, 3.0, 0.125};

std::uint64_t change(const Field& before, const Field& after) {
  LargestChange largest;
  largest.add_row(static_cast<std::int64_t>(before.size()), before.data(), after.data());
  return bits_of(largest.value());
}

TEST(LargestChange, IsTheLargestOfTheInnerColumns) {
  EXPECT_EQ(change({9, 1, 2, 3, 9}, {0, 1.5, -2, 4, 0}), bits_of(4.0));
  EXPECT_EQ(change({9, 1, 2, 9}, {0, 1.5, 5, 0}), bits_of(3.0));
  EXPECT_EQ(change({9, 1, 9}, {0, 3, 0}), bits_of(2.0));
  for (const std::size_t cols : {0, 1, 2}) EXPECT_EQ(change(Field(cols, 1.0), Field(cols, 2.0)), 0u);
}

TEST(LargestChange, RoundsOnceAndKeepsSubnormals) {
  EXPECT_EQ(change({0, 1, 0}, {0, -std::ldexp(1.0, -53), 0}), bits_of(1.0)) << "a tie, to even";
  EXPECT_EQ(change({0, 3 * least, 0}, {0, 2 * least, 0}), bits_of(least));
  EXPECT_EQ(change({0, -0.0, 0.0, 0}, {0, 0.0, -0.0, 0}), 0u) << "no zero of the other sign";
  EXPECT_EQ(change({0, infinite, 0}, {0, 1, 0}), bits_of(infinite));
}

TEST(LargestChange, ANanStaysUntilItIsReset) {
  const Field any{0, 1, 2, 3, 0};
  for (std::size_t at = 1; at < 4; ++at) {
    Field bad = any, infinities = any;
    bad[at] = -std::numeric_limits<double>::quiet_NaN();
    infinities[at] = infinite;
    EXPECT_EQ(change(any, bad), canonical_nan_bits);
    EXPECT_EQ(change(bad, any), canonical_nan_bits);
    EXPECT_EQ(change(infinities, infinities), canonical_nan_bits);
  }
  LargestChange largest;
  const Field nan(3, std::numeric_limits<double>::quiet_NaN());
  const Field one(3, 1.0);
  const Field far(3, infinite);
  largest.add_row(3, one.data(), nan.data());
  largest.add_row(3, one.data(), far.data());
  EXPECT_EQ(bits_of(largest.value()), canonical_nan_bits);
  largest.reset();
  EXPECT_EQ(bits_of(largest.value()), 0u);
  largest.add_row(3, one.data(), far.data());
  EXPECT_EQ(largest.value(), infinite);
}

// The change of the first sweep of the whole field, for any number of sweeps.
class ChangeOfSweeps : public ::testing::Test {
 protected:
  Field any_field(std::int64_t rows, std::int64_t cols) {
    Field field(static_cast<std::size_t>(rows * cols));
    for (double& value : field)
      value = random() % 200 == 0 ? infinite : std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    return field;
  }
  static std::uint64_t expected(const Field& f, const Field& r, std::int64_t rows, std::int64_t cols) {
    Field after = f;
    golden_sweeps(rows, cols, after.data(), r.data(), weights, 1);
    double largest = 0.0;
    for (std::int64_t i = 1; i < rows - 1; ++i)
      for (std::int64_t j = 1; j < cols - 1; ++j) {
        const auto at = static_cast<std::size_t>(i * cols + j);
        const double difference = std::fabs(after[at] - f[at]);
        if (std::isnan(difference)) return canonical_nan_bits;
        largest = std::max(largest, difference);
      }
    return bits_of(largest);
  }
  std::int64_t below(std::int64_t bound) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(bound)); }

  std::mt19937_64 random{61};
};

TEST_F(ChangeOfSweeps, OfAFieldCutInAnyWayAndOfAllSinceTheReset) {
  for (int round = 0; round < 400; ++round) {
    const std::int64_t niter = 1 + below(5), cols = 1 + below(7), blocks = 1 + below(4);
    std::vector<std::int64_t> cuts = {niter + 1 + below(6)};
    if (blocks == 1) cuts[0] = 1 + below(3 * niter + 3);
    for (std::int64_t i = 1; i < blocks; ++i) cuts.push_back(1 + below(6));
    std::int64_t rows = 0;
    for (const std::int64_t cut : cuts) rows += cut;
    SCOPED_TRACE(::testing::Message() << "round " << round << ": " << blocks << " blocks, " << rows << " x " << cols
                                      << ", " << niter << " sweeps, seed 61");
    const Field f = any_field(rows, cols), r = any_field(rows, cols);
    LocalMemory memory((rows + niter) * cols);
    std::int64_t loaded = 0;
    for (std::int64_t i = 0; i < blocks; ++i) {
      const std::int64_t cut = cuts[static_cast<std::size_t>(i)];
      memory.load(LocalMemory::Array::f, 0, 0, f.data() + loaded * cols, cut * cols);
      memory.load(LocalMemory::Array::r, 0, 0, r.data() + loaded * cols, cut * cols);
      memory.sweep({cut, cols, niter, weights, i > 0, i + 1 < blocks});
      loaded += cut;
    }
    ASSERT_EQ(bits_of(memory.change()), expected(f, r, rows, cols));
    const double change = memory.change();
    memory.sweep({1, cols, 1, weights, false, false});
    ASSERT_EQ(bits_of(memory.change()), bits_of(change)) << "it stays";
    memory.reset_change();
    ASSERT_EQ(bits_of(memory.change()), 0u);
  }
}

}  // namespace
}  // namespace stencil::largest_change_test

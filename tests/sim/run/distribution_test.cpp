// SPDX-License-Identifier: Apache-2.0
#include "sim/run/distribution.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include "host/errors.hpp"

namespace stencil {
namespace {

int world_size() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

std::vector<double> numbered(std::int64_t first_row, std::int64_t rows, std::int64_t cols) {
  std::vector<double> values(static_cast<std::size_t>(rows * cols));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(first_row * cols + static_cast<std::int64_t>(i));
  }
  return values;
}

TEST(RowDistribution, CoversTheRowsInOrderWithShadowsBetween) {
  const std::int64_t rows = 47;
  const std::int64_t stw = 3;
  const RowDistribution distribution(MPI_COMM_WORLD, rows, 5, stw);
  const int ranks = distribution.ranks();
  std::int64_t next = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const RankRows& part = distribution.of(rank);
    EXPECT_EQ(part.first_row, next);
    EXPECT_EQ(part.owned, rows / ranks + (rows % ranks > rank ? 1 : 0));
    EXPECT_EQ(part.before, rank == 0 ? 0 : stw);
    EXPECT_EQ(part.after, rank == ranks - 1 ? 0 : stw);
    for (std::int64_t row = part.first_row; row < part.first_row + part.owned; ++row) {
      EXPECT_EQ(distribution.owner_of_row(row), rank);
    }
    next += part.owned;
  }
  EXPECT_EQ(next, rows);
}

TEST(RowDistribution, ExchangeFillsTheShadowsAndNothingElse) {
  const std::int64_t cols = 4;
  RowDistribution distribution(MPI_COMM_WORLD, 41, cols, 5);
  const RankRows& mine = distribution.mine();
  const auto expected = numbered(mine.first_local(), mine.local_rows(), cols);
  auto portion = expected;
  for (std::int64_t row = 0; row < mine.local_rows(); ++row) {
    const bool shadow = row < mine.before || row >= mine.before + mine.owned;
    for (std::int64_t col = 0; shadow && col < cols; ++col) portion[static_cast<std::size_t>(row * cols + col)] = -1;
  }
  distribution.exchange(portion.data());
  EXPECT_EQ(portion, expected);
}

TEST(RowDistribution, CollectBringsEveryRowToRankZeroOnceInBoundedPieces) {
  const std::int64_t rows = 60;
  const std::int64_t cols = 100003;  // five rows are more than 4 MiB
  const RowDistribution distribution(MPI_COMM_WORLD, rows, cols, 2);
  const RankRows& mine = distribution.mine();
  const auto portion = numbered(mine.first_local(), mine.local_rows(), cols);
  std::int64_t next = 0;
  bool intact = true;
  distribution.collect(portion.data(), [&](std::int64_t first_row, std::int64_t count, const double* values) {
    EXPECT_EQ(first_row, next);
    EXPECT_LE(count * cols * 8, 4 << 20);
    for (std::int64_t i = 0; i < count * cols; ++i) {
      intact = intact && values[i] == static_cast<double>(first_row * cols + i);
    }
    next += count;
  });
  EXPECT_TRUE(intact);
  EXPECT_EQ(next, distribution.rank() == 0 ? rows : 0);
}

TEST(RowDistribution, RefusesAGridTooSmallForTheRanks) {
  const int ranks = world_size();
  const std::int64_t rows = 4 * ranks + ranks - 1;
  EXPECT_NO_THROW(RowDistribution(MPI_COMM_WORLD, rows, 5, 4));
  if (ranks == 1) {
    EXPECT_NO_THROW(RowDistribution(MPI_COMM_WORLD, 3, 5, 100));
    return;
  }
  try {
    RowDistribution distribution(MPI_COMM_WORLD, rows, 5, 5);
    FAIL() << "accepted";
  } catch (const ArgumentError& error) {
    const std::string n = std::to_string(ranks);
    EXPECT_EQ(error.what(), "--rows is " + std::to_string(rows) + " over " + n + " ranks: rank " +
                                std::to_string(ranks - 1) + " would own 4 rows, fewer than --stw 5; must be at least " +
                                std::to_string(5 * ranks) + " rows, or at most " + std::to_string(rows / 5) +
                                (rows / 5 == 1 ? " rank" : " ranks"));
  }
}

}  // namespace
}  // namespace stencil

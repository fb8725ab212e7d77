// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/rows/row_distribution.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

std::vector<double> numbered(std::int64_t first_row, std::int64_t rows, std::int64_t cols) {
  std::vector<double> values(static_cast<std::size_t>(rows * cols));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(first_row * cols + static_cast<std::int64_t>(i));
  }
  return values;
}

// Every strip's rows, halo rows included, as this rank stores them.
std::vector<double> memory_of(const RowDistribution& distribution) {
  std::vector<double> memory;
  for (const Strip& strip : distribution.mine()) {
    const auto rows = numbered(strip.first_local(), strip.local_rows(), distribution.cols());
    memory.insert(memory.end(), rows.begin(), rows.end());
  }
  EXPECT_EQ(static_cast<std::int64_t>(memory.size()), distribution.local_rows() * distribution.cols());
  return memory;
}

TEST(RowDistribution, CoversTheRowsInOrderWithHalosBetween) {
  const std::int64_t rows = 47;
  const std::int64_t stw = 3;
  const RowDistribution distribution(MPI_COMM_WORLD, rows, 5, stw);
  const int ranks = distribution.ranks();
  ASSERT_EQ(static_cast<int>(distribution.strips().all().size()), ranks);
  std::int64_t next = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const Strip& part = distribution.strips()[rank];
    EXPECT_EQ(part.rank, rank);
    EXPECT_EQ(part.at, 0);
    EXPECT_EQ(part.first_row, next);
    EXPECT_EQ(part.owned, rows / ranks + (rows % ranks > rank ? 1 : 0));
    EXPECT_EQ(part.before, rank == 0 ? 0 : stw);
    EXPECT_EQ(part.after, rank == ranks - 1 ? 0 : stw);
    next += part.owned;
  }
  EXPECT_EQ(next, rows);
}

void expect_exchange(RowDistribution& distribution) {
  const std::int64_t cols = distribution.cols();
  const auto expected = memory_of(distribution);
  auto memory = expected;
  for (const Strip& strip : distribution.mine()) {
    for (std::int64_t row = 0; row < strip.local_rows(); ++row) {
      const bool in_halo = row < strip.before || row >= strip.before + strip.owned;
      for (std::int64_t col = 0; in_halo && col < cols; ++col) {
        memory[static_cast<std::size_t>((strip.at + row) * cols + col)] = -1;
      }
    }
  }
  distribution.exchange(memory.data());
  EXPECT_EQ(memory, expected);
  distribution.exchange(memory.data());  // and again
  EXPECT_EQ(memory, expected);
}

TEST(RowDistribution, ExchangeFillsTheHalosAndNothingElse) {
  RowDistribution blocked(MPI_COMM_WORLD, 41, 4, 5);
  expect_exchange(blocked);
  for (const std::int64_t strip_rows : {5, 6, 20, 41}) {
    RowDistribution cyclic(MPI_COMM_WORLD, 41, 4, 5, strip_rows);
    expect_exchange(cyclic);
  }
  RowDistribution narrow(MPI_COMM_WORLD, 9, 4, 1, 1);
  expect_exchange(narrow);
}

// Only halo rows that another rank owns travel between ranks.
TEST(RowDistribution, ExchangeSendsEachForeignHaloRowOnce) {
  RowDistribution distribution(MPI_COMM_WORLD, 50, 4, 3, 5);
  const Strips& strips = distribution.strips();
  std::int64_t foreign = 0;
  std::int64_t own = 0;
  for (const Strip& strip : strips.all()) {
    for (std::int64_t row = strip.first_local(); row < strip.first_local() + strip.local_rows(); ++row) {
      if (row >= strip.first_row && row < strip.first_row + strip.owned) continue;
      if (strips.at_row(row).rank != distribution.rank()) continue;
      ++(strip.rank == distribution.rank() ? own : foreign);
    }
  }
  auto memory = memory_of(distribution);
  const VsdaTraffic before = vsda_traffic();
  distribution.exchange(memory.data());
  const VsdaTraffic after = vsda_traffic();
  EXPECT_EQ(after.bytes_sent - before.bytes_sent, foreign * 4 * 8);
  EXPECT_EQ(after.bytes_kept - before.bytes_kept, own * 4 * 8);
  EXPECT_LE(after.messages_sent - before.messages_sent, 2) << "the ranks before and after";
  EXPECT_EQ(after.bytes_staged - before.bytes_staged, 0) << "owned rows and halo rows are apart";
}

void expect_collected(const RowDistribution& distribution, std::int64_t rows) {
  const std::int64_t cols = distribution.cols();
  const auto memory = memory_of(distribution);
  std::int64_t next = 0;
  bool intact = true;
  distribution.collect(memory.data(), [&](std::int64_t first_row, std::int64_t count, const double* values) {
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

TEST(RowDistribution, CollectBringsEveryRowToRankZeroOnceInBoundedPieces) {
  const std::int64_t cols = 100003;  // five rows are more than 4 MiB
  expect_collected(RowDistribution(MPI_COMM_WORLD, 60, cols, 2), 60);
  expect_collected(RowDistribution(MPI_COMM_WORLD, 60, cols, 2, 7), 60);
}

TEST(RowDistribution, TakesStripsWithAtLeastTheRowsOfAHalo) {
  EXPECT_NO_THROW(RowDistribution(MPI_COMM_WORLD, 20, 5, 4, 4));
  EXPECT_NO_THROW(RowDistribution(MPI_COMM_WORLD, 20, 5, 4, 20));
  EXPECT_NO_THROW(RowDistribution(MPI_COMM_WORLD, 3, 5, 4, 3)) << "one strip alone";
  for (const std::int64_t strip_rows : {3, 21}) {
    try {
      RowDistribution distribution(MPI_COMM_WORLD, 20, 5, 4, strip_rows);
      FAIL() << "accepted";
    } catch (const ArgumentError& error) {
      EXPECT_EQ(error.what(), "--strip-rows is " + std::to_string(strip_rows) +
                                  ", must be 4 .. 20 (--stw, which a halo needs, and --rows)");
    }
  }
}

TEST(DefaultStripRows, DealsFourStripsPerRankWhereTheHaloAllows) {
  EXPECT_EQ(default_strip_rows(1000, 2, 5), 125);
  EXPECT_EQ(default_strip_rows(101, 2, 5), 12);
  EXPECT_EQ(default_strip_rows(30, 2, 5), 5);
  EXPECT_EQ(default_strip_rows(3, 2, 5), 3);
}

// Each of them divides something.
TEST(RowDistribution, RefusesSizesOfZeroAndLess) {
  using test::refusal;
  const auto with = [](std::int64_t rows, std::int64_t cols, std::int64_t stw, std::optional<std::int64_t> strip) {
    return refusal([&] { RowDistribution(MPI_COMM_WORLD, rows, cols, stw, strip); });
  };
  EXPECT_EQ(with(40, 0, 1, 5), "--cols = 0, must be >= 1");
  EXPECT_EQ(with(40, 0, 1, std::nullopt), "--cols = 0, must be >= 1");
  EXPECT_EQ(with(-9, 5, 0, std::nullopt), "--rows = -9, must be >= 1");
  EXPECT_EQ(with(40, 5, -1, std::nullopt), "--stw = -1, must be >= 0");
  EXPECT_EQ(refusal([] { default_strip_rows(40, 0, 1); }), "ranks = 0, must be >= 1");
}

TEST(RowDistribution, RefusesFewerRowsThanTheRanksNeed) {
  const int ranks = test::comm_size();
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

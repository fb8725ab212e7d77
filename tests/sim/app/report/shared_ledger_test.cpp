// What ranks have published is there for each of them, as if they had gathered it.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/shared/shared_ledger.hpp"

#include <gtest/gtest.h>

#include "sim/app/output/json.hpp"
#include "sim/app/report/gather.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

class SharedLedgerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }
  // What all ranks have published.
  Report published() {
    MPI_Barrier(MPI_COMM_WORLD);
    Report report;
    const std::vector<int> found = shared_.add_to(report);
    EXPECT_EQ(static_cast<int>(found.size()), ranks_);
    EXPECT_EQ(part_of_ranks(found, ranks_), "");
    MPI_Barrier(MPI_COMM_WORLD);
    return report;
  }
  void expect_gathered(const BlockLedger& own) {
    const Report got = published();
    Report want;
    static_cast<BlockLedger&>(want) = gather_ledger(MPI_COMM_WORLD, own);
    want.dma = got.dma;
    if (rank_ == 0) {
      EXPECT_EQ(report_json(got), report_json(want));
    }
  }

  SharedLedger shared_{MPI_COMM_WORLD};
  int rank_ = 0;
  int ranks_ = 1;
};

// Rank k has k blocks in each of two steps. Steps may come in any order: listed blocks move.
TEST_F(SharedLedgerTest, HasTheBlocksOfAllRanks) {
  BlockLedger own;
  for (const std::int64_t step : {1, 0}) {
    for (std::int64_t block = 0; block < rank_; ++block) {
      own.add(sample_block(rank_, step, block, 10 * rank_, 1000 * rank_ + 100 * step + block));
      shared_.publish(own, {});
    }
  }
  expect_gathered(own);
}

TEST_F(SharedLedgerTest, CountsBlocksThatItDoesNotList) {
  BlockLedger own;
  const auto blocks = static_cast<std::int64_t>(SharedLedger::most_blocks) + 3;
  for (std::int64_t block = 0; block < blocks; ++block) own.add(sample_block(rank_, 0, block, 10, 1 + block % 2));
  shared_.publish(own, {7, 8, 9});
  const Report got = published();
  EXPECT_EQ(got.count(), blocks * ranks_);
  EXPECT_EQ(got.blocks.size(), SharedLedger::most_blocks * static_cast<std::size_t>(ranks_));
  std::int64_t in_classes = 0;
  for (const auto& [shape, sums] : got.classes) in_classes += sums.count;
  EXPECT_EQ(in_classes, got.count());
  EXPECT_EQ(got.ranks.at(rank_).cycles.total(), own.ranks.at(rank_).cycles.total());
  EXPECT_EQ(got.dma.load_busy, 7 * ranks_);
  EXPECT_EQ(got.dma.store_busy, 8 * ranks_);
  EXPECT_EQ(got.dma.hidden, 9 * ranks_);
}

TEST_F(SharedLedgerTest, AddsTheBlockThatGoesOn) {
  BlockLedger own;
  own.add(sample_block(rank_, 0, 0, 10, 1));
  shared_.publish(own, {});
  const BlockRecord open = sample_block(rank_, 0, 1, 20, 2);
  shared_.publish_open(&open);
  BlockLedger both = own;
  both.add(open);
  expect_gathered(both);
  shared_.publish_open(nullptr);
  expect_gathered(own);
}

TEST(PartOfRanks, NamesThemUnlessTheyAreAll) {
  EXPECT_EQ(part_of_ranks({0, 1, 2}, 3), "");
  EXPECT_EQ(part_of_ranks({1}, 3), "1");
  EXPECT_EQ(part_of_ranks({0, 2, 3, 4}, 6), "0, 2-4");
}

}  // namespace
}  // namespace stencil

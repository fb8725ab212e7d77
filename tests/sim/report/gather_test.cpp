// SPDX-License-Identifier: Apache-2.0
#include "sim/report/gather.hpp"

#include <gtest/gtest.h>

#include "sim/report/json.hpp"
#include "tests/sim/report/sample_report.hpp"

namespace stencil {
namespace {

TEST(GatherBlocks, BringsAllRecordsToRankZeroInOrder) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // Rank k brings k blocks in each of two steps, so rank 0 brings none.
  std::vector<BlockRecord> local;
  for (std::int64_t step = 1; step >= 0; --step) {
    for (std::int64_t block = 0; block < rank; ++block) {
      local.push_back(sample_block(99, step, block, 10 * rank, 1000 * rank + 100 * step + block));
      local.back().strip = sample_block(rank, step, block, 0, 0).strip;  // of the true rank, which 99 is not
    }
  }
  const auto gathered = gather_blocks(MPI_COMM_WORLD, local);
  if (rank != 0) {
    EXPECT_TRUE(gathered.empty());
    return;
  }
  std::vector<BlockRecord> expected;
  for (std::int64_t step = 0; step < 2; ++step) {
    for (std::int64_t r = 0; r < ranks; ++r) {
      for (std::int64_t block = 0; block < r; ++block) {
        expected.push_back(sample_block(r, step, block, 10 * r, 1000 * r + 100 * step + block));
      }
    }
  }
  Report got;
  got.blocks = gathered;
  Report want;
  want.blocks = expected;
  EXPECT_EQ(report_json(got), report_json(want));
  EXPECT_EQ(got.totals().traffic.transfers, want.totals().traffic.transfers);
}

TEST(GatherBlocks, KeepsSkewedBlocksThatLoadFewerRowsThanTheyKeep) {
  BlockRecord record = sample_block(0, 0, 0, 10, 1);
  record.before = -1;
  for (const BlockRecord& block : gather_blocks(MPI_COMM_WORLD, {record})) EXPECT_EQ(block.before, -1);
}

TEST(GatherBlocks, KeepsWhatATileIs) {
  const TileClass classes[] = {TileClass::local, TileClass::send, TileClass::receive, TileClass::mixed};
  std::vector<BlockRecord> local;
  for (const bool backward : {false, true}) {
    for (const TileClass tile_class : classes) {
      local.push_back(sample_block(0, 0, static_cast<std::int64_t>(local.size()), 10, 1));
      local.back().tile = TileKind{tile_class, backward};
    }
  }
  local.push_back(sample_block(0, 0, 8, 10, 1));
  for (const BlockRecord& block : gather_blocks(MPI_COMM_WORLD, local)) {
    ASSERT_EQ(block.tile.has_value(), block.block < 8);
    if (!block.tile) continue;
    EXPECT_EQ(block.tile->tile_class, classes[block.block % 4]);
    EXPECT_EQ(block.tile->backward, block.block >= 4);
  }
}

TEST(SumDma, AddsTheRanksUp) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const DmaCycles sum = sum_dma(MPI_COMM_WORLD, {10 + rank, 100});
  EXPECT_EQ(sum.load_busy, rank == 0 ? 10 * ranks + ranks * (ranks - 1) / 2 : 0);
  EXPECT_EQ(sum.store_busy, rank == 0 ? 100 * ranks : 0);
}

TEST(GatherBlocks, KeepsWhatIsUnknownUnknown) {
  BlockRecord record = sample_block(0, 0, 0, 10, 1);
  record.step.reset();
  record.keep.reset();
  record.before.reset();
  record.after.reset();
  const auto gathered = gather_blocks(MPI_COMM_WORLD, {record});
  for (const BlockRecord& block : gathered) {
    EXPECT_FALSE(block.step || block.keep || block.before || block.after);
  }
}

}  // namespace
}  // namespace stencil

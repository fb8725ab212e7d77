// Records and sums of all ranks, gathered on rank 0 in the order of the report.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/gather.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "sim/app/output/json.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

BlockLedger gather_blocks(const std::vector<BlockRecord>& local, std::int64_t most_listed = most_listed_blocks) {
  BlockLedger ledger;
  ledger.most_listed = most_listed;
  for (const BlockRecord& block : local) ledger.add(block);
  return gather_ledger(MPI_COMM_WORLD, ledger);
}

TEST(GatherBlocks, BringsAllRecordsToRankZeroInOrder) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // Rank k has k blocks in each of two steps, so rank 0 has none.
  std::vector<BlockRecord> local;
  for (std::int64_t step = 1; step >= 0; --step) {
    for (std::int64_t block = 0; block < rank; ++block) {
      local.push_back(sample_block(99, step, block, 10 * rank, 1000 * rank + 100 * step + block));
      // The strip of the true rank; gathering replaces rank 99.
      local.back().strip = sample_block(rank, step, block, 0, 0).strip;
    }
  }
  const BlockLedger gathered = gather_blocks(local);
  if (rank != 0) {
    EXPECT_TRUE(gathered.blocks.empty() && gathered.classes.empty() && gathered.ranks.empty());
    EXPECT_EQ(gathered.count(), 0);
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
  static_cast<BlockLedger&>(got) = gathered;
  Report want;
  tell_blocks(want, expected);
  EXPECT_EQ(report_json(got), report_json(want));
  EXPECT_EQ(got.totals().traffic.transfers, want.totals().traffic.transfers);
}

TEST(GatherBlocks, KeepsSkewedBlocksThatLoadFewerRowsThanTheyKeep) {
  BlockRecord record = sample_block(0, 0, 0, 10, 1);
  record.before = -1;
  for (const BlockRecord& block : gather_blocks({record}).blocks) EXPECT_EQ(block.before, -1);
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
  for (const BlockRecord& block : gather_blocks(local).blocks) {
    ASSERT_EQ(block.tile.has_value(), block.block < 8);
    if (!block.tile) continue;
    EXPECT_EQ(block.tile->tile_class, classes[block.block % 4]);
    EXPECT_EQ(block.tile->backward, block.block >= 4);
  }
}

TEST(GatherReport, AddsTheTrafficOfTheRanksUp) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Report mine;
  mine.dma = {10 + rank, 100};
  const DmaCycles sum = gather_report(MPI_COMM_WORLD, mine).dma;
  EXPECT_EQ(sum.load_busy, rank == 0 ? 10 * ranks + ranks * (ranks - 1) / 2 : 0);
  EXPECT_EQ(sum.store_busy, rank == 0 ? 100 * ranks : 0);
}

TEST(GatherBlocks, KeepsWhatIsUnknownUnknown) {
  BlockRecord record = sample_block(0, 0, 0, 10, 1);
  record.step.reset();
  record.keep.reset();
  record.before.reset();
  record.after.reset();
  const auto gathered = gather_blocks({record}).blocks;
  for (const BlockRecord& block : gathered) {
    EXPECT_FALSE(block.step || block.keep || block.before || block.after);
  }
}

// Steps of unequal length, ranks with many blocks and with none, some of which had already left out blocks: the list
// holds the first of all blocks, whatever the limit.
TEST(GatherLedger, ListsTheFirstBlocksOfAllRanks) {
  const auto blocks_of = [](std::int64_t rank) {
    std::vector<BlockRecord> blocks;
    for (std::int64_t step = rank % 3; step < 7; step += 1 + rank % 2) {
      for (std::int64_t block = 0; block < (rank * 5 + step * 3) % 4; ++block) {
        blocks.push_back(sample_block(rank, step, block, 20 + block, 100 * rank + 10 * step + block));
      }
    }
    return blocks;
  };
  std::vector<BlockRecord> all;
  for (int rank = 0; rank < world_size(); ++rank) {
    const auto theirs = blocks_of(rank);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  std::sort(all.begin(), all.end());
  const auto total = static_cast<std::int64_t>(all.size());
  ASSERT_GT(total, 5);
  for (std::int64_t most = 0; most <= total + 1; ++most) {
    const BlockLedger gathered = gather_blocks(blocks_of(world_rank()), most);
    if (world_rank() != 0) {
      EXPECT_TRUE(gathered.blocks.empty());
      continue;
    }
    Report want;
    want.most_listed = most;
    for (const BlockRecord& block : all) want.add(block);
    Report got;
    static_cast<BlockLedger&>(got) = gathered;
    EXPECT_EQ(report_json(got), report_json(want)) << most;
    EXPECT_EQ(got.blocks_omitted, std::max<std::int64_t>(total - most, 0));
    EXPECT_EQ(got.count(), total);
  }
}

TEST(GatherLedger, BlocksWithoutAStepComeRankByRank) {
  std::vector<BlockRecord> local;
  for (std::int64_t block = 0; block < 3; ++block) {
    local.push_back(sample_block(0, 0, block, 20, block));
    local.back().step.reset();
  }
  const BlockLedger gathered = gather_blocks(local, 4);
  if (world_rank() != 0) return;
  ASSERT_EQ(gathered.blocks.size(), std::min<std::size_t>(4, 3 * static_cast<std::size_t>(world_size())));
  for (std::size_t i = 0; i < gathered.blocks.size(); ++i) {
    EXPECT_EQ(gathered.blocks[i].rank, static_cast<std::int64_t>(i) / 3);
    EXPECT_EQ(gathered.blocks[i].block, static_cast<std::int64_t>(i) % 3);
  }
}

TEST(GatherLedger, SumsTheClassesOfAllRanks) {
  const std::int64_t rank = world_rank();
  const std::int64_t ranks = world_size();
  const BlockLedger gathered =
      gather_blocks({sample_block(0, 0, 0, 20, 100 + rank), sample_block(0, 0, 1, 30 + rank, 7)});
  if (rank != 0) return;
  ASSERT_EQ(gathered.classes.size(), static_cast<std::size_t>(1 + ranks));
  const ClassSums& common = std::prev(gathered.classes.end())->second;
  EXPECT_EQ(common.count, ranks);
  EXPECT_EQ(common.cycles[0].minimum, 100);
  EXPECT_EQ(common.cycles[0].maximum, 100 + ranks - 1);
  EXPECT_EQ(common.cycles[0].sum, 100 * ranks + ranks * (ranks - 1) / 2);
  ASSERT_EQ(gathered.ranks.size(), static_cast<std::size_t>(ranks));
  for (std::int64_t r = 0; r < ranks; ++r) EXPECT_EQ(gathered.ranks.at(r).cycles.load, 100 + r + 7);
}

}  // namespace
}  // namespace stencil

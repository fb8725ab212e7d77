// Blocks summed by class, and the number of blocks kept.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/block_ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "host/device/counts.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

TEST(StepPlace, SaysWhereABlockStands) {
  EXPECT_EQ(place_in_step(0, 1), StepPlace::only);
  EXPECT_EQ(place_in_step(0, 2), StepPlace::first);
  EXPECT_EQ(place_in_step(1, 2), StepPlace::last);
  EXPECT_EQ(place_in_step(1, 3), StepPlace::middle);
  EXPECT_STREQ(name_of(StepPlace::first), "first");
  EXPECT_STREQ(name_of(StepPlace::middle), "middle");
  EXPECT_STREQ(name_of(StepPlace::last), "last");
  EXPECT_STREQ(name_of(StepPlace::only), "only");
}

TEST(ClassSums, HoldLeastLargestAndSumOfEachCount) {
  ClassSums sums;
  for (const std::int64_t load : {5, 2, 9}) {
    BlockCounts block;
    block.cycles.load = load;
    block.cycles.store = 1;
    block.cycles.model.load = 4;
    block.cycles.ideal = 10 * load;
    sums.add(block);
  }
  const auto is = [](const Spread& spread, std::int64_t minimum, std::int64_t maximum, std::int64_t sum) {
    EXPECT_EQ(spread.minimum, minimum);
    EXPECT_EQ(spread.maximum, maximum);
    EXPECT_EQ(spread.sum, sum);
  };
  EXPECT_EQ(sums.count, 3);
  is(sums.cycles[0], 2, 9, 16);
  is(sums.cycles.back(), 3, 10, 19);
  is(sums.model[0], 4, 4, 12);
  is(sums.difference[0], -2, 5, 4);
  is(sums.ideal(), 20, 90, 160);
  EXPECT_TRUE(sums.cycles[0].varies());
  EXPECT_FALSE(sums.model[0].varies());
}

// A difference that cancels in the sum still counts.
TEST(ClassSums, KeepDifferencesBlockByBlock) {
  ClassSums sums;
  for (const std::int64_t compute : {7, 3}) {
    BlockCounts block;
    block.cycles.compute = compute;
    block.cycles.model.compute = 10 - compute;
    sums.add(block);
  }
  EXPECT_EQ(sums.difference[1].minimum, -4);
  EXPECT_EQ(sums.difference[1].maximum, 4);
  EXPECT_EQ(sums.difference[1].sum, 0);
}

TEST(ClassSums, OfPartsAreThoseOfTheWhole) {
  ClassSums whole;
  ClassSums parts[3];
  for (std::int64_t i = 0; i < 7; ++i) {
    const BlockRecord block = sample_block(0, 0, i, 20 + i, 1000 - 13 * i * i);
    whole.add(block);
    parts[i % 2].add(block);  // the third stays empty
  }
  ClassSums sum;
  for (const ClassSums& part : parts) sum.add(part);
  EXPECT_EQ(sum.count, 7);
  std::vector<Spread> expected;
  ClassSums::visit_spreads(whole, [&](const Spread& spread) { expected.push_back(spread); });
  ASSERT_EQ(expected.size(), class_spreads);
  std::size_t at = 0;
  ClassSums::visit_spreads(sum, [&](const Spread& spread) {
    EXPECT_EQ(spread.minimum, expected[at].minimum) << at;
    EXPECT_EQ(spread.maximum, expected[at].maximum) << at;
    EXPECT_EQ(spread.sum, expected[at].sum) << at;
    ++at;
  });
}

// In the order of the table; every field tells two classes apart.
TEST(ClassOrder, BeginsWithTheLargestBlocks) {
  BlockClass base;
  base.rows = 20;
  base.cols = 77;
  base.niter = 5;
  base.keep = 15;
  base.chain = ChainLinks{false, false};
  base.place = StepPlace::middle;
  std::vector<BlockClass> order(11, base);
  order[0].rows = 21;
  order[1].cols = 78;
  order[2].niter = 6;
  order[3].keep = 16;
  order[4].chain.reset();
  order[5].place = StepPlace::first;
  // order[6] is the base
  order[7].tile = TileKind{TileClass::local, true};
  order[8].tile = TileKind{TileClass::send, false};
  order[9].chain = ChainLinks{true, false};
  order[10].keep.reset();
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      EXPECT_EQ(ClassOrder()(order[i], order[j]), i < j) << i << " " << j;
    }
  }
}

BlockLedger ledger_of(const std::vector<BlockRecord>& blocks, std::int64_t most_listed) {
  BlockLedger ledger;
  ledger.most_listed = most_listed;
  for (const BlockRecord& block : blocks) ledger.add(block);
  return ledger;
}

TEST(BlockLedger, ListsTheFirstInTheOrderOfAReport) {
  // In the order of stages: the strips of a step forward, then backward.
  std::vector<BlockRecord> blocks;
  for (std::int64_t step = 0; step < 4; ++step) {
    for (std::int64_t k = 0; k < 5; ++k) {
      BlockRecord block = sample_block(0, step, 0, 20, 10 * step + k);
      block.strip = step % 2 == 0 ? k : 4 - k;
      blocks.push_back(block);
    }
  }
  std::vector<BlockRecord> sorted = blocks;
  std::sort(sorted.begin(), sorted.end());
  for (const std::size_t most : {0u, 1u, 7u, 8u, 19u, 20u, 21u}) {
    const BlockLedger ledger = ledger_of(blocks, static_cast<std::int64_t>(most));
    ASSERT_EQ(ledger.blocks.size(), std::min<std::size_t>(most, 20)) << most;
    EXPECT_EQ(ledger.count(), 20);
    EXPECT_EQ(ledger.blocks_omitted, 20 - static_cast<std::int64_t>(ledger.blocks.size()));
    for (std::size_t i = 0; i < ledger.blocks.size(); ++i) {
      EXPECT_EQ(ledger.blocks[i].step, sorted[i].step) << most << " " << i;
      EXPECT_EQ(ledger.blocks[i].strip, sorted[i].strip) << most << " " << i;
      EXPECT_EQ(ledger.blocks[i].cycles.load, sorted[i].cycles.load) << most << " " << i;
    }
  }
}

TEST(BlockLedger, SumsWhatItDoesNotList) {
  const std::vector<BlockRecord> blocks = sample_report().blocks;
  for (const std::int64_t most : {0, 2, 10}) {
    const BlockLedger ledger = ledger_of(blocks, most);
    ASSERT_EQ(ledger.ranks.size(), 2u);
    EXPECT_EQ(ledger.ranks.at(0).cycles.total(), 360 + 370);
    EXPECT_EQ(ledger.ranks.at(1).cycles.total(), 360 + 370 + 372);
    std::int64_t count = 0;
    std::int64_t cycles = 0;
    for (const auto& [key, sums] : ledger.classes) {
      count += sums.count;
      cycles += sums.cycles.back().sum;
    }
    EXPECT_EQ(count, 5);
    EXPECT_EQ(cycles, 1832);
  }
}

TEST(BlockLedger, TakesAMillionBlocksInTheRoomOfTenThousand) {
  BlockLedger ledger;
  for (std::int64_t i = 0; i < 1000000; ++i) {
    ledger.add(sample_block(0, i / 10, i % 10, 20 + i % 3, i));
  }
  EXPECT_EQ(most_listed_blocks, 10000) << "README and sim/app/output/json.hpp say so";
  EXPECT_EQ(ledger.blocks.size(), 10000u);
  EXPECT_LE(ledger.blocks.capacity(), 20000u);
  EXPECT_EQ(ledger.blocks_omitted, 990000);
  EXPECT_EQ(ledger.classes.size(), 3u * 3u) << "3 heights; first, last, and the third place of place_in_step";
  EXPECT_EQ(ledger.ranks.size(), 1u);
}

}  // namespace
}  // namespace stencil

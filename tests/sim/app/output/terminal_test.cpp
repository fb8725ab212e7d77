// Tables and lines on the terminal: cycles, limits, messages and the verdict.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/terminal.hpp"

#include <gtest/gtest.h>

#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

TEST(CyclesTable, GroupsBlocksByShapeAndMarksWhatVaries) {
  EXPECT_EQ(
      cycles_table(sample_report()),
      "cycles per block (last line: sum over all blocks and ranks)\n"
      "blocks  rows  cols  niter  keep  load  compute  store  stall  idle  total  model  efficiency\n"
      "     3    25    77      5    15  ~111      200     50      3     7   ~371    255       0.647\n"
      "     2    20    77      5    15   100      200     50      3     7    360    255       0.667\n"
      "     5                      all   532     1000    250     15    35   1832   1275       0.655\n"
      "~ mean: blocks of this shape differ\n"
      "not as the model: 2 blocks of 25 x 77, 5 sweeps, keep 15, last: load +110 .. +112, compute -40, store +40, "
      "stall +1, idle +4, fill +5 each\n"
      "not as the model: 2 blocks of 20 x 77, 5 sweeps, keep 15, first: load +100, compute -40, store +40, "
      "stall +1, idle +4, fill +5 each\n"
      "not as the model: 1 block of 25 x 77, 5 sweeps, keep 15, first: load +110, compute -40, store +40, "
      "stall +1, idle +4, fill +5 each\n");
}

TEST(CyclesTable, ShowsNoNumbersWhereThereIsNoClock) {
  Report report = sample_report();
  report.machine.device.timed = false;
  BlockRecord block = report.blocks[0];
  block.cycles = {};
  block.keep.reset();
  tell_blocks(report, {block});
  EXPECT_EQ(cycles_table(report),
            "blocks (the software accelerator has no clock)\n"
            "blocks  rows  cols  niter  keep  load  compute  store  stall  idle  total  model  efficiency\n"
            "     1    20    77      5     -     -        -      -      -     -      -      -           -\n"
            "     1                      all     -        -      -      -     -      -      -           -\n");
}

TEST(CyclesTable, IsAloneWhereTheModelHolds) {
  Report report = sample_report();
  follow_the_model(report);
  EXPECT_EQ(cycles_table(report),
            "cycles per block (last line: sum over all blocks and ranks)\n"
            "blocks  rows  cols  niter  keep  load  compute  store  stall  idle  total  model  efficiency\n"
            "     3    25    77      5    15  ~111      200     50      3     7   ~371   ~371       0.647\n"
            "     2    20    77      5    15   100      200     50      3     7    360    360       0.667\n"
            "     5                      all   532     1000    250     15    35   1832   1832       0.655\n"
            "~ mean: blocks of this shape differ\n");
}

TEST(CyclesTable, FitsAHundredColumns) {
  Report report = sample_report();
  follow_the_model(report);
  for (std::int64_t i = 0; i < 40; ++i) {
    BlockRecord block = sample_block(0, 2, i, 300, 150000 + 10007 * i);
    CycleCounts& cycles = block.cycles;
    cycles.compute = 50227000 + i;
    cycles.store = 63000 + i;
    cycles.idle = 8 + i % 3;
    cycles.model = cycles;
    report.add(block);
  }
  const std::string table = cycles_table(report);
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    EXPECT_LE(end - begin, 100u) << table;
    begin = end + 1;
  }
}

TEST(CyclesTable, GroupsTilesByShapeAndClass) {
  Report report = sample_report();
  report.parts.put(TilesReport{});
  const TileClass classes[] = {TileClass::send, TileClass::receive, TileClass::send, TileClass::mixed,
                               TileClass::mixed};
  change_blocks(report, [&](BlockRecord& block, std::size_t i) {
    block.keep.reset();
    block.tile = TileKind{classes[i], i % 2 == 1};
  });
  EXPECT_EQ(cycles_table(report),
            "cycles per block (last line: sum over all blocks and ranks)\n"
            "tiles  rows  cols  niter    class  load  compute  store  stall  idle  total  model  efficiency\n"
            "    1    25    77      5  receive   110      200     50      3     7    370    255       0.649\n"
            "    2    25    77      5    mixed  ~111      200     50      3     7   ~371    255       0.647\n"
            "    2    20    77      5     send   100      200     50      3     7    360    255       0.667\n"
            "    5                         all   532     1000    250     15    35   1832   1275       0.655\n"
            "~ mean: blocks of this shape differ\n"
            "not as the model: 2 tiles of 20 x 77, 5 sweeps, send forward, first: load +100, compute -40, store +40, "
            "stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 tile of 25 x 77, 5 sweeps, mixed forward, last: load +112, compute -40, store +40, "
            "stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 tile of 25 x 77, 5 sweeps, receive backward, last: load +110, compute -40, store +40, "
            "stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 tile of 25 x 77, 5 sweeps, mixed backward, first: load +110, compute -40, store +40, "
            "stall +1, idle +4, fill +5 each\n");
  report.machine.device.lanes = 4;
  EXPECT_NE(limits_line(report).find(" of 4 points a cycle"), std::string::npos) << "tiles have one lane";
}

TEST(TilesLines, HoldMessagesAgainstTheGrid) {
  TilesReport tiles;
  tiles.messages = 12;
  tiles.words = 345;
  tiles.expected_messages = 13;
  tiles.expected_words = 346;
  EXPECT_EQ(tiles.lines(), "messages between subdomains: 12 of 345 words in all; the grid needs 13 of 346");
  tiles.residuals = {0.5, 0.25};
  EXPECT_EQ(tiles.lines(),
            "messages between subdomains: 12 of 345 words in all; the grid needs 13 of 346\n"
            "residual: 0.5 at first, 0.25 after 1 round");
  tiles.residuals.clear();
  tiles.times = {{70, 0}};
  EXPECT_EQ(tiles.lines().find('\n'), std::string::npos) << "one rank never waits";
  tiles.times = {{70, 30}, {50, 55}};
  EXPECT_EQ(tiles.lines(),
            "messages between subdomains: 12 of 345 words in all; the grid needs 13 of 346\n"
            "waiting for messages: 85 cycles on all ranks; the last rank ends in cycle 105");
}

TEST(LimitsLine, SaysHowNearTheRunCame) {
  Report report = sample_report();
  EXPECT_EQ(limits_line(report),
            "limits: schedule 0.653, roofline 0.490, occupancy 0.409; DMA 0.938; 84.90 of 4 points a cycle useful");
  report.dma = {};
  report.problem.reset();
  EXPECT_EQ(limits_line(report), "limits: schedule 0.653, roofline 0.490, occupancy 0.409");
  change_blocks(report, [](BlockRecord& block, std::size_t) { block.cycles = {}; });
  EXPECT_EQ(limits_line(report), "");
}

TEST(EvidenceLine, CountsWhatWasDone) {
  Report report = sample_report();
  EXPECT_EQ(evidence_line(report),
            "PASS: 7777 values compared, 0 differ, 5 blocks, 1102 device cycles on the slowest of 2 ranks "
            "(1832 on all), 3664 device cycles/s");
  report.verdict.mismatches = 2;
  report.simulation.wall_s = 0.0001;
  EXPECT_EQ(evidence_line(report),
            "FAIL: 7777 values compared, 2 differ, 5 blocks, 1102 device cycles on the slowest of 2 ranks "
            "(1832 on all), 18.32 million device cycles/s");
  report.blocks.clear();
  report.blocks_omitted = 5;
  EXPECT_NE(evidence_line(report).find(" differ, 5 blocks, "), std::string::npos) << "listed or not";
  report.verdict = {};
  report.machine.device.timed = false;
  EXPECT_EQ(evidence_line(report),
            "NOT CHECKED: 0 values compared, 0 differ, 5 blocks, no device cycles (software accelerator)");
}

TEST(MismatchLine, NamesEverything) {
  Verdict verdict;
  EXPECT_EQ(mismatch_line(verdict), "");
  verdict.first_mismatch = LocatedMismatch{1, 2, 3, 4, Mismatch{50, 6, bits_of(1.0), bits_of(1.0) + 2}, 9};
  EXPECT_EQ(
      mismatch_line(verdict),
      "first difference: row 50, col 6 (rank 1, step 2, strip 9, block 3, sweep 4): expected 0x3ff0000000000000 (1), "
      "got 0x3ff0000000000002 (1.0000000000000004), 2 ULP apart");
  verdict.first_mismatch->strip.reset();
  EXPECT_NE(mismatch_line(verdict).find("(rank 1, step 2, block 3, sweep 4)"), std::string::npos);
  verdict.first_mismatch->strip = 9;
  verdict.first_mismatch->at.got_bits = canonical_nan_bits;
  EXPECT_EQ(
      mismatch_line(verdict),
      "first difference: row 50, col 6 (rank 1, step 2, strip 9, block 3, sweep 4): expected 0x3ff0000000000000 (1), "
      "got 0x7ff8000000000000 (nan), a NaN has no ULP distance");
}

}  // namespace
}  // namespace stencil

// Tables and lines on the terminal: cycles, limits, messages and the verdict.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/terminal.hpp"
#include "sim/app/output/verdict_text.hpp"

#include <gtest/gtest.h>

#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

TEST(CyclesTable, GroupsBlocksByShapeAndMarksWhatVaries) {
  EXPECT_EQ(cycles_table(sample_report()),
            "cycles per block of 77 columns, 5 sweeps; last line: sum over all blocks\n"
            "keep: rows kept; model: = predicted, or difference; eff: ideal/total; ~ mean\n"
            "blocks  rows  keep  load  compute  store  stall  idle  total  model    eff\n"
            "     3    25    15  ~111      200     50      3     7   ~371  ~+116  0.647\n"
            "     2    20    15   100      200     50      3     7    360   +105  0.667\n"
            "     5         all   532    1,000    250     15    35  1,832   +557  0.655\n"
            "not as the model: 2 blocks of 25 x 77, 5 sweeps, keep 15, last: load +110..+112,\n"
            "  compute -40, store +40, stall +1, idle +4, fill +5 each\n"
            "not as the model: 2 blocks of 20 x 77, 5 sweeps, keep 15, first: load +100,\n"
            "  compute -40, store +40, stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 block of 25 x 77, 5 sweeps, keep 15, first: load +110,\n"
            "  compute -40, store +40, stall +1, idle +4, fill +5 each\n");
}

TEST(CyclesTable, ShowsNoNumbersWhereThereIsNoClock) {
  Report report = sample_report();
  report.machine.device.timed = false;
  BlockRecord block = report.blocks[0];
  block.cycles = {};
  block.keep.reset();
  tell_blocks(report, {block});
  EXPECT_EQ(cycles_table(report),
            "blocks of 77 columns, 5 sweeps (the software accelerator has no clock)\n"
            "blocks  rows  keep\n"
            "     1    20     -\n"
            "     1         all\n");
}

TEST(CyclesTable, IsAloneWhereTheModelHolds) {
  Report report = sample_report();
  follow_the_model(report);
  EXPECT_EQ(cycles_table(report),
            "cycles per block of 77 columns, 5 sweeps; last line: sum over all blocks\n"
            "keep: rows kept; model: = predicted, or difference; eff: ideal/total; ~ mean\n"
            "blocks  rows  keep  load  compute  store  stall  idle  total  model    eff\n"
            "     3    25    15  ~111      200     50      3     7   ~371      =  0.647\n"
            "     2    20    15   100      200     50      3     7    360      =  0.667\n"
            "     5         all   532    1,000    250     15    35  1,832      =  0.655\n");
}

// Blocks that differ in columns and sweeps have columns for both; a cause may differ though the total does not.
TEST(CyclesTable, HasColumnsForWhatBlocksDoNotShare) {
  Report report = sample_report();
  follow_the_model(report);
  change_blocks(report, [](BlockRecord& block, std::size_t i) {
    if (i != 0) return;
    block.cols = 50;
    block.niter = 4;
    block.cycles.load += 3;
    block.cycles.idle -= 3;
  });
  const std::string table = cycles_table(report);
  EXPECT_EQ(table.rfind("cycles per block; last line: sum over all blocks\n", 0), 0u) << table;
  EXPECT_NE(table.find("\nblocks rows cols sweeps keep load compute store stall idle total model   eff\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("\n     1   20   50      4   15  103     200    50     3    4   360    +0 0.667\n"),
            std::string::npos)
      << table;
}

TEST(CyclesTable, FitsEightyColumns) {
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
  EXPECT_NE(table.find(" 13,806k "), std::string::npos) << table;
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    EXPECT_LE(end - begin, 80u) << table;
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
            "cycles per tile of 77 columns, 5 sweeps; last line: sum over all tiles\n"
            "class: by messages; model: = predicted, or difference; eff: ideal/total; ~ mean\n"
            "tiles  rows    class  load  compute  store  stall  idle  total  model    eff\n"
            "    1    25  receive   110      200     50      3     7    370   +115  0.649\n"
            "    2    25    mixed  ~111      200     50      3     7   ~371  ~+116  0.647\n"
            "    2    20     send   100      200     50      3     7    360   +105  0.667\n"
            "    5            all   532    1,000    250     15    35  1,832   +557  0.655\n"
            "not as the model: 2 tiles of 20 x 77, 5 sweeps, send forward, first: load +100,\n"
            "  compute -40, store +40, stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 tile of 25 x 77, 5 sweeps, mixed forward, last: load +112,\n"
            "  compute -40, store +40, stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 tile of 25 x 77, 5 sweeps, receive backward, last: load\n"
            "  +110, compute -40, store +40, stall +1, idle +4, fill +5 each\n"
            "not as the model: 1 tile of 25 x 77, 5 sweeps, mixed backward, first: load +110,\n"
            "  compute -40, store +40, stall +1, idle +4, fill +5 each\n");
  report.machine.device.lanes = 4;
  EXPECT_NE(limits_line(report).find(" of 4 points per cycle"), std::string::npos) << "tiles have one lane";
}

TEST(TilesLines, HoldMessagesAgainstTheGrid) {
  TilesReport tiles;
  tiles.messages = 12;
  tiles.words = 345;
  tiles.expected_messages = 13;
  tiles.expected_words = 346;
  EXPECT_EQ(tiles.lines(), "messages between subdomains: 12 of 345 words in all; needed: 13 of 346");
  tiles.residuals = {0.5, 0.25};
  EXPECT_EQ(tiles.lines(),
            "messages between subdomains: 12 of 345 words in all; needed: 13 of 346\n"
            "residual: 0.5 at first, 0.25 after 1 round");
  tiles.residuals.clear();
  tiles.times = {{70, 0}};
  EXPECT_EQ(tiles.lines().find('\n'), std::string::npos) << "one rank never waits";
  tiles.times = {{70, 30}, {50, 55}};
  EXPECT_EQ(tiles.lines(),
            "messages between subdomains: 12 of 345 words in all; needed: 13 of 346\n"
            "waiting for messages: 85 cycles on all ranks; the last ends in cycle 105");
}

TEST(LimitsLine, SaysHowNearTheRunCame) {
  Report report = sample_report();
  EXPECT_EQ(
      limits_line(report),
      "limits: schedule 0.653, roofline 0.490, occupancy 0.409; DMA 0.938;\n  84.90 of 4 points per cycle useful");
  report.dma = {};
  report.problem.reset();
  EXPECT_EQ(limits_line(report), "limits: schedule 0.653, roofline 0.490, occupancy 0.409");
  change_blocks(report, [](BlockRecord& block, std::size_t) { block.cycles = {}; });
  EXPECT_EQ(limits_line(report), "");
}

TEST(EvidenceLine, CountsWhatWasDone) {
  Report report = sample_report();
  EXPECT_EQ(evidence_line(report), "PASS: 7,777 values compared, 0 differ, 5 blocks");
  EXPECT_EQ(cost_line(report), "device cycles: 1,102 on the slowest of 2 ranks, 1,832 on all, 3,664/s");
  report.verdict.mismatches = 2;
  report.simulation.wall_s = 0.0001;
  EXPECT_EQ(evidence_line(report), "FAIL: 7,777 values compared, 2 differ, 5 blocks");
  EXPECT_EQ(cost_line(report), "device cycles: 1,102 on the slowest of 2 ranks, 1,832 on all, 18.32 million/s");
  report.machine.ranks = 1;
  EXPECT_EQ(cost_line(report), "device cycles: 1,102, 18.32 million/s");
  report.machine.paranoid = true;
  EXPECT_EQ(evidence_line(report), "FAIL: 7,777 values compared, 2 differ, 5 blocks, paranoid");
  report.machine.paranoid = false;
  report.blocks.clear();
  report.blocks_omitted = 5;
  EXPECT_NE(evidence_line(report).find(" differ, 5 blocks"), std::string::npos) << "listed or not";
  report.verdict = {};
  report.machine.device.timed = false;
  EXPECT_EQ(evidence_line(report), "NOT CHECKED: 0 values compared, 0 differ, 5 blocks");
  EXPECT_EQ(cost_line(report), "") << "no clock";
}

TEST(VerdictLines, NameWhatARightResultWithoutRtlDoesNotCover) {
  Report report = sample_report();
  EXPECT_EQ(verdict_lines(report).size(), 1u) << "of the RTL there is nothing to add";
  report.machine.device.accel = "model";
  ASSERT_EQ(verdict_lines(report).size(), 2u);
  EXPECT_EQ(verdict_lines(report).front(),
            "not covered: no RTL was simulated; accelerator model computes with loops of its\n  own");
  report.machine.device.accel = "software";
  EXPECT_EQ(verdict_lines(report).front(),
            "not covered: no RTL was simulated; accelerator software computes with the golden\n  models");
  report.machine.device.accel = "model";
  report.verdict.mismatches = 2;
  EXPECT_EQ(verdict_lines(report).back().rfind("FAIL: ", 0), 0u);
  EXPECT_EQ(verdict_lines(report).front().find("not covered"), std::string::npos);
}

TEST(VerdictLines, NameTheArithmeticOfTheHost) {
  Report report = sample_report();
  report.machine.device.arithmetic = "rtl";
  EXPECT_EQ(verdict_lines(report), std::vector<std::string>{"PASS: 7,777 values compared, 0 differ, 5 blocks"});
  report.machine.device.arithmetic = "operators";
  ASSERT_EQ(verdict_lines(report).size(), 2u);
  EXPECT_EQ(verdict_lines(report)[0],
            "not covered: the arithmetic of the RTL was not simulated; with arithmetic\n  operators the host computes "
            "every operation");
  EXPECT_EQ(verdict_lines(report)[1], "PASS: 7,777 values compared, 0 differ, 5 blocks, arithmetic operators");
  EXPECT_NE(device_line(report.machine.device, 1).find(": arithmetic operators, "), std::string::npos);
  report.verdict.mismatches = 2;
  report.machine.device.arithmetic = "points";
  EXPECT_EQ(verdict_lines(report).back(), "FAIL: 7,777 values compared, 2 differ, 5 blocks, arithmetic points");
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

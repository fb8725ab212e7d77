// A small report with two ranks, two steps and known sums.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/app/report/report.hpp"

namespace stencil {

inline BlockRecord sample_block(std::int64_t rank, std::int64_t step, std::int64_t block, std::int64_t rows,
                                std::int64_t load) {
  BlockRecord record;
  record.rank = rank;
  record.step = step;
  record.strip = 3 * step + 4 * rank;
  record.block = block;
  record.rows = rows;
  record.cols = 77;
  record.niter = 5;
  record.keep = 15;
  record.chain = ChainLinks{false, true};
  record.place = place_in_step(block, 2);
  record.before = 0;
  record.after = 5;
  record.cycles = CycleCounts{{load, 200, 50, 3, 7, 20}, {0, 240, 10, 2, 3, 15}, 240};
  record.traffic = TrafficCounts{800, 400, 3};
  record.limits = BlockLimits{5 * rows, 150, 180, 20};
  return record;
}

// With these blocks and no others.
inline void tell_blocks(Report& report, const std::vector<BlockRecord>& blocks) {
  static_cast<BlockLedger&>(report) = BlockLedger();
  for (const BlockRecord& block : blocks) report.add(block);
}

// With every block changed.
template <class Change>
void change_blocks(Report& report, const Change& change) {
  std::vector<BlockRecord> blocks = report.blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) change(blocks[i], i);
  tell_blocks(report, blocks);
}

// With the model's counts equal to the measured ones, so that no difference is listed.
inline void follow_the_model(Report& report) {
  change_blocks(report, [](BlockRecord& block, std::size_t) { block.cycles.model = block.cycles; });
}

inline Report sample_report() {
  Report report;
  report.problem = ReportProblem{};
  report.problem->rows = 101;
  report.problem->cols = 77;
  report.problem->iterations = 20;
  report.problem->kernel = "jacobi";
  report.problem->stw = 5;
  report.problem->portion = 15;
  report.problem->schedule = "overlapped";
  report.problem->blocking = "skewed";
  report.problem->distribution = "cyclic";
  report.problem->block_rows = 12;
  report.problem->seed = 18446744073709551615u;
  report.machine.ranks = 2;
  report.machine.device.accel = "rtl";
  report.machine.device.config = "default";
  report.machine.device.pes = 4;
  report.machine.device.lanes = 1;
  report.machine.device.memory_words = 1000000;
  report.machine.device.max_cols = 10000;
  report.machine.device.axi_data_bits = 64;
  report.machine.device.f_buffers = 2;
  report.machine.device.r_buffers = 2;
  report.machine.device.line_beats = 10000;
  report.machine.device.link_bytes_per_cycle = 8.0;
  report.machine.device.timed = true;
  report.dma = DmaCycles{550, 250, 600};
  report.machine.device.contract_version = 5;
  report.verdict.compared = 7777;
  tell_blocks(report, {sample_block(0, 0, 0, 20, 100), sample_block(0, 0, 1, 25, 110), sample_block(1, 0, 0, 20, 100),
                       sample_block(1, 1, 0, 25, 110), sample_block(1, 1, 1, 25, 112)});
  report.simulation.wall_s = 0.5;
  return report;
}

}  // namespace stencil

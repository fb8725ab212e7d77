// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_check.hpp"

#include "models/gauss_seidel_tile.hpp"
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"

namespace stencil {

void TileCheck::before_tile(const TileRun& run, const double* block) {
  expected_.assign(block, block + run.block.frame.words());
  golden_tile(run.block.command, expected_.data());
}

void TileCheck::after_tile(const TileRun& run, const double* inner_rows) {
  const TileFrame& frame = run.block.frame;
  const std::int64_t cols = frame.cols.count();
  const std::int64_t step = first_step_ + step_of(run.round, run.block.command.backward);
  const Comparison found =
      compare_rows(expected_.data() + cols, inner_rows, frame.rows.first + 1, frame.rows.count() - 2, cols);
  verdict_.compared = verdict_.compared.value_or(0) + found.compared;
  verdict_.mismatches += found.mismatches;
  verdict_.add_block(step, {found.compared, found.mismatches});
  if (!found.first || verdict_.first_mismatch) return;
  LocatedMismatch located;
  located.rank = rank_;
  located.step = step;
  located.block = run.index % tiles_;
  located.sweep = run.block.command.sweeps - 1;
  located.at = *found.first;
  located.at.col += frame.cols.first;
  verdict_.first_mismatch = located;
}

}  // namespace stencil

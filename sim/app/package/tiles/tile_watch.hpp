// Checks the tiles of a program's steps (host/c/step.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/c/steps/tiled_step.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "sim/app/kernels/gauss_seidel/tile_check.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Compares every tile with the golden loop on the block that it was given, as `run --check block` does.
class TileWatch final : public TileObserver {
 public:
  void begins(const TiledStepInfo& step);
  void ended();

  void before_tile(const TileRun& run, const double* block) override { check_->before_tile(run, block); }
  void after_tile(const TileRun& run, const double* inner_rows) override { check_->after_tile(run, inner_rows); }

  // Of all steps that have ended. A difference is in the earliest tile; row and column are those of the field.
  const Verdict& verdict() const { return verdict_; }
  std::int64_t rounds() const { return rounds_; }

 private:
  std::optional<TileCheck> check_;  // of the step in flight
  Verdict verdict_;
  std::int64_t rounds_ = 0;
};

}  // namespace stencil

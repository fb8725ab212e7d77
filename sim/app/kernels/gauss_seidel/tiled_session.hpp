// A Gauss-Seidel run on one rank: its subdomain, its device, its tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/solver.hpp"
#include "sim/app/divergence/row_search.hpp"
#include "sim/app/kernels/gauss_seidel/input_check/tile_buffer_check.hpp"
#include "sim/app/kernels/gauss_seidel/input_check/tile_input_check.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/app/kernels/gauss_seidel/tile_check.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

class TiledSession final : public Session, private RunReference, private RowSearch {
 public:
  // options: of a GaussSeidelKernel. Throws ArgumentError as make_tile_grid.
  TiledSession(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files);

  RunPlan plan() const override;
  void read_problem() override;
  CostEstimate estimate(Accelerator* dry) override;
  std::vector<double> collect(const RowSink& sink) const override;
  RunReference& reference() override { return *this; }
  void describe(Report& report) const override;

 private:
  class Watch;
  class Tiles;

  GoldenSolution golden() const override;
  std::optional<GoldenSolution> golden_of_all() const override;
  Verdict block_checks() const override { return check_.verdict(); }
  LocatedMismatch locate(const Mismatch& mismatch) const override;
  std::optional<CapsulePlace> place_of(std::int64_t step, std::int64_t block) const override;
  RowSearch& search_rows() override;
  std::optional<WrongRow> wrong_load(const Capsule& calls) override;
  std::optional<WrongRow> wrong_buffer(const Capsule& calls) override;
  std::optional<WrongRow> wrong_result() override;
  void check_device(const Capabilities& device) const override;
  void run_sweeps(const BlocksDone& done) override;
  std::vector<double> field_as_read() const;  // all of it
  // Makes the grid by which the ranks solve, when the device is known.
  void settle_grid();
  const TileGrid& solved_by() const { return fused_ ? *fused_ : grid_; }
  // Of a step of this rank.
  std::int64_t tiles() const { return solved_by().rows().tiles() * solved_by().cols().tiles(); }

  const TileOptions& asked_;  // those of the kernel in the options
  TileGrid grid_;             // as asked for: values that differ are named in its tiles
  bool fuses_;
  std::optional<TileGrid> fused_;  // none: by grid_
  std::int64_t begun_ = 0;         // tiles
  std::int64_t reported_ = 0;      // of these
  TileCheck check_;
  std::vector<double> field_;
  TileSolution solution_;
  std::unique_ptr<TileInputCheck> input_check_;    // null unless asked for, of tiles one by one
  std::unique_ptr<TileBufferCheck> buffer_check_;  // null unless asked for, of fused ones
};

}  // namespace stencil

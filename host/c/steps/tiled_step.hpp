// A round of sweeps in tiles over the parts that the ranks of a communicator own: the last kernel of kernel_names().
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "host/c/steps/field_parts.hpp"
#include "host/c/steps/stale_halo.hpp"
#include "host/c/steps/tile_choice.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/tile_solve.hpp"
#include "host/mpi/communicators/callers_comm.hpp"

namespace stencil {

// As checks and reports see it.
struct TiledStepInfo {
  std::int64_t number = 0;        // of its sweeps forward, as reports count steps; those backward have the next one
  std::int64_t rank = 0;          // in the grid
  std::optional<TileGrid> grid;   // in the tiles that were asked for, or chosen
  std::optional<TileGrid> fused;  // by which the ranks solve; none: by grid
  FieldPart part;
  StaleHalo stale;  // where every rank checks what it is given
  const TileGrid& solved_by() const { return fused ? *fused : *grid; }
  std::optional<TileSolution> solution;  // when it has ended; its time is that of all rounds so far
};

// The communicator that a part names; none where MPI does not run. Throws ArgumentError for a number that names none.
[[nodiscard]] std::optional<CallersComm> callers_comm(const stencil_part& part);

// A tile that has run.
struct TileDone {
  TileRun run;  // without `step`
  TileClass tile_class = TileClass::local;
};

// The arguments of begin_tiled_step() beside the part.
struct TiledWish {
  std::int64_t sweeps = 1;
  const char* schedule = nullptr;  // arguments of stencil_step_begin
  const char* blocking = nullptr;
  std::int64_t portion = 0;
  bool checks = false;  // whether an observer will be told of the step
};

class TiledStep final : private TileObserver {
 public:
  // Collective over comm, the caller's; none where MPI does not run. predicted: null where the library cannot predict.
  // start: the rank's time so far. Throws AgreedError for arguments that cannot work, on all ranks, or, where MPI does
  // not run, ArgumentError.
  TiledStep(std::optional<CallersComm> comm, const stencil_part* part, const TiledWish& wish, Accelerator& device,
            const PredictedDevice& predicted, std::int64_t number, const TileTime& start);

  // Before run_ahead(). observer may be null and must outlive the step.
  void tell(TileObserver* observer) { observer_ = observer; }
  // What TileSolve::run_ahead() does.
  void run_ahead() { solve_->run_ahead(); }
  // Runs all else, and copies the result into the caller's array. Throws ArgumentError where the communicator has been
  // freed, DeviceError from device and MPI.
  void finish();

  const TiledStepInfo& info() const { return info_; }
  const std::vector<TileDone>& tiles() const { return tiles_; }

 private:
  void before_tile(const TileRun& run, const double* block) override;
  void after_tile(const TileRun& run, const double* inner_rows) override;

  std::optional<CallersComm> comm_;
  TiledStepInfo info_;
  std::vector<double> field_;
  std::vector<TileDone> tiles_;
  TileObserver* observer_ = nullptr;
  std::unique_ptr<TileExecutor> executor_;
  std::unique_ptr<TileSolve> solve_;
};

}  // namespace stencil

// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/tiled_step.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/device/values/tiles_name.hpp"
#include "host/gauss_seidel/pipeline/fused_grid.hpp"
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

MPI_Comm handle_of(const std::optional<CallersComm>& comm) {
  return comm ? static_cast<MPI_Comm>(*comm) : MPI_COMM_NULL;
}

// Runs the body, which must not communicate; an error of one rank is one of all.
template <typename Body>
void on_all(MPI_Comm comm, const Body& body) {
  if (comm == MPI_COMM_NULL) return body();
  together(comm, body);
}

FieldShare checked_share(const stencil_part* part, const TiledWish& wish, const Capabilities& device, bool predicts,
                         FieldPart& mine) {
  check_pointer("part", part, "a stencil_part");
  check_tile_kernel(device);
  constexpr std::int64_t most_sweeps = std::int64_t{1} << 30;  // as of --sweeps
  check_range("sweeps", wish.sweeps, 1, most_sweeps);
  if (wish.schedule != nullptr && *wish.schedule != '\0' && std::string(wish.schedule) != "auto")
    throw ArgumentError(fmt::format("schedule = \"{}\", must be auto: tiles have but one", wish.schedule));
  check_range("portion", wish.portion, 0, 0,
              fmt::format("tiles of {} keep no rows: blocking has their numbers", tiles_kernel).c_str());
  mine = field_part(*part);
  const Tiling tiling = tiling_wish(wish.blocking);
  const std::int64_t doubles = (part->rows - 1) * mine.stride + part->cols;
  token_registry().check_unused("f", part->f, doubles * static_cast<std::int64_t>(sizeof(double)), true);
  return {mine.owned,         mine.held,           wish.sweeps,     tiling.rows,
          tiling.cols,        device.memory_words, device.max_cols, predicts && device.timed ? 1 : 0,
          wish.checks ? 1 : 0};
}

}  // namespace

std::optional<CallersComm> callers_comm(const stencil_part& part) {
  if (!mpi_is_running()) {
    check_range("comm", part.comm, 0, 0, "MPI does not run");
    return std::nullopt;
  }
  if (part.comm == 0) return check_comm(MPI_COMM_WORLD).comm;
  MPI_Comm comm = MPI_Comm_f2c(part.comm);
#ifdef OPEN_MPI
  if (comm == nullptr) comm = MPI_COMM_NULL;  // Open MPI's answer to a number that is no handle
#endif
  if (comm == MPI_COMM_NULL)
    throw ArgumentError(
        fmt::format("comm = {}, must be MPI_Comm_c2f() of a communicator that has not been freed, or 0, "
                    "MPI_COMM_WORLD",
                    part.comm));
  return check_comm(comm).comm;
}

TiledStep::TiledStep(std::optional<CallersComm> comm, const stencil_part* part, const TiledWish& wish,
                     Accelerator& device, const PredictedDevice& predicted, std::int64_t number, const TileTime& start)
    : comm_(std::move(comm)) {
  const MPI_Comm ranks = handle_of(comm_);
  FieldShare mine;
  on_all(ranks,
         [&] { mine = checked_share(part, wish, device.capabilities(), static_cast<bool>(predicted), info_.part); });
  const std::vector<FieldShare> all = gather_shares(ranks, mine);
  std::optional<Tilings> tilings;
  Tiling tiling{mine.tile_rows, mine.tile_cols};
  on_all(ranks, [&] {
    tilings.emplace(shape_of(all), common_device(device.capabilities(), all));
    if (!tiling.is_chosen()) return tilings->check_any();
    tilings->check_wish(tiling);
  });
  const Capabilities common = common_device(device.capabilities(), all);
  const bool fuses = std::none_of(all.begin(), all.end(), [](const FieldShare& one) { return one.checks != 0; });
  if (!tiling.is_chosen())
    tiling = choose_tiling(ranks, *tilings, on_all_ranks(all, &FieldShare::predicts) ? predicted : PredictedDevice(),
                           fuses ? &common : nullptr);
  info_.number = number;
  info_.grid.emplace(tilings->with(tiling));
  if (fuses) info_.fused = fused_grid(*info_.grid, common, 1);
  if (ranks != MPI_COMM_NULL) {
    int rank = 0;
    check_mpi(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
    info_.rank = rank;
  }
  if (ranks != MPI_COMM_NULL && on_all_ranks(all, &FieldShare::checks))
    info_.stale = stale_halo(ranks, info_.part, *info_.grid, info_.rank);
  field_ = load_points(info_.part, *info_.grid, info_.rank);
  TileSolverOptions options;
  options.start = start;
  TileObserver* const self = this;  // a private base
  if (info_.fused)
    executor_ = std::make_unique<TilePipeline>(device, *info_.fused, info_.rank, self);
  else
    executor_ = std::make_unique<AcceleratorTiles>(device, self);
  solve_ = std::make_unique<TileSolve>(ranks, info_.solved_by(), *executor_, field_.data(), options);
}

void TiledStep::finish() {
  if (comm_) comm_->check();
  info_.solution = solve_->finish();
  store_points(field_, info_.part, *info_.grid, info_.rank);
}

void TiledStep::before_tile(const TileRun& run, const double* block) {
  if (observer_ != nullptr) observer_->before_tile(run, block);
}

void TiledStep::after_tile(const TileRun& run, const double* inner_rows) {
  tiles_.push_back({run, run.step->tile_class});
  tiles_.back().run.step = nullptr;
  if (observer_ != nullptr) observer_->after_tile(run, inner_rows);
}

}  // namespace stencil

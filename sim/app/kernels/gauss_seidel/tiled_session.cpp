// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tiled_session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "host/base/text.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/pipeline/fused_grid.hpp"
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"
#include "models/gauss_seidel.hpp"
#include "sim/app/kernels/blocks/required_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/locate_in_tiles.hpp"
#include "sim/app/kernels/gauss_seidel/tile_cost.hpp"
#include "sim/app/kernels/gauss_seidel/tile_field.hpp"
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

// On rank 0 the times of all ranks, elsewhere nothing.
std::vector<TileTime> gather_times(MPI_Comm communicator, const TileTime& mine) {
  int rank = 0;
  int ranks = 1;
  check_mpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  static_assert(sizeof(TileTime) == 2 * sizeof(std::int64_t), "sent as 2 words");
  std::vector<TileTime> all(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  check_mpi(MPI_Gather(&mine, 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, 0, communicator), "MPI_Gather");
  return all;
}

}  // namespace

// Observes every tile: records it in the ledger, checks it, reports to the caller.
class TiledSession::Watch final : public TileObserver {
 public:
  Watch(TiledSession& session, const BlocksDone& done) : session_(session), done_(done) {}

  void before_tile(const TileRun& run, const double* block) override {
    if (session_.reported_ == session_.begun_) session_.idle_after(session_.begun_);
    ++session_.begun_;
    session_.begin_step(step_of(run.round, run.block.command.backward));
    if (checks()) session_.check_.before_tile(run, block);
  }

  void after_tile(const TileRun& run, const double* inner_rows) override {
    ++session_.reported_;
    session_.ledger_.add(tile_record(session_.device(), session_.rank_, session_.tiles(), run));
    if (checks()) {
      const HostPhase phase(session_.host_observer(), "check");
      session_.check_.after_tile(run, inner_rows);
    }
    if (done_) done_(1);
  }

 private:
  bool checks() const { return session_.options_.check == Check::each_block; }

  TiledSession& session_;
  const BlocksDone& done_;
};

// Has the field checked when a tile's results are in it, in a run made again for a fault of the host.
class TiledSession::Tiles final : public AcceleratorTiles {
 public:
  Tiles(TiledSession& session, TileObserver& watch) : AcceleratorTiles(*session.device_, &watch), session_(session) {}

  void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) override {
    AcceleratorTiles::run(round, step, frame, field);
    if (session_.input_check_) session_.input_check_->after_tile(field);
  }

 private:
  TiledSession& session_;
};

TiledSession::TiledSession(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files)
    : Session(communicator, options, files),
      asked_(tile_options(static_cast<const RunOptions&>(options_))),
      grid_(make_tile_grid(source_.rows(), source_.cols(), ranks_, asked_)),
      fuses_(asked_.fuse == "on" && options.check != Check::each_block && !options.one_by_one()),
      check_(rank_, tiles()) {
  if (options.fidelity.mixed && fuses_)
    throw ArgumentError(
        "--fuse is on, must be off with --accel mixed: fused tiles of two steps are in the device at once");
  plan_steps(step_of(asked_.rounds, false), {step_of(0, false), step_of(0, true)}, false);
}

void TiledSession::settle_grid() {
  if (fuses_ && has_device()) fused_ = fused_grid(grid_, device(), asked_.history ? 1 : asked_.rounds);
}

void TiledSession::check_device(const Capabilities& device) const {
  require_tiles(device);
  check_tiles_fit(device, grid_);
}

RunPlan TiledSession::plan() const {
  const GridSize subdomains{grid_.rows().parts(), grid_.cols().parts()};
  const TileFrame stored = grid_.stored(rank_);
  const std::int64_t stored_words = (stored.rows.count() + 1) * stored.cols.count();
  return {{fmt::format("problem {} x {}, {} of {} forward and {} backward of gauss-seidel,\n"
                       "  {} subdomain{} of {} tile{} each",
                       with_commas(source_.rows()), with_commas(source_.cols()), counted(asked_.rounds, "round"),
                       counted(asked_.sweeps, "sweep"), with_commas(asked_.sweeps), stencil::describe(subdomains),
                       ranks_ == 1 ? "" : "s", stencil::describe(asked_.tiles),
                       asked_.tiles.rows * asked_.tiles.cols == 1 ? "" : "s")},
          std::max(largest_tile_words(grid_), fuses_ ? stored_words : 0)};
}

void TiledSession::read_problem() {
  field_ = load_tile_field(grid_, rank_, [this](std::int64_t first, std::int64_t count, double* target) {
    source_.read_rows(ProblemArray::f, first, count, target);
  });
}

CostEstimate TiledSession::estimate(Accelerator* dry) {
  settle_grid();
  const auto steps = static_cast<std::int64_t>(2) * asked_.rounds;
  const CostEstimate::BlockCycles unknown(static_cast<std::size_t>(tiles()));
  if (dry == nullptr) return CostEstimate(steps, {}, {unknown}, {});
  const std::int64_t rounds = std::min(asked_.rounds, unlike_rounds(fused_.has_value()));
  std::vector<CostEstimate::BlockCycles> tried =
      tile_cycles(solved_by(), rank_, rounds, *dry, field_.data(), fused_.has_value(), asked_.history);
  const auto round = [&](std::size_t number) {
    return std::vector<CostEstimate::BlockCycles>{std::move(tried[2 * number]), std::move(tried[2 * number + 1])};
  };
  if (rounds == 1) return CostEstimate(steps, round(0), {}, {});
  if (!fused_) return CostEstimate(steps, round(0), round(1), {});
  if (rounds == 2) return CostEstimate(steps, round(0), {}, round(1));
  return CostEstimate(steps, round(0), round(1), round(2));
}

void TiledSession::run_sweeps(const BlocksDone& done) {
  settle_grid();
  overlap_steps(step_of(asked_.rounds, false), tiles());  // tiles of a pipeline are reported after others have begun
  Watch watch(*this, done);
  std::unique_ptr<TileExecutor> executor;
  if (fused_)
    executor = std::make_unique<TilePipeline>(*device_, *fused_, rank_, &watch);
  else
    executor = std::make_unique<Tiles>(*this, watch);
  solution_ = solve_tiles(communicator_, solved_by(), *executor, field_.data(),
                          {asked_.rounds, asked_.history, host_observer()});
}

std::vector<double> TiledSession::field_as_read() const {
  std::vector<double> f(static_cast<std::size_t>(source_.rows() * source_.cols()));
  source_.read_rows(ProblemArray::f, 0, source_.rows(), f.data());
  return f;
}

GoldenSolution TiledSession::golden() const {
  std::vector<double> f = field_as_read();
  Work work(progress(), "golden solution");
  for (std::int64_t round = 0; round < asked_.rounds; ++round) {
    work.at_units(round, asked_.rounds);
    permuted_gauss_seidel(source_.rows(), source_.cols(), f.data(), {grid_.rows().cuts(), grid_.cols().cuts()},
                          asked_.sweeps, 1);
  }
  return GoldenSolution(source_.cols(), std::move(f));
}

// A point needs new values of points before it, on both sides of a cut: rank 0 sets one after the other.
std::optional<GoldenSolution> TiledSession::golden_of_all() const {
  std::optional<GoldenSolution> solution;
  agree(communicator_, [&] {
    if (rank_ == 0) solution = golden();
  });
  return solution;
}

std::vector<double> TiledSession::collect(const RowSink& sink) const {
  collect_tile_field(communicator_, grid_, field_.data(), sink);
  return {};
}

LocatedMismatch TiledSession::locate(const Mismatch& mismatch) const {
  return locate_in_tiles(solved_by(), asked_.rounds, mismatch);
}

std::optional<CapsulePlace> TiledSession::place_of(std::int64_t step, std::int64_t block) const {
  return place_in_tiles(solved_by(), rank_, asked_.rounds, step, block);
}

RowSearch& TiledSession::search_rows() {
  if (!fuses_) input_check_ = std::make_unique<TileInputCheck>(field_as_read(), grid_, rank_);
  return *this;
}

std::optional<WrongRow> TiledSession::wrong_buffer(const Capsule& calls) {
  if (!fused_) return std::nullopt;
  if (!buffer_check_) buffer_check_ = std::make_unique<TileBufferCheck>(field_as_read(), *fused_, rank_);
  return (*buffer_check_)(calls);
}

std::optional<WrongRow> TiledSession::wrong_load(const Capsule& calls) {
  return input_check_->wrong_load(calls, field_.data());
}

std::optional<WrongRow> TiledSession::wrong_result() {
  if (auto wrong = input_check_->wrong_result(field_.data())) return wrong;
  // The verdict compares with a solution of its own.
  const Comparison found = golden().compare(0, source_.rows(), input_check_->expected().data());
  if (!found.first) return std::nullopt;
  WrongRow wrong = WrongRow::at(found.first->row, *found.first);
  wrong.blame_reference("sim/app/kernels/gauss_seidel/tiled_session.cpp");
  wrong.only_solution = true;
  wrong.step = 2 * asked_.rounds - 1;
  wrong.order = std::numeric_limits<std::int64_t>::max() - 1;
  return wrong;
}

void TiledSession::describe(Report& report) const {
  Session::describe(report);
  report.problem->grid = stencil::describe(GridSize{grid_.rows().parts(), grid_.cols().parts()});
  const RoundTraffic round = round_traffic(solved_by());
  const std::int64_t mine[2] = {solution_.traffic.messages, solution_.traffic.words};
  std::int64_t all[2] = {};
  check_mpi(MPI_Reduce(mine, all, 2, MPI_INT64_T, MPI_SUM, 0, communicator_), "MPI_Reduce");
  TilesReport tiles;
  tiles.row_cuts = grid_.rows().cuts();
  tiles.col_cuts = grid_.cols().cuts();
  if (fused_) tiles.fused = stencil::describe(GridSize{fused_->rows().tiles(), fused_->cols().tiles()});
  tiles.messages = all[0];
  tiles.words = all[1];
  tiles.expected_messages = asked_.rounds * round.messages;
  tiles.expected_words = asked_.rounds * round.words;
  tiles.residuals = solution_.residuals;
  if (device().timed) tiles.times = gather_times(communicator_, solution_.time);
  report.parts.put(std::move(tiles));
}

}  // namespace stencil

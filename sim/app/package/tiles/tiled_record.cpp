// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/tiles/tiled_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "host/device/values/tiles_name.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"

namespace stencil {
namespace {

// Numbers only, so that they can be gathered. All ranks of one field agree in the first `common`.
enum Field : std::size_t { rounds, rows, cols, grid_rows, grid_cols, tile_rows, tile_cols, sweeps, differ, common };
enum Own : std::size_t { messages = common, words, busy, waiting, sweeps_else, fields };
using TileSums = std::array<std::int64_t, fields>;

struct TiledField {
  TileSums summary{};
  const double* array = nullptr;
  std::optional<TileGrid> grid;  // by which the last step was solved
  bool fused = false;            // it is not the one asked for
};

// Never destroyed: the report of a program without MPI is written when it ends.
TiledField& tiled_field() {
  static auto* const all = new TiledField;
  return *all;
}

std::vector<TileSums> gathered(MPI_Comm communicator, bool swept) {
  tiled_field().summary[sweeps_else] = swept ? 1 : 0;
  int ranks = 1;
  if (communicator != MPI_COMM_NULL) MPI_Comm_size(communicator, &ranks);
  std::vector<TileSums> all(static_cast<std::size_t>(ranks), tiled_field().summary);
  constexpr int count = static_cast<int>(fields);
  if (communicator != MPI_COMM_NULL)
    MPI_Allgather(tiled_field().summary.data(), count, MPI_INT64_T, all.data(), count, MPI_INT64_T, communicator);
  return all;
}

bool same_cuts(const TileGrid& a, const TileGrid& b) {
  return a.rows().cuts() == b.rows().cuts() && a.cols().cuts() == b.cols().cuts();
}

std::string product(std::int64_t a, std::int64_t b) {
  return fmt::format("{}x{}", a, b);
}

}  // namespace

void record_tiled_step(const TiledStepInfo& step) {
  TiledField& all = tiled_field();
  const TileGrid& grid = *step.grid;
  const TileSolution& solution = *step.solution;
  const TileSums& before = all.summary;
  TileSums now{before[rounds] + 1,
               grid.rows().points(),
               grid.cols().points(),
               grid.rows().parts(),
               grid.cols().parts(),
               grid.rows().tiles(),
               grid.cols().tiles(),
               grid.sweeps(),
               before[differ],
               before[messages] + solution.traffic.messages,
               before[words] + solution.traffic.words,
               solution.time.busy,
               solution.time.waiting,
               0};
  const bool same =
      before[rounds] == 0 || (std::equal(now.begin() + rows, now.begin() + differ, before.begin() + rows) &&
                              all.array == step.part.f && same_cuts(*all.grid, grid));
  if (!same) now[differ] = 1;
  all.summary = now;
  all.array = step.part.f;
  all.grid = step.solved_by();
  all.fused = step.fused.has_value();
}

BlockRecord tiled_record(const Capabilities& device, std::int64_t rank, const TiledStepInfo& step,
                         const TileDone& tile) {
  TileStep in_plan;
  in_plan.tile_class = tile.tile_class;
  TileRun run = tile.run;
  run.step = &in_plan;
  BlockRecord record =
      tile_record(device, rank, step.solved_by().rows().tiles() * step.solved_by().cols().tiles(), run);
  record.step = step.number + (run.block.command.backward ? 1 : 0);
  return record;
}

void describe_tiled_steps(MPI_Comm communicator, bool swept, Report& report) {
  const std::vector<TileSums> all = gathered(communicator, swept);
  const TileSums& one = all.front();
  const auto any = [&](std::size_t field) {
    return std::any_of(all.begin(), all.end(), [&](const TileSums& other) { return other[field] != 0; });
  };
  int rank = 0;
  if (communicator != MPI_COMM_NULL) MPI_Comm_rank(communicator, &rank);
  if (rank != 0 || !any(rounds)) return;
  report.problem.reset();
  report.client_kernel = any(sweeps_else) ? "" : tiles_kernel;
  const bool agree = std::all_of(all.begin(), all.end(), [&](const TileSums& other) {
    return std::equal(one.begin(), one.begin() + common, other.begin());
  });
  if (!agree || any(differ) || any(sweeps_else)) return;
  ReportProblem problem;
  problem.kernel = tiles_kernel;
  problem.rows = one[rows];
  problem.cols = one[cols];
  problem.sweeps = one[sweeps];
  problem.rounds = one[rounds];
  problem.iterations = 2 * one[sweeps] * one[rounds];
  problem.grid = product(one[grid_rows], one[grid_cols]);
  problem.tiles = product(one[tile_rows], one[tile_cols]);
  const auto sum = [&](std::size_t field) {
    return std::accumulate(all.begin(), all.end(), std::int64_t{0},
                           [&](std::int64_t so_far, const TileSums& other) { return so_far + other[field]; });
  };
  const TileGrid& grid = *tiled_field().grid;
  const RoundTraffic round = round_traffic(grid);
  TilesReport tiles;
  tiles.row_cuts = grid.rows().cuts();
  tiles.col_cuts = grid.cols().cuts();
  if (tiled_field().fused) tiles.fused = product(grid.rows().tiles(), grid.cols().tiles());
  tiles.messages = sum(messages);
  tiles.words = sum(words);
  tiles.expected_messages = one[rounds] * round.messages;
  tiles.expected_words = one[rounds] * round.words;
  if (report.machine.device.timed)
    for (const TileSums& other : all) tiles.times.push_back({other[busy], other[waiting]});
  report.problem = std::move(problem);
  report.parts.put(std::move(tiles));
}

}  // namespace stencil

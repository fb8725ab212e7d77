// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_cost.hpp"

#include <cstddef>
#include <memory>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/pipeline/tile_pipeline.hpp"

namespace stencil {
namespace {

class Costs final : public TileObserver {
 public:
  void after_tile(const TileRun& run, const double* /*inner_rows*/) override { cycles.push_back(run.cycles.total()); }
  std::vector<std::int64_t> cycles;
};

struct NoMessages {
  void receive(std::size_t /*step*/, Arrivals /*which*/) {}
  void send(const TileDeparture& /*message*/) {}
};

// As solve_tiles() does it, without messages.
void run_rounds(const TileGrid& grid, std::int64_t rank, std::int64_t rounds, TileExecutor& tiles, double* field,
                bool residuals) {
  const TileFrame frame = grid.stored(rank);
  const std::vector<TileStep> groups[2] = {plan_group(grid, rank, false), plan_group(grid, rank, true)};
  NoMessages none;
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (std::size_t backward = 0; backward < 2; ++backward) {
      const std::vector<TileStep>& group = groups[backward];
      StepOrder order(tiles, group, frame, field, none);
      for (std::size_t k = 0; k < group.size(); ++k) {
        const TileStep* next = nullptr;
        if (k + 1 < group.size())
          next = &group[k + 1];
        else if (backward == 0 || (round + 1 < rounds && !residuals))
          next = &groups[1 - backward].front();
        order.receive(k);
        order.sweep(round, k, next);
        if (backward == 1 && (residuals || round + 1 == rounds))
          tiles.settle(group[k], k + 1 < group.size() ? &group[k + 1] : nullptr);
      }
    }
    if (residuals || round + 1 == rounds) tiles.finish();
  }
}

}  // namespace

std::int64_t unlike_rounds(bool fused) {
  return fused ? 3 : 2;
}

std::vector<std::vector<std::int64_t>> tile_cycles(const TileGrid& grid, std::int64_t rank, std::int64_t rounds,
                                                   Accelerator& dry, double* field, bool fused, bool residuals) {
  Costs costs;
  std::unique_ptr<TileExecutor> tiles;
  if (fused)
    tiles = std::make_unique<TilePipeline>(dry, grid, rank, &costs);
  else
    tiles = std::make_unique<AcceleratorTiles>(dry, &costs);
  run_rounds(grid, rank, rounds, *tiles, field, residuals);
  const auto in_step = static_cast<std::ptrdiff_t>(grid.rows().tiles() * grid.cols().tiles());
  std::vector<std::vector<std::int64_t>> steps;
  for (auto at = costs.cycles.begin(); at != costs.cycles.end(); at += in_step) steps.emplace_back(at, at + in_step);
  return steps;
}

}  // namespace stencil

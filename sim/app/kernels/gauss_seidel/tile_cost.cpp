// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_cost.hpp"

#include "host/gauss_seidel/accelerator_tiles.hpp"

namespace stencil {
namespace {

class Costs final : public TileObserver {
 public:
  void after_tile(const TileRun& run, const double* /*inner_rows*/) override { cycles.push_back(run.cycles.total()); }
  std::vector<std::int64_t> cycles;
};

}  // namespace

std::vector<std::vector<std::int64_t>> tile_cycles(const TileGrid& grid, std::int64_t rank, std::int64_t rounds,
                                                   Accelerator& dry, double* field) {
  std::vector<std::vector<std::int64_t>> steps;
  Costs costs;
  AcceleratorTiles tiles(dry, &costs);
  const TileFrame frame = grid.stored(rank);
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (const bool backward : {false, true}) {
      for (const TileStep& step : plan_group(grid, rank, backward)) tiles.run(round, step, frame, field);
      steps.push_back(std::move(costs.cycles));
      costs.cycles.clear();
    }
  }
  return steps;
}

}  // namespace stencil

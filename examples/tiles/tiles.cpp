// Gauss-Seidel in place over MPI ranks: a rank's subdomain is cut into tiles, a tile does several sweeps per load.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdint>
#include <iostream>
#include <vector>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/solver.hpp"

using namespace stencil;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  TileGridShape shape;
  shape.rows = 102;  // border included
  shape.cols = 62;
  shape.grid_rows = ranks;  // a process grid of ranks x 1 subdomains
  shape.tile_rows = 2;      // two tiles in the direction that is cut: every rank can begin at once
  shape.sweeps = 4;         // a round is 4 sweeps forward and 4 backward
  const TileGrid grid(shape);

  // This rank's points: 1 on the field's first row, 0 elsewhere.
  const TileFrame frame = grid.stored(rank);
  std::vector<double> field(static_cast<std::size_t>(frame.words()), 0.0);
  for (std::int64_t col = frame.cols.first; frame.rows.first == 0 && col < frame.cols.last; ++col)
    field[static_cast<std::size_t>(frame.index(0, col))] = 1.0;

  AcceleratorOptions options;
  options.accel = argc > 1 ? argv[1] : "model";  // software, model or rtl
  options.config = "small";
  const auto device = make_accelerator(options);
  check_tiles_fit(device->capabilities(), grid);
  AcceleratorTiles tiles(*device);  // CpuTiles instead: the same bits on the CPU

  TileSolverOptions solver;
  solver.rounds = 5;
  solver.residuals = true;
  const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, tiles, field.data(), solver);

  const std::int64_t mine = solution.time.now();
  std::int64_t makespan = 0;
  MPI_Reduce(&mine, &makespan, 1, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    for (std::size_t round = 0; round < solution.residuals.size(); ++round)
      std::cout << "residual after " << round << " rounds: " << solution.residuals[round] << "\n";
    std::cout << makespan << " device cycles until the last rank is done\n";
  }
  MPI_Finalize();
  return 0;
}

// A job on any number of ranks, each with one device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "host/device/accelerator.hpp"
#include "host/device/values/tiles_name.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "sim/app/cluster/network/network.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/kernels/sweeps/options.hpp"

namespace stencil {

constexpr IntegerRange scale_ranks_range{"--ranks", 1, 1048576};
constexpr std::int64_t most_rank_steps = 10000000000;  // of one number of ranks: half a minute
constexpr std::int64_t most_tiles = 10000000;          // of all ranks and rounds: each keeps its messages

struct ScaleJob {
  const SweepKernel* kernel = sweep_kernels().front();
  SweepOptions sweep;
  std::optional<TileOptions> tiles;  // in place of both; without a grid
  // Of the domain or, `weak`, rows for each rank; for each subdomain rows and columns.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  bool weak = false;
  AcceleratorOptions device;
  Network network;

  std::int64_t iterations() const { return tiles ? tiles->iterations() : sweep.iterations; }
  std::int64_t rows_on(std::int64_t ranks) const {
    return !weak ? rows : tiles ? rows * squarest_grid(ranks).rows : rows * ranks;
  }
  std::int64_t cols_on(std::int64_t ranks) const { return weak && tiles ? cols * squarest_grid(ranks).cols : cols; }
};

// The kernel's name, of a kernel file without its folders.
std::string kernel_name_of(const ScaleJob& job);

// "1,4,6" or "1..65536", which doubles from the first to the last number, the last one included; both may be mixed.
// Throws ArgumentError.
std::vector<std::int64_t> parse_rank_numbers(const std::string& text);

// The strips of the job on so many ranks, as a run deals them. Throws ArgumentError where the rows do not suffice, with
// the number that would.
// @pre !job.tiles
Strips strips_of(const ScaleJob& job, std::int64_t ranks);

// The same of a job in tiles.
TileGrid grid_of(const ScaleJob& job, std::int64_t ranks);

}  // namespace stencil

// What ranks that solve in tiles would do with messages, and when, by the model of their devices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "sim/app/cluster/time/rank_log.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"

namespace stencil {

// The logs of all ranks of a grid: those of ranks whose tiles and messages are alike are made once, by the executor
// itself on a device that moves no data. Throws ArgumentError for tiles that do not fit the device.
std::vector<RankLog> tile_logs(const TileGrid& grid, const TileOptions& asked, const AcceleratorOptions& device);

}  // namespace stencil

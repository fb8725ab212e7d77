// Looks for the mistake in a plan of tiles that leaves a field otherwise than sweeps do, though every tile is right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/group_plan.hpp"

namespace stencil {

struct PlanFault {
  bool backward = false;  // its group
  std::string text;       // which tile, what of it, and the file
};

// The functions that plan tiles and their blocks; the library's own by default.
struct TilePlan {
  std::function<std::vector<TileStep>(const TileGrid& grid, std::int64_t rank, bool backward)> group = plan_group;
  std::function<TileBlock(const TileWindow& window)> block = block_of;
};

// The first of these that holds, over the tiles of all ranks: an edge of a command lies beside that of its window, a
// sweep sets an inner point in no window or in two, a rank makes a tile before one whose new values it reads.
// Not known: windows that cover every point but move otherwise than the order of the sweeps allows.
[[nodiscard]] std::optional<PlanFault> find_plan_fault(const TileGrid& grid, const TilePlan& plan = {});

}  // namespace stencil

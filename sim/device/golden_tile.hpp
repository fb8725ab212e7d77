// A tile command in the words of the golden loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/accelerator.hpp"
#include "models/gauss_seidel_tile.hpp"

namespace stencil {

inline GaussSeidelTile golden_tile(const TileCommand& command) {
  const auto edge = [](const TileEdge& of) { return GaussSeidelEdge{of.at, of.slope}; };
  return {command.rows,      command.cols,         command.sweeps,     command.backward,
          edge(command.top), edge(command.bottom), edge(command.left), edge(command.right)};
}

}  // namespace stencil

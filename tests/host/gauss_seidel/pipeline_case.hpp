// Strips of tiles and the fake device that a pipeline of them gets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "host/gauss_seidel/grid.hpp"
#include "tests/host/support/fake_accelerator.hpp"

namespace stencil::test {

using Happens = FakeAccelerator::Happens;

inline TileGrid strips(std::int64_t rows, std::int64_t tiles, std::int64_t sweeps, std::int64_t ranks = 1) {
  TileGridShape shape;
  shape.rows = rows;
  shape.cols = 9;
  shape.grid_rows = ranks;
  shape.sweeps = sweeps;
  shape.tile_rows = tiles;
  return TileGrid(shape);
}

inline std::unique_ptr<FakeAccelerator> device_with(std::int64_t buffers, Happens happens, std::uint64_t seed = 1,
                                                    std::int64_t words = 100000) {
  auto device = std::make_unique<FakeAccelerator>(words, 10000, happens, buffers, 1, seed);
  device->set_tile_slots(13, 32);
  return device;
}

}  // namespace stencil::test

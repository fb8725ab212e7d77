// Shared by the tests of whole Gauss-Seidel runs: a small run of tiles, each of them checked.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil::testing_support {

inline RunOptions tiled(std::int64_t rows, std::int64_t cols, const TileOptions& how) {
  RunOptions options = shape(rows, cols, 1, 1, 3);
  options.kernel = kernel_named("--kernel", "gauss-seidel");
  tile_options(options) = how;
  options.check = Check::each_block;
  options.device.config = "small";
  return options;
}

inline bool runs_on(const char* accel) {
  return shape(3, 3, 1, 1, 3).device.accel == accel;
}

}  // namespace stencil::testing_support

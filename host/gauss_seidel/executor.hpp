// Where the tiles of a rank are computed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/gauss_seidel/group_plan.hpp"
#include "host/gauss_seidel/sweep_tile.hpp"

namespace stencil {

class TileExecutor {
 public:
  virtual ~TileExecutor() = default;
  // Sets the points of the step's window in the rank's array; sets no others. Done when it returns.
  virtual void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) = 0;
  // Of its own clock, which stands still between tiles; 0 without one.
  virtual std::int64_t cycles() const { return 0; }
};

class CpuTiles : public TileExecutor {
 public:
  void run(std::int64_t /*round*/, const TileStep& step, const TileFrame& frame, double* field) override {
    sweep_tile(step.window, frame, field);
  }
};

}  // namespace stencil

// The device or CPU that computes the tiles of a rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/gauss_seidel/group_plan.hpp"
#include "host/gauss_seidel/sweep_tile.hpp"

#pragma GCC visibility push(default)
namespace stencil {

class TileExecutor {
 public:
  virtual ~TileExecutor() = default;
  // Sets the points of the step's window in the rank's array, and no others, before it returns.
  virtual void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) = 0;
  // Cycles of its clock, which counts during run() only; 0 without a clock.
  virtual std::int64_t cycles() const { return 0; }
};

class CpuTiles : public TileExecutor {
 public:
  void run(std::int64_t /*round*/, const TileStep& step, const TileFrame& frame, double* field) override {
    sweep_tile(step.window, frame, field);
  }
};

}  // namespace stencil
#pragma GCC visibility pop

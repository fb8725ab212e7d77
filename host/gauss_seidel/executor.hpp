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
  // Whether tiles still sweep when run() has returned: messages that can wait are then brought beside the next tile.
  virtual bool sweeps_on() const { return false; }
  // The step that run() will get after the one that it gets now.
  virtual void expect(const TileStep& /*next*/) {}
  // Sets the points of the step's window in the rank's array, and no others: before it returns, or where the functions
  // below say so.
  virtual void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) = 0;
  // The step that run() will get next. What no tile and no message changes until then may be moved.
  virtual void prepare(const TileStep& /*next*/, const TileFrame& /*frame*/, double* /*field*/) {}
  // The array has the lines of a message when it returns; of a step that run() got, the last one or the one before, and
  // whose lines have not changed since.
  virtual void bring(const TileMessage& /*message*/) {}
  // Messages will be put into the array for the step, which nothing uses any more when this returns; they have been.
  virtual void release(const TileStep& /*step*/) {}
  virtual void received(const TileStep& /*step*/) {}
  // run() does not get this tile again before finish(), and `next` comes after it, null: none. What the array lacks of
  // it may be moved there.
  virtual void settle(const TileStep& /*step*/, const TileStep* /*next*/) {}
  // The array has all points when it returns.
  virtual void finish() {}
  // Cycles of its clock, which counts during these functions only; 0 without a clock.
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

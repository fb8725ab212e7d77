// The device or CPU that computes the tiles of a rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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
  // Messages will be put into the array for this step, which run() gets next: nothing uses their points any more when
  // this returns. What else the step needs may be moved while they travel. They have been put there.
  virtual void release(const TileStep& /*step*/, Arrivals /*which*/, const TileFrame& /*frame*/, double* /*field*/) {}
  virtual void received(const TileStep& /*step*/, Arrivals /*which*/) {}
  // run() does not get this tile again before finish(), and `next` comes after it, null: none. What the array lacks of
  // it may be moved there.
  virtual void settle(const TileStep& /*step*/, const TileStep* /*next*/) {}
  // The array has all points when it returns.
  virtual void finish() {}
  // Cycles of its clock, which counts during these functions only; 0 without a clock.
  virtual std::int64_t cycles() const { return 0; }
};

// The steps of a group with their messages, in the order that all keep who go through a solve.
// messages.receive(step's number, which): puts them into the array; messages.send(departure): its points are there.
template <class Messages>
class StepOrder {
 public:
  StepOrder(TileExecutor& tiles, const std::vector<TileStep>& steps, const TileFrame& frame, double* field,
            Messages& messages)
      : tiles_(tiles), steps_(steps), frame_(frame), field_(field), messages_(messages) {}

  void receive(std::size_t step) { receive(step, tiles_.sweeps_on() ? Arrivals::others : Arrivals::all); }
  // next: the step that comes at once; null: none, or not known.
  void sweep(std::int64_t round, std::size_t step, const TileStep* next) {
    if (next != nullptr) tiles_.expect(*next);
    tiles_.run(round, steps_[step], frame_, field_);
    const Departures leaving = departures(steps_, step, tiles_.sweeps_on());
    send(leaving.beside);
    if (next != nullptr) tiles_.prepare(*next, frame_, field_);
    if (receives_ahead(step)) {
      receive(step + 1, Arrivals::ahead);
      tiles_.prepare(steps_[step + 1], frame_, field_);
    }
    send(leaving.behind);
  }
  // Whether messages for the step after this one are waited for beside it.
  bool receives_ahead(std::size_t step) const {
    return tiles_.sweeps_on() && step + 1 < steps_.size() && receives(steps_[step + 1], Arrivals::ahead);
  }

 private:
  void receive(std::size_t step, Arrivals which) {
    if (!receives(steps_[step], which)) return;
    tiles_.release(steps_[step], which, frame_, field_);
    messages_.receive(step, which);
    tiles_.received(steps_[step], which);
  }
  void send(const std::vector<TileDeparture>& leaving) {
    for (const TileDeparture& one : leaving) {
      tiles_.bring(steps_[one.step].sends[one.message]);
      messages_.send(one);
    }
  }

  TileExecutor& tiles_;
  const std::vector<TileStep>& steps_;
  const TileFrame& frame_;
  double* field_;
  Messages& messages_;
};

class CpuTiles : public TileExecutor {
 public:
  void run(std::int64_t /*round*/, const TileStep& step, const TileFrame& frame, double* field) override {
    sweep_tile(step.window, frame, field);
  }
};

}  // namespace stencil
#pragma GCC visibility pop

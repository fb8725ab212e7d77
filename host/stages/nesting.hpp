// Stages whose functions run other stages: what is running on this thread, and what may not run meanwhile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// While it lives, the stage is the innermost one whose function is being called on this thread.
class Running {
 public:
  explicit Running(Stage& stage);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Stage& stage_;
};

bool changes_rows(const Access& access);

// A part on the host that consumes rows leaves the right ones on the device: they must have their place there.
bool needs_place(const Access& access, Side side);

// Throws ArgumentError where the stage is running, or writes rows that one running on this thread names, or names rows
// that one of them writes, or takes its place on the device.
void refuse_conflicts(const Stage& stage);

// Throws ArgumentError where a stage running on this thread changes one of these rows.
void refuse_flush(const SharedDatum& datum, const std::vector<RowRange>& rows);

}  // namespace stencil

// Stages whose functions run other stages: the stages running on this thread, and conflicts with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// Makes the stage, while the object lives, the innermost one whose function is being called on this thread.
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

// True for accesses on the device, and for the consumption of rows on the host, which leaves the right values on the
// device: the datum must then have its place there.
bool needs_place(const Access& access, Side side);

// True if the two, of which at least one has to enter the device, could be in the same place there: they name the same
// one, or take turns and name none.
bool may_share_place(const SharedDatum& a, const SharedDatum& b);

// Throws ArgumentError if a datum that needs its place on the device, of the stage or of one running on this thread, is
// not there.
void refuse_displaced(const Stage& stage);

// Throws ArgumentError if the stage is running, writes rows that a stage running on this thread names, names rows that
// one of those writes, or needs a place on the device that one of those uses.
void refuse_conflicts(const Stage& stage);

// Throws ArgumentError if a stage running on this thread changes one of these rows.
void refuse_flush(const SharedDatum& datum, const std::vector<RowRange>& rows);

}  // namespace stencil

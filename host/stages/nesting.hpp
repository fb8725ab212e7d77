// Stages whose functions run other stages: the stages running on this thread, conflicts with them, and copies that go
// on beside them.
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

// True where a stage's function is being called on this thread.
bool runs_inside_a_stage();

// Copies that run beside a stage (runStages).
class StageCompany {
 public:
  virtual ~StageCompany() = default;
  // After the stage has begun, before its own copies: what went on for it before.
  virtual void tell(StageObserver* observer) = 0;
  // Right before the call of its function.
  virtual void starts() = 0;
  // Right after it, or earlier: nothing goes on when this returns. A second call does nothing.
  virtual void ends() noexcept = 0;
};

// Goes on beside the function that this thread calls, while the object lives.
class Beside {
 public:
  explicit Beside(StageCompany* company);
  ~Beside();
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
};

// Ends what goes on beside the function that this thread calls: for what changes data, or the validity of data, inside.
void end_company() noexcept;

// runStage() with company.
void run_with(Stage& stage, StageObserver* observer, StageCompany& company);

bool changes_rows(const Access& access);

// True for accesses on the device, and for the consumption of rows on the host, which leaves the right values on the
// device: the datum must then have its place there.
bool needs_place(const Access& access, Side side);

// True if the two, of which at least one has to enter the device, could be in the same place there: they name the same
// one, or take turns and name none.
bool may_share_place(const SharedDatum& a, const SharedDatum& b);

// Throws ArgumentError where two data of the stage need the same place. To be called before any copy.
void check_places(const Stage& stage);

// Throws ArgumentError if a datum that needs its place on the device, of the stage or of one running on this thread, is
// not there.
void refuse_displaced(const Stage& stage);

// Throws ArgumentError if the stage is running, writes rows that a stage running on this thread names, names rows that
// one of those writes, or needs a place on the device that one of those uses.
void refuse_conflicts(const Stage& stage);

// Throws ArgumentError if a stage running on this thread changes one of these rows.
void refuse_flush(const SharedDatum& datum, const std::vector<RowRange>& rows);

}  // namespace stencil
